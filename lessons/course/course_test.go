package course

import (
	"errors"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The package that has the formulas builds on this one.
func init() { UseFormulas(Must(os.ReadFile("formulas/formulas.json"))) }

// Numbers are written to the digits that are read, and 0 without a sign.
func TestNumbersAreWritten(t *testing.T) {
	minus := math.Copysign(0, -1)
	for name, how := range map[string]struct {
		write func(float64) string
		as    map[float64]string
	}{
		"Digits": {Digits, map[float64]string{0: "0", 1: "1.00", 23.035: "23.0", 0.0840123: "0.0840", -131.04: "−131",
			1234: "1234", 99999: "1 × 10⁵", 123456: "1.2 × 10⁵", 0.000282: "2.8 × 10⁻⁴", 1e-4: "1 × 10⁻⁴",
			-4.04e-16: "−4 × 10⁻¹⁶", 9.996: "10.0"}},
		"Count": {Count, map[float64]string{0: "0", -1e-9: "0", -0.4: "0", -1: "−1", 1234567: "1,234,567",
			2e9: "2 × 10⁹"}},
		"Value": {Value, map[float64]string{0.55: "0.55", 0.1234: "0.1234", 1000.5: "1000.5", 0.12345: "0.123",
			1e-7: "1 × 10⁻⁷", 12345678: "1.2 × 10⁷", 3: "3", 0: "0", -0.1234: "−0.1234", -1000.5: "−1000.5",
			-0.12345: "−0.123", -1e-7: "−1 × 10⁻⁷", -12345678: "−1.2 × 10⁷"}}, // of the sign bytes are three
		"TeX":      {TeX, map[float64]string{-2.82e-4: `-2.8\times10^{-4}`}},
		"Memory":   {Memory, map[float64]string{772485168: "772 MB"}},
		"shortest": {func(v float64) string { return string(AppendShortest(nil, v)) }, nil},
		"number":   {FormatNumber, nil},
		"list":     {func(v float64) string { return list([]float64{v}, "", "") }, nil},
	} {
		for v, want := range how.as {
			if got := how.write(v); got != want {
				t.Errorf("%s(%g) = %q, want %q", name, v, got, want)
			}
		}
		if got := how.write(minus); got != "0" && name != "TeX" && name != "Memory" {
			t.Errorf("%s(−0) = %s", name, got)
		}
	}
}

// refused holds that none of these is read as an exercise.
func refused(t *testing.T, all ...string) {
	t.Helper()
	for _, source := range all {
		if _, err := new(Text).parseExercise("wrong", source); err == nil {
			t.Errorf("%q is read without complaint", source)
		}
	}
}

func TestJudging(t *testing.T) {
	text := &Text{}
	number := Must(text.parseExercise("n", "How many?\n= 12.4 ± 0.1 ms\n: Yes.\n~ 12.2 ± 0.05\n"+
		": You counted the zeros.\n? Sort them.\n! 12.4."))
	for answer, want := range map[string]string{"12.45": "Yes", "12.4 ms": "Yes", "12.2": "zeros", "99": "Too large",
		"−3": "Too small", "NaN": "does not read", "1e999": "does not read", "62/5": "Yes", "12,4": "Yes",
		"1/0": "divides by zero"} {
		v, ok := number.Judge(answer)
		if !ok || !strings.Contains(v.Why, want) || v.Right != (want == "Yes") {
			t.Errorf("%s: right %t, %q", answer, v.Right, v.Why)
		}
	}
	order := Must(text.parseExercise("o", "Sort.\n1. one\n1. two\n  : two needs one\n1. three\n! 1, 2, 3"))
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
	refused(t, "Nothing to answer.", "- [x] a\n: b\n- [x] c\n: d", "- [ ] a\n- [x] b\n: c", "= twelve ± 1",
		"= 1 ± 1\n1. both", "= 1 ± 0.1\n~ 2 ± 0.1\n: two\n~ 2.05 ± 0.1\n: two again",
		"= 1 ± 0.1\n~ 1.05 ± 0.5\n: nearly")
}

func TestAuthorsSlipsAreErrors(t *testing.T) {
	l := &Lesson{Slug: "x", Figures: []Figure{{Name: "fit"}}, Facts: func() Facts { return Facts{"n": 3} }}
	for _, bad := range []string{"::: figure nothing :::", "::: nonsense\n:::", "::: worked\nopen", "@{missing}",
		"@{n|unknown}", "::: predict\nno name\n:::", "::: worked\n::: proof\n:::"} {
		if _, err := readText(l, bad); err == nil {
			t.Errorf("%q is read without complaint", bad)
		}
	}
	below := &Lesson{Slug: "below", Facts: func() Facts { return Facts{"v": -8.94, "tiny": -0.00025} }}
	minus, err := readText(below, "@{v|%.1f}, @{tiny|%.1e}, @{tiny|%+.2f} and $x = @{v|%.1f}$\n\n"+
		"::: exercise e\nHow much?\n= @{tiny|%.1e} ± 0.00001\n! So.\n:::")
	if err != nil || !strings.Contains(minus.Blocks[0].HTML, "−8.9, −2.5e−04, 0.00 and") ||
		minus.formulas[0].TeX != "x = -8.9" || minus.Blocks[1].Exercise.Number.Value != -0.00025 {
		t.Errorf("a negative fact: %v, %+v", err, minus)
	}
	text, err := readText(l, "Three is @{n|%.0f}. <!-- a note -->\n\n::: figure fit :::")
	if err != nil || len(text.Blocks) != 2 || !strings.Contains(text.Blocks[0].HTML, "Three is 3.") ||
		strings.Contains(text.Blocks[0].HTML, "note") {
		t.Errorf("%v, %+v", err, text)
	}
}

func TestAStopStaysWithItsFormula(t *testing.T) {
	got := Inline(`If $\lambda$, then ($\lambda$). Of $\lambda$ itself.`)
	for _, want := range []string{"</math>,</span> then", "</math>).</span> Of", "</math> itself."} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}

// readText expands and parses a lesson's Markdown.
func readText(l *Lesson, source string) (*Text, error) {
	source, err := l.expand(source)
	if err != nil {
		return nil, err
	}
	return parseText(l, source, "")
}

func TestErrorsNameTheLine(t *testing.T) {
	l := &Lesson{Slug: "x", Figures: []Figure{{Name: "fit", Build: func(f *Form) Draw {
		f.Int("n", "n", 10, 1, 20)
		return nil
	}}}}
	const five = "One.\n<!-- two\nthree -->\nfour <!-- five -->\n\n"
	for slip, want := range map[string]string{
		"::: worked after nothing\nIt is.\n:::":         "x.md:6: after nothing, which no prediction above is called",
		"::: nonsense":                                  `x.md:6: no directive "nonsense"`,
		"::: figure map :::":                            `x.md:6: no figure "map"`,
		"::: worked\nopen":                              `x.md:6: worked is not closed`,
		"::: worked\nstill fit-plane\nSeven.\n:::":      `x.md:6: still fit-plane: no link opens a state`,
		"Six.\nSeven @{missing}.":                       "x.md:7: no fact or format: missing",
		"::: exercise e\nAsk.\n= 3\n:::":                `x.md:6: exercise e: "3" is not “value ± tolerance unit”`,
		"::: exercise e\nAsk.\nhard 4\n= 3 ± 1\n:::":    `x.md:6: exercise e: hard "4" is not 1, 2 or 3`,
		"::: predict p\nAsk.\nhard 1\n= 3 ± 1\n:::":     `x.md:6: predict p: a guess is not hard 1`,
		"::: exercise e\nAsk.\ngoal map/there\n:::":     `x.md:6: exercise e: no figure "map"`,
		"[Six](?fit.n=5).\n[Seven](?fit.n=50#fit).":     "x.md:7: ?fit.n=50: n: 50 is above 20; using 20.",
		"[Six](?fit.n=5), [too](?fit.n=5&fit.bogus=1).": "x.md:6: ?fit.n=5&fit.bogus=1: bogus has no effect",
		"Six.\n\n::: margin\n[Nine](?map.n=5&n=2).\n:::": "x.md:9: ?map.n=5&n=2: map.n belongs to no figure\n" +
			"x.md:9: ?map.n=5&n=2: n belongs to no figure",
	} {
		if got := errors.Join(l.Reread("", five+slip).Slips()...); got == nil || got.Error() != want {
			t.Errorf("%q: %v, want %s", slip, got, want)
		}
	}
	if err := l.Reread("lessons/x/x.md", "@{n}").Slips(); len(err) != 1 ||
		!strings.HasPrefix(err[0].Error(), "lessons/x/x.md:1:") {
		t.Errorf("in a file of its own: %v", err)
	}
}

// A lesson that is read anew is the same but for its prose, and computes no fact twice.
func TestReread(t *testing.T) {
	computed := 0
	l := &Lesson{
		Slug: "x", Title: "T", Short: "S", Lede: "L", Prose: "before",
		Figures: []Figure{{Name: "fit"}}, Draft: true, Number: 3,
		Emblem: Emblem{State: "fit"}, Film: []Shot{{}}, Home: &Home{Figure: "fit"}, Path: "/x",
		Fresh: map[string]Fresh{}, Lab: "# %% A\n1\n",
		Facts: func() Facts { computed++; return Facts{"n": 3} },
	}
	for range 2 {
		l := l.Reread("x.md", "@{n|count}").Reread("x.md", "after @{n|count}")
		text, err := l.Text()
		if err != nil || !strings.Contains(text.Blocks[0].HTML, "after 3") {
			t.Errorf("%v: %+v", err, text)
		}
	}
	if computed != 1 {
		t.Errorf("the facts were computed %d times", computed)
	}
	was, is := reflect.ValueOf(l).Elem(), reflect.ValueOf(l.Reread("", "")).Elem()
	for i := range was.NumField() {
		if field := was.Type().Field(i); field.IsExported() && field.Name != "Prose" && is.Field(i).IsZero() {
			t.Errorf("%s is lost", field.Name)
		}
	}
}

func TestLinksCarryWhatALinkHides(t *testing.T) {
	l := &Lesson{Prose: "[a](?fit.n=20), [b](ridge), [c](https://example.org/?x=1).\n\n::: predict p\n" +
		"[d](?fit.n=5#map)\n- [x] [e](?gram.n=7)\n  : Yes [f](?fit.n=8).\n- [ ] No.\n  : No.\n:::\n"}
	for access, want := range map[string][]string{
		"": {"?fit.n=20#fit", "ridge", "https://example.org/?x=1", "?fit.n=5#map", "?gram.n=7#gram"},
		"fit.hide=a&g.lock=b": {"?fit.hide=a&g.lock=b&fit.n=20#fit", "ridge", "https://example.org/?x=1",
			"?fit.hide=a&g.lock=b&fit.n=5#map", "?fit.hide=a&g.lock=b&gram.n=7#gram"},
	} {
		text := Must(l.Narrowed(access))
		var got []string
		for _, b := range text.Blocks {
			got = append(got, b.Links()...)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: links (-want +got):\n%s", access, diff)
		}
		if n := len(text.Links()); n != 4 {
			t.Errorf("%q: %d links to states, want 4", access, n)
		}
	}
}

// On a page a figure does not show again what one above, that it is linked with, does;
// alone it shows all.
func TestFold(t *testing.T) {
	build := func(names ...string) func(*Form) Draw {
		return func(f *Form) Draw {
			for _, name := range names {
				f.Float(name, name, 1, 0, 2)
			}
			return nil
		}
	}
	l := &Lesson{Figures: []Figure{
		{Name: "first", Linked: "a", Build: build("x", "y", "z")},
		{Name: "other", Build: build("x")},
		{Name: "second", Linked: "a", Own: "y", Drag: "z w", Build: build("x", "y", "z", "w", "v")},
	}}
	for figure, want := range map[string]string{"first": "", "other": "", "second": "x"} {
		f, _ := l.Figure(figure)
		form, _ := f.At(nil)
		l.Fold(f, form)
		var folded []string
		for _, c := range form.Controls {
			if c.More {
				folded = append(folded, c.Name)
			}
			if c.More != c.Echo {
				t.Errorf("%s: %s is folded: %t, an echo: %t", figure, c.Name, c.More, c.Echo)
			}
		}
		if got := strings.Join(folded, " "); got != want {
			t.Errorf("%s: %q are folded, want %q", figure, got, want)
		}
	}
}

func TestSketchAnswer(t *testing.T) {
	const choices = "Draw it.\n- [x] up\n: Yes.\n- [ ] down\n: No.\n"
	e := Must(new(Text).parseExercise("follow", choices+"sketch fit?lambda=10 ± 1.5 g\n: It falls.\n"+
		"veil fit/lambda\nveil path/lambda"))
	if want := (SketchAnswer{"fit", "lambda=10", 1.5, "g"}); *e.Sketch != want || len(e.Veils) != 2 {
		t.Errorf("read %v and %v", *e.Sketch, e.Veils)
	}
	for answer, right := range map[string]bool{"sketch 1.5": true, "sketch 0": true, "sketch 1.6": false,
		"1": true, "2": false} {
		v, ok := e.Judge(answer)
		if !ok || v.Right != right || strings.HasPrefix(answer, "sketch") != strings.Contains(v.Why, "It falls.") {
			t.Errorf("%s: %v, %v", answer, v, ok)
		}
	}
	for _, answer := range []string{"sketch", "sketch -1", "sketch NaN", "sketch far", "sketch 1e999"} {
		if v, ok := e.Judge(answer); ok {
			t.Errorf("%s was judged: %v", answer, v)
		}
	}
	refused(t, choices+"sketch fit ± 1 g", choices+"sketch fit?lambda=10",
		"How much?\n= 3 ± 1\nsketch fit?lambda=10 ± 1 g")
}

// A prediction's line is a question and a word for each choice, and stands over one figure:
// what opens the lesson if it is about that, or else where it is drawn or what it veils first.
func TestLines(t *testing.T) {
	const up = "- [x] up, steeply\n: Yes.\n- [ ] down\n: No.\n"
	const said = "said Yes. It grows. | No. It grows.\n"
	predict := func(id, marks string) string { return "::: predict " + id + "\n" + marks + up + ":::\n\n" }
	l := &Lesson{Figures: []Figure{{Name: "opens"}, {Name: "fit"}, {Name: "map"}}}
	text := Must(readText(l, "::: figure opens :::\n\n"+
		predict("first", "veil fit/n\nveil opens/n\nline Whither, $n$? | up | down\n"+said)+
		predict("second", "veil map/n\nsketch fit?n=1 ± 2\nline How? | so | else\n"+said)+
		predict("third", "veil fit/n\n")+
		predict("fourth", "veil map/n\nveil fit/n\nline Where? | here | there\n"+said)+
		"::: figure fit :::\n::: figure map :::\n"))
	for figure, want := range map[string]string{"opens": "first", "fit": "second", "map": "fourth"} {
		var got []string
		for _, e := range text.Over(figure) {
			got = append(got, e.ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("over %s stand %q, not %s", figure, got, want)
		}
	}
	e := text.Over("opens")[0]
	if !strings.HasPrefix(e.Line, "Whither, ") || !strings.Contains(e.Line, "<math") || e.Choices[0].Chip != "up" ||
		e.Choices[1].Chip != "down" {
		t.Errorf("read the line %q with %q and %q", e.Line, e.Choices[0].Chip, e.Choices[1].Chip)
	}
	refused(t, "line How?\n"+up, "line How? | up\n"+up, "line How? | up | down | level\n"+up,
		"= 3 ± 1\nline How much?", "line How? | up | down\n"+up,
		"line How? | up | down\n"+said+strings.Replace(up, "down", "[down](?fit.n=2)", 1))
}

// What is said to a choice on the picture is a sentence for each, which begins with the right
// word and ends in a full stop, over as many lines as it takes.
func TestSaidOnThePicture(t *testing.T) {
	const how = "How?\nline How? | up | down\n- [x] up, steeply\n: It is steep.\n- [ ] down\n: It is not.\n" +
		"sketch fit?n=1 ± 2 g\n"
	e := Must(new(Text).parseExercise("how", how+"said Yes. The sum $n$ grows,\n  and so does it.\n| No. It cannot."))
	up, _ := e.Judge("1")
	down, _ := e.Judge("2")
	if !strings.HasPrefix(up.Said, "<b>Yes.</b> The sum ") || !strings.HasSuffix(up.Said, " grows, and so does it.") ||
		!strings.Contains(up.Said, "<math") || down.Said != "<b>No.</b> It cannot." {
		t.Errorf("read %q and %q", up.Said, down.Said)
	}
	near, _ := e.Judge("sketch 1")
	far, _ := e.Judge("sketch 3")
	if !strings.HasPrefix(near.Said, "<b>Yes.</b> ") || !strings.HasPrefix(far.Said, "<b>No.</b> ") ||
		!strings.Contains(far.Said, "3.00 g") {
		t.Errorf("to a sketch is said %q and %q", near.Said, far.Said)
	}
	for _, wrong := range []string{"", "said No. It grows. | No. It cannot.", "said Yes. It grows. | Yes. It cannot.",
		"said It grows. | No. It cannot.", "said Yes. It grows. | No. It cannot:", "said Yes. It grows.",
		"said Yes. It grows | No. It cannot.", "said Yes, it grows. | No. It cannot.", "said Yes. | No. It cannot."} {
		refused(t, how+wrong)
	}
	refused(t, "How many?\n= 3 ± 1\nsaid Yes. It grows.", // a number has no choices, and two choices no three parts
		"said Yes. The sum $n$ grows,\nand so does it. | No. It\n| cannot.\n"+how)
	l := &Lesson{Slug: "x", Figures: []Figure{{Name: "fit"}}}
	slip := "One.\n\n::: predict how\n" + how + "said Yes. It grows. | It cannot.\n:::"
	if _, err := l.Reread("", slip).Text(); err == nil || !strings.HasPrefix(err.Error(), "x.md:3: predict how: ") ||
		!strings.Contains(err.Error(), "It cannot.") {
		t.Errorf("a slip is said to be %v", err)
	}
}

// Exercises are counted in the prose as written, and are those of the text.
func TestExercises(t *testing.T) {
	l := &Lesson{Slug: "l", Prose: "Words.\n<!--\n::: exercise none\n:::\n-->\n::: exercise one Title\nHow many?\n" +
		"= 2 ± 0.1\n: Yes.\n! 2.\n:::\n\n::: predict two\nHow many?\n= 2 ± 0.1\n: Yes.\n:::\n"}
	text := Must(l.Text())
	read := 0
	for _, b := range text.Blocks {
		if b.Kind == "exercise" {
			read++
		}
	}
	if got := l.Exercises(); got != 1 || read != 1 {
		t.Errorf("%d exercises counted and %d read, want 1", got, read)
	}
}

// An answer is right to the digits a reader gives, two at least, unless it is a slip of
// its own; a number that is counted is exact.
func TestRoundedAnswers(t *testing.T) {
	for _, c := range []struct {
		value  float64
		answer string
		right  bool
	}{
		{math.Sqrt2 / 2, "0.71", true}, {math.Sqrt2 / 2, "0,707", true}, {math.Sqrt2 / 2, "0.7071", true},
		{math.Sqrt2 / 2, "0.7", false}, {math.Sqrt2 / 2, "0.708", false}, {math.Sqrt2 / 2, "0.72", false},
		{math.Sqrt2, "1.4", true}, {math.Sqrt2, "1.5", false}, {math.Sqrt2, "1", false},
		{1001, "1000", false}, {1001, "1.0e3", false}, {-1.0 / 3, "-0.33", true}, {math.E, "2.7", true},
		{2.75, "2.8", false}, // a miss of its own
	} {
		n := &NumberAnswer{Value: c.value, Tolerance: 1e-4, Misses: []Miss{{Value: 2.8, Tolerance: 0.01, Why: "why"}}}
		if v := n.judge(c.answer, "after"); v.Right != c.right || v.Why == "" {
			t.Errorf("%g answered by %s: %+v", c.value, c.answer, v)
		}
	}
}

// An explain block has a question and an answer of each quality, in that order whatever the
// author's, and every answer says why.
func TestExplanation(t *testing.T) {
	const whole = "Why?\nwrong No,\nand on.\n: Because $x$ is not.\ngood Yes.\n: It is.\nhalf Perhaps.\n: In part.\n"
	l := &Lesson{Slug: "l", Figures: []Figure{{Name: "fit"}}, Prose: "::: explain\n" + whole + ":::\n"}
	text := Must(l.Text())
	x := text.Blocks[0].Explain
	var read []string
	for _, m := range x.Models {
		read = append(read, m.Quality+" "+Plain(m.Text)+" "+Plain(m.Why))
	}
	if want := []string{"good Yes. It is.", "half Perhaps. In part."}; Plain(x.Ask) != "Why?\n" ||
		!slices.Equal(read[:2], want) || !strings.HasPrefix(read[2], "wrong No,\nand on. Because ") {
		t.Errorf("%q, %q", Plain(x.Ask), read)
	}
	if len(text.formulas) != 1 {
		t.Errorf("%d formulas are to be typeset, want 1", len(text.formulas))
	}
	if got := text.Blocks[0].Markdown(); got != "### In a sentence\n\nWhy?" {
		t.Errorf("a notebook asks %q", got)
	}
	if n := len(text.Screens()); n != 1 {
		t.Errorf("%d screens, want the title alone", n)
	}
	for _, bad := range []string{
		"", strings.TrimPrefix(whole, "Why?\n"), strings.Replace(whole, ": It is.\n", "", 1),
		strings.Replace(whole, "half Perhaps.\n: In part.\n", "", 1), whole + "good Again.\n: Why.\n",
		"Why?\n: On nothing.\n" + whole[5:], strings.Replace(whole, "good Yes.", "good ", 1),
	} {
		if _, err := new(Text).explanation(strings.TrimSpace(bad)); err == nil {
			t.Errorf("%q is read without complaint", bad)
		}
	}
}
