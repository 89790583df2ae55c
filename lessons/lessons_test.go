package lessons

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gramophone/lessons/course"
)

// TestEveryPartInOrder holds each lesson to the parts every lesson has.
func TestEveryPartInOrder(t *testing.T) {
	for _, l := range Contents.Open() {
		text, err := l.Text()
		if err != nil {
			t.Fatalf("%s: %v", l.Slug, err)
		}
		var kinds []string
		exercises := 0
		for _, b := range text.Blocks {
			kinds = append(kinds, b.Kind)
			if b.Kind == "exercise" {
				exercises++
				if b.Exercise.Solution == "" || len(b.Exercise.Hints) == 0 {
					t.Errorf("%s: exercise %s has no solution or no hint", l.Slug, b.Name)
				}
			}
		}
		place := -1
		for _, kind := range []string{"figure", "predict", "figure", "sentence", "worked", "proof", "break", "exercise", "code", "sources"} {
			next := slices.Index(kinds[place+1:], kind)
			if next < 0 {
				t.Errorf("%s: no %s after %q", l.Slug, kind, kinds[:place+1])
				break
			}
			place += next + 1
		}
		if exercises < 3 || exercises > 5 {
			t.Errorf("%s has %d exercises", l.Slug, exercises)
		}
		if !slices.Contains(kinds, "margin") {
			t.Errorf("%s does not say how the lectures write the same", l.Slug)
		}
		for _, f := range l.Figures {
			if !slices.ContainsFunc(text.Blocks, func(b course.Block) bool { return b.Kind == "figure" && b.Name == f.Name }) {
				t.Errorf("%s does not show its figure %s", l.Slug, f.Name)
			}
		}
	}
}

func TestEveryFormulaIsCurrent(t *testing.T) {
	want, err := Contents.Formulas()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range want {
		if strings.Contains(f.MathML(), "missing-formula") {
			t.Errorf("no MathML for %q: run go generate ./lessons/...", f.TeX)
		}
	}
}

// TestGoalsExist holds the exercises that ask for a state to a goal there is,
// which the figure does not open in.
func TestGoalsExist(t *testing.T) {
	for _, l := range Contents.Open() {
		text, err := l.Text()
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range text.Blocks {
			if b.Exercise == nil || b.Exercise.Goal == nil {
				continue
			}
			g := b.Exercise.Goal
			f, ok := l.Figure(g.Figure)
			if !ok {
				t.Errorf("%s: exercise %s asks for figure %s", l.Slug, b.Name, g.Figure)
				continue
			}
			p := draw(t, f, "")
			if !slices.ContainsFunc(p.Goals, func(h course.Goal) bool { return h.Name == g.Goal }) {
				t.Errorf("%s: figure %s has no goal %s", l.Slug, g.Figure, g.Goal)
			}
			if p.Reached(g.Goal) {
				t.Errorf("%s: the goal %s is reached before anything is moved", l.Slug, g.Goal)
			}
		}
	}
}

func draw(t *testing.T, f *course.Figure, query string) *course.Picture {
	t.Helper()
	_, draw := f.At(course.ParseQuery(query))
	p, err := draw(t.Context(), course.NewMemo(1<<26))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestAtMostFourControlsAreOpen keeps figures calm.
func TestAtMostFourControlsAreOpen(t *testing.T) {
	for _, l := range Contents.Open() {
		for _, f := range l.Figures {
			form, _ := f.At(nil)
			open := 0
			for _, c := range form.Controls {
				if !c.More && !c.Hidden {
					open++
				}
			}
			if open > 4 {
				t.Errorf("%s/%s opens with %d controls", l.Slug, f.Name, open)
			}
		}
	}
}

// TestImports keeps the arrows between packages pointing down: each imports of this
// module what its entry names, and nothing of what it forbids.
func TestImports(t *testing.T) {
	const lessons = "gramophone/lessons/"
	layers := []struct {
		dir     string   // with the folders below it that have no entry of their own
		ours    []string // what it may import of this module
		foreign []string // what it may not import of others
	}{
		{"engine", nil, []string{"gonum.org/v1/plot", "net/http", "html", "github.com/a-h/templ"}},
		{"plots", nil, []string{"net/http", "github.com/a-h/templ"}},
		{"static", nil, nil},
		{"lessons/data", []string{"gramophone/engine"}, nil},
		{"lessons/course", []string{"gramophone/engine", "gramophone/plots", lessons + "course"}, []string{"net/http", "github.com/a-h/templ"}},
		{"lessons/points", []string{"gramophone/engine", "gramophone/plots", lessons + "course", lessons + "data"}, nil},
		{"lessons/model", []string{"gramophone/engine", lessons + "course", lessons + "points"}, nil},
		{"lessons/curves", []string{"gramophone/engine", "gramophone/plots", lessons + "course", lessons + "points"}, nil},
		{"lessons/timing", []string{lessons + "course", lessons + "timing"}, nil},
		// A lesson, which uses no other one.
		{"lessons/*", []string{"gramophone/engine", "gramophone/plots", lessons + "course", lessons + "curves", lessons + "data", lessons + "model", lessons + "points", lessons + "timing"},
			[]string{"net/http", "github.com/a-h/templ"}},
		{"views", []string{"gramophone/plots", lessons + "course"}, []string{"net/http"}},
	}
	layer := func(file string) (dir string, ours, foreign []string, ok bool) {
		for _, l := range layers {
			in := strings.HasPrefix(file, l.dir+"/")
			if l.dir == "lessons/*" {
				in = strings.Count(file, "/") > 1 && strings.HasPrefix(file, "lessons/")
			}
			if in {
				return l.dir, l.ours, l.foreign, true
			}
		}
		return "", nil, nil, false
	}
	seen := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "_templ.go") {
			return err
		}
		file := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
		dir, ours, foreign, ok := layer(file)
		if !ok {
			return nil
		}
		seen[dir] = true
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imp := range parsed.Imports {
			name := strings.Trim(imp.Path.Value, `"`)
			if strings.HasPrefix(name, "gramophone/") && !slices.Contains(ours, name) {
				t.Errorf("%s imports %s", file, name)
			}
			for _, bad := range foreign {
				if name == bad || strings.HasPrefix(name, bad+"/") {
					t.Errorf("%s imports %s", file, name)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range layers {
		if !seen[l.dir] {
			t.Errorf("%s has no Go files", l.dir)
		}
	}
}

// Without points no figure makes some up: one on which a point can be put down
// shows its axes, any other says why it is empty.
func TestNoPointsNoPicture(t *testing.T) {
	for _, l := range Contents.Open() {
		for _, figure := range l.Figures {
			f, draw := figure.At(course.ParseQuery("data=points&points=none"))
			i := slices.IndexFunc(f.Controls, func(c *course.Control) bool { return c.Kind == course.Points && !c.Hidden })
			if i < 0 {
				continue
			}
			p, err := draw(t.Context(), course.NewMemo(1<<20))
			if err != nil || p.Message == "" || len(f.Notes) > 0 {
				t.Errorf("%s/%s without points: %v, notes %q", l.Slug, figure.Name, err, f.Notes)
				continue
			}
			if edited := f.Controls[i].Panel != ""; edited != (len(p.Columns) > 0) {
				t.Errorf("%s/%s without points has %d columns", l.Slug, figure.Name, len(p.Columns))
			}
		}
	}
}
