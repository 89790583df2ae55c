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
	known := formulas()
	for _, f := range want {
		if known[f.Key()] == "" {
			t.Errorf("no MathML for %q: run go generate ./lessons", f.TeX)
		}
	}
	if len(known) != len(want) {
		t.Errorf("formulas.json has %d formulas, the course %d: run go generate ./lessons", len(known), len(want))
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

func TestDigits(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 1: "1.00", 23.035: "23.0", 0.0840123: "0.0840", -131.04: "−131", 1234: "1234", 99999: "1 × 10⁵",
		123456: "1.2 × 10⁵", 0.000282: "2.8 × 10⁻⁴", 1e-4: "1 × 10⁻⁴", -4.04e-16: "−4 × 10⁻¹⁶", 9.996: "10.0",
	} {
		if got := Digits(v); got != want {
			t.Errorf("Digits(%g) = %q, want %q", v, got, want)
		}
	}
	if got := TeX(-2.82e-4); got != `-2.8\times10^{-4}` {
		t.Errorf("TeX(−2.82e-4) = %q", got)
	}
}

func TestJudging(t *testing.T) {
	text := &Text{}
	number, err := text.parseExercise("n", "How many?\n= 12.4 ± 0.1 ms\n: Yes.\n~ 12.2 ± 0.05\n: You counted the zeros.\n? Sort them.\n! 12.4.")
	if err != nil {
		t.Fatal(err)
	}
	for answer, want := range map[string]string{"12.45": "Yes", "12.4 ms": "Yes", "12.2": "zeros", "99": "Too large", "−3": "Too small", "NaN": "does not read", "1e999": "Too large"} {
		v, ok := number.Judge(answer)
		if !ok || !strings.Contains(v.Why, want) || v.Right != (want == "Yes") {
			t.Errorf("%s: right %t, %q", answer, v.Right, v.Why)
		}
	}
	order, err := text.parseExercise("o", "Sort.\n1. one\n1. two\n  : two needs one\n1. three\n! 1, 2, 3")
	if err != nil {
		t.Fatal(err)
	}
	shownAt := order.Order()
	if slices.IsSorted(shownAt) {
		t.Errorf("the steps are shown in the right order: %v", shownAt)
	}
	right := make([]string, len(shownAt))
	for i, step := range shownAt {
		right[i] = string(rune('1' + step))
	}
	if v, ok := order.Judge(strings.Join(right, ",")); !ok || !v.Right {
		t.Errorf("the right order %v is judged %+v", right, v)
	}
	if v, ok := order.Judge("1,1,1"); !ok || v.Right || !strings.Contains(v.Why, "Two steps") {
		t.Errorf("two steps at one place: %+v", v)
	}
	for _, nonsense := range []string{"", "4,1,2", "1,2", "a,b,c", strings.Repeat("1,", 300)} {
		if _, ok := order.Judge(nonsense); ok {
			t.Errorf("%.20q is judged", nonsense)
		}
	}
	for _, bad := range []string{"Nothing to answer.", "- [x] a\n: b\n- [x] c\n: d", "- [ ] a\n- [x] b\n: c", "= twelve ± 1", "= 1 ± 1\n1. both"} {
		if _, err := text.parseExercise("bad", bad); err == nil {
			t.Errorf("%q is read without complaint", bad)
		}
	}
}

func TestAuthorsSlipsAreErrors(t *testing.T) {
	l := &Lesson{Slug: "x", Figures: []Figure{{Name: "fit"}}, Facts: func() Facts { return Facts{"n": 3} }}
	for _, bad := range []string{"::: figure nothing :::", "::: nonsense\n:::", "::: worked\nopen", "@{missing}", "@{n|unknown}", "::: predict\nno name\n:::", "::: worked\n::: proof\n:::"} {
		if _, err := parseText(l, bad); err == nil {
			t.Errorf("%q is read without complaint", bad)
		}
	}
	text, err := parseText(l, "Three is @{n|%.0f}. <!-- a note -->\n\n::: figure fit :::")
	if err != nil || len(text.Blocks) != 2 || !strings.Contains(text.Blocks[0].HTML, "Three is 3.") || strings.Contains(text.Blocks[0].HTML, "note") {
		t.Errorf("%v, %+v", err, text)
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
