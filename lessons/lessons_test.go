package lessons

import (
	"slices"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// TestImports keeps the arrows between packages pointing down: each imports of this
// module what its entry names, and nothing of what it forbids.
func TestImports(t *testing.T) {
	const module = "github.com/gramophone-course/gramophone/"
	const engine, plots, lessons = module + "engine", module + "plots", module + "lessons/"
	const blas, vec = engine + "/blas", engine + "/vec"
	web := []string{"net/http", "github.com/a-h/templ"}
	layers := []struct {
		dir     string   // with the folders below it that have no entry of their own
		ours    []string // what it may import of this module
		foreign []string // what it may not import of others
	}{
		{"engine", []string{blas, vec}, []string{"gonum.org/v1/plot", "net/http", "html", "github.com/a-h/templ"}},
		{"plots", nil, web},
		{"static", nil, nil},
		{"lessons/fair", nil, web},
		{"lessons/data", []string{engine}, nil},
		{"lessons/many", []string{engine, lessons + "many"}, nil},
		{"lessons/own", []string{engine, lessons + "fair"}, web},
		{"lessons/course/coursetest",
			[]string{blas, plots, lessons + "course", lessons + "course/formulas", lessons + "reference"}, web},
		{"lessons/course", []string{engine, plots, lessons + "course", lessons + "many", lessons + "own"}, web},
		{"lessons/points", []string{engine, plots, lessons + "course", lessons + "data", lessons + "own"}, nil},
		{"lessons/model", []string{engine, lessons + "course", lessons + "points"}, nil},
		{"lessons/curves/curvestest",
			[]string{engine, lessons + "course", lessons + "course/coursetest", lessons + "curves"}, nil},
		{"lessons/curves", []string{engine, plots, lessons + "course", lessons + "many", lessons + "model",
			lessons + "points"}, nil},
		{"lessons/boundaries",
			[]string{engine, plots, lessons + "course", lessons + "data", lessons + "model",
				lessons + "points"}, nil},
		{"lessons/timing", []string{lessons + "course", lessons + "timing"}, nil},
		{"lessons/reference", []string{engine, plots, lessons + "course", lessons + "curves",
			lessons + "data", lessons + "model", lessons + "points"}, web},
		{"lessons/playground", []string{engine, plots, lessons + "course", lessons + "curves",
			lessons + "distances", lessons + "kernelpca", lessons + "kernelridge", lessons + "logistic",
			lessons + "losses", lessons + "model", lessons + "own", lessons + "points", lessons + "ridge"}, web},
		{"lessons/study",
			[]string{engine, plots, lessons + "course", lessons + "many", lessons + "own", lessons + "points"}, web},
		{"lessons/*", []string{engine, plots, lessons + "boundaries", lessons + "course",
			lessons + "curves", lessons + "data", lessons + "many", lessons + "model", lessons + "points",
			lessons + "timing"}, web}, // a lesson, which uses no other one
		{"views", []string{plots, lessons + "concept", lessons + "course", lessons + "many", lessons + "own",
			lessons + "reference"}, web[:1]},
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
	for _, s := range sources(t) {
		dir, ours, foreign, ok := layer(s.path)
		if s.test || !ok {
			continue
		}
		seen[dir] = true
		for _, imp := range s.file.Imports {
			name := strings.Trim(imp.Path.Value, `"`)
			if strings.HasPrefix(name, module) && !slices.Contains(ours, name) {
				t.Errorf("%s imports %s", s.path, name)
			}
			for _, bad := range foreign {
				if name == bad || strings.HasPrefix(name, bad+"/") {
					t.Errorf("%s imports %s", s.path, name)
				}
			}
		}
	}
	for _, l := range layers {
		if !seen[l.dir] {
			t.Errorf("%s has no Go files", l.dir)
		}
	}
}

// What is asked over a figure is seen with that one, on the projector as on phones; what is drawn
// into a figure, with the one that it is drawn into.
func TestQuestionsAreSeenWithTheirFigures(t *testing.T) {
	t.Parallel()
	for _, l := range Contents.Open() {
		text := course.Must(l.Text())
		for i, s := range text.Screens() {
			if s.Exercise == nil || s.Exercise.Line == "" {
				continue
			}
			if want := text.FigureAt(i+1, s.Exercise.ID); s.Beside != want {
				t.Errorf("%s: %s of %s: seen with %q, asked over %q", l.Slug, s.Kind, s.Exercise.ID, s.Beside, want)
			}
		}
	}
}
