package lessons

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
			if !slices.ContainsFunc(text.Blocks, func(b Block) bool { return b.Kind == "figure" && b.Name == f.Name }) {
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
			if !slices.ContainsFunc(p.Goals, func(h Goal) bool { return h.Name == g.Goal }) {
				t.Errorf("%s: figure %s has no goal %s", l.Slug, g.Figure, g.Goal)
			}
			if p.Reached(g.Goal) {
				t.Errorf("%s: the goal %s is reached before anything is moved", l.Slug, g.Goal)
			}
		}
	}
}

func draw(t *testing.T, f *Figure, query string) *Picture {
	t.Helper()
	_, draw := f.At(ParseQuery(query))
	p, err := draw(t.Context(), NewMemo(1<<26))
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

// TestImports keeps the arrows between packages pointing down.
func TestImports(t *testing.T) {
	forbidden := map[string][]string{
		"engine":  {"gramophone/", "gonum.org/v1/plot", "net/http", "html", "a-h/templ"},
		"plots":   {"gramophone/", "net/http", "a-h/templ"},
		"lessons": {"gramophone/views", "gramophone/static", "gramophone/cmd", "net/http", "a-h/templ"},
		"views":   {"gramophone/engine", "gramophone/static", "gramophone/cmd", "net/http"},
		"static":  {"gramophone/"},
	}
	for dir, bad := range forbidden {
		files, err := filepath.Glob(filepath.Join("..", dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %d files", dir, err, len(files))
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, "_templ.go") {
				continue
			}
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, source, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, imp := range parsed.Imports {
				for _, b := range bad {
					if path := strings.Trim(imp.Path.Value, `"`); strings.HasPrefix(path, b) || strings.Contains(path, "/"+b) {
						t.Errorf("%s imports %s", file, path)
					}
				}
			}
		}
	}
}

// Without points no figure makes some up: one on which a point can be put down
// shows its axes, any other says why it is empty.
func TestNoPointsNoPicture(t *testing.T) {
	for _, l := range Contents.Open() {
		for _, figure := range l.Figures {
			f, draw := figure.At(ParseQuery("data=points&points=none"))
			i := slices.IndexFunc(f.Controls, func(c *Control) bool { return c.Kind == Points && !c.Hidden })
			if i < 0 {
				continue
			}
			p, err := draw(t.Context(), NewMemo(1<<20))
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
