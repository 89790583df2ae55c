package course

import (
	"strings"
	"testing"
)

const twinsProse = `Words.

::: exercise twins Twins
What is $f(0)$ for $y = (@{a|tex}, @{b})$ and $z = 2 @{b|plus} x$?
if big And it is big.
unless big And it is small.
= @{f|%.9g} ± 0.005
: Since $f(0) = @{f|frac}$. [See it](?fit.points=0,@{a|link};0,@{b|link})
~ @{twice|%.9g} ± 0.005
  : Twice too much.
:::

::: exercise order Order
Put them in order.
1. one
1. two
1. three
:::
`

func twins() *Lesson {
	return &Lesson{Slug: "drawn", Prose: twinsProse, Figures: []Figure{{Name: "fit"}}, Fresh: map[string]Fresh{
		"twins": func(d *Dice) {
			a, b := d.Whole("a", 1, -4, 8), d.Whole("b", 3, -4, 8)
			f := float64(a+b) / 4
			d.Set("f", f)
			d.Set("twice", 2*f)
			d.SetIf("big", f > 1)
			d.Want(a != b && f != 0)
		},
	}}
}

// Exercises are asked again with other numbers, the same ones for a seed, and with what follows from them; formulas
// have them in their places.
func TestExercisesAreAskedAgain(t *testing.T) {
	UseFormulas([]byte(`{
		"i:y = (\\text{slota}, \\text{slotb})": "<math>y(<mtext>slota</mtext>,<mtext>slotb</mtext>)</math>",
		"i:z = 2 \\text{slota} x": "<math>z2<mtext>slota</mtext>x</math>",
		"i:f(0) = \\text{slota}": "<math>f<mtext>slota</mtext></math>", "i:f(0)": "<math>f0</math>"}`))
	defer UseFormulas([]byte("{}"))
	l := twins()
	seen := map[string]bool{}
	for seed := range uint64(201) {
		e, ok, err := l.Again("twins", seed)
		if err != nil || !ok {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if again, _, _ := l.Again("twins", seed); again.Ask != e.Ask {
			t.Fatalf("seed %d asks %q, and then %q", seed, e.Ask, again.Ask)
		}
		facts, _, err := l.Fresh["twins"].Throw("twins", seed)
		if err != nil {
			t.Fatal(err)
		}
		a, b := facts["a"], facts["b"]
		if seed == 0 && (a != 1 || b != 3) {
			t.Errorf("the lesson prints %v and %v", a, b)
		}
		if e.Number.Value != (a+b)/4 || e.Number.Misses[0].Value != (a+b)/2 {
			t.Errorf("seed %d: %+v for %v and %v", seed, e.Number, a, b)
		}
		want := "<math>y(" + inMathML("tex", Value(a)) + "," + inMathML("tex", Value(b)) + ")</math>"
		want = strings.ReplaceAll(want, "<mn>−", `<mrow><mo form="prefix" stretchy="false">−</mo><mn>`)
		if a >= 0 && b >= 0 && !strings.Contains(e.Ask, want) {
			t.Errorf("seed %d: %s lacks %s", seed, e.Ask, want)
		}
		if strings.Contains(e.Ask, "missing-formula") || strings.Contains(e.Ask, "slot") ||
			strings.Contains(e.Ask, "big") == strings.Contains(e.Ask, "small") ||
			strings.Contains(e.Ask, "big") != ((a+b)/4 > 1) {
			t.Errorf("seed %d asks %s", seed, e.Ask)
		}
		seen[e.Ask] = true
	}
	if len(seen) < 20 {
		t.Errorf("%d questions are drawn", len(seen))
	}
}

// Steps come in other orders, never in the right one; nothing else is asked again, nor what is not there.
func TestOrdersAreDrawn(t *testing.T) {
	l := twins()
	seen := map[string]bool{}
	for seed := range uint64(50) {
		e, ok, err := l.Again("order", seed)
		if err != nil || !ok {
			t.Fatal(err)
		}
		order := ""
		for _, place := range e.Order() {
			order += e.Steps[place].Text
		}
		if seen[order] = true; order == "onetwothree" {
			t.Errorf("seed %d is already right", seed)
		}
	}
	if len(seen) != 5 {
		t.Errorf("%d of 5 orders", len(seen))
	}
	if _, ok, err := l.Again("nothing", 3); ok || err != nil {
		t.Errorf("what is not there is asked: %v", err)
	}
}

// A slip of an author names its line.
func TestSlipsOfWhatIsDrawn(t *testing.T) {
	for slip, line := range map[string]string{
		"@{f|%.9g} ± 0.005": "@{g} ± 0.005", "if big ": "if nothing ", "@{f|frac}": "@{f|count}",
	} {
		l := twins()
		l.Prose = strings.Replace(l.Prose, slip, line, 1)
		if _, err := l.Text(); err == nil || !strings.HasPrefix(err.Error(), "drawn.md:3: ") {
			t.Errorf("%s: %v", line, err)
		}
	}
	l := twins()
	l.Fresh["twins"] = func(d *Dice) { d.Want(false) }
	if _, err := l.Text(); err == nil {
		t.Error("the printed numbers are not as wanted, and nothing is said")
	}
	l = twins()
	l.Fresh["else"] = l.Fresh["twins"]
	if _, err := l.Formulas(); err == nil {
		t.Error("numbers are drawn for no exercise, and nothing is said")
	}
}

// Numbers in formulas have a sign that is one, and fractions a bar.
func TestNumbersInFormulas(t *testing.T) {
	for slot, want := range map[string][2]string{
		`\slot{tex:-3}`:    {`<mrow><mo form="prefix" stretchy="false">−</mo><mn>3</mn></mrow>`, "-3"},
		`\slot{tex:0.25}`:  {"<mn>0.25</mn>", "0.25"},
		`\slot{plus:2}`:    {"<mo>+</mo><mn>2</mn>", "+2"},
		`\slot{plus:-2}`:   {"<mo>−</mo><mn>2</mn>", "-2"},
		`\slot{frac:1/3}`:  {"<mfrac><mn>1</mn><mn>3</mn></mfrac>", `\tfrac{1}{3}`},
		`\slot{frac:-4/1}`: {`<mrow><mo form="prefix" stretchy="false">−</mo><mn>4</mn></mrow>`, "-4"},
	} {
		template, fill := gapsOf(slot)
		if template != `\text{slota}` || filled("<mtext>slota</mtext>", fill) != want[0] || inTeX(slot) != want[1] {
			t.Errorf("%s is %q in MathML, and %q in TeX", slot, filled("<mtext>slota</mtext>", fill), inTeX(slot))
		}
	}
}

// A sheet draws beyond the seeds that pages open, asks what a page asks, and has formulas as TeX where it is told to.
func TestOnSheet(t *testing.T) {
	l := &Lesson{Slug: "sheet", Title: "T", Prose: `Words.

::: exercise sum A sum
What is $@{a} @{b|plus}$ for $x < y$ and $\T\K$?
= @{f|%.9g} ± 0.1
: Right.
~ @{less|%.9g} ± 0.1
: The difference.
! $@{f}$.
:::

::: predict before Before
One?
- [x] Yes
  : So it is.
- [ ] No
  : It is.
:::
`, Fresh: map[string]Fresh{"sum": func(d *Dice) {
		a, b := d.Whole("a", 1, 2, 900), d.Whole("b", 3, 2, 900)
		d.Set("f", float64(a+b))
		d.Set("less", float64(a-b))
	}}}
	for _, seed := range []uint64{0, MostSeed + 1, 1 << 60} {
		page, ok, err := l.OnSheet("sum", seed, false)
		if err != nil || !ok || page.Seed != seed {
			t.Fatalf("seed %d: %v, %v", seed, ok, err)
		}
		tex, _, err := l.OnSheet("sum", seed, true)
		if err != nil || tex.Number.Value != page.Number.Value || strings.Contains(tex.Ask, "slot") ||
			!strings.Contains(tex.Ask, `for \(x &lt; y\)`) || strings.Contains(tex.Ask, `\T`) {
			t.Errorf("seed %d: %v, %q", seed, err, tex.Ask)
		}
	}
	for _, one := range []struct {
		id   string
		seed uint64
	}{{"sum", 1}, {"sum", MostSeed}, {"before", 0}, {"none", 0}} {
		if _, ok, err := l.OnSheet(one.id, one.seed, false); ok || err != nil {
			t.Errorf("%s is on a sheet with seed %d: %v", one.id, one.seed, err)
		}
	}
	if _, ok, _ := l.Again("sum", MostSeed+1); ok {
		t.Error("a page opens a sheet's seed")
	}
	first := Must(l.Revision("sum"))
	same := &Lesson{Slug: l.Slug, Title: l.Title, Prose: l.Prose, Fresh: l.Fresh}
	other := &Lesson{Slug: l.Slug, Title: l.Title, Fresh: l.Fresh,
		Prose: strings.Replace(l.Prose, "The diff", "A diff", 1)}
	if Must(same.Revision("sum")) != first || Must(other.Revision("sum")) == first || Must(l.Revision("none")) != "" {
		t.Error("a revision does not follow what an exercise says")
	}
}
