package concept_test

import (
	"maps"
	"math"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/concept"
	"github.com/gramophone-course/gramophone/lessons/course"
	_ "github.com/gramophone-course/gramophone/lessons/course/formulas"
	"github.com/gramophone-course/gramophone/lessons/reference"
)

// Each question is about another lesson, in the course's order, and has four choices of which one is right; each wrong
// one is a mistake that has a name.
func TestQuestions(t *testing.T) {
	mistakes := course.Must(reference.Mistakes())
	last, places := 0, map[int]int{}
	for _, e := range course.Must(concept.Questions()) {
		l, ok := lessons.Contents.Lookup(e.ID)
		if !ok || l.Number <= last {
			t.Errorf("%s is no lesson, or not after the one before", e.ID)
			continue
		}
		last = l.Number
		if len(e.Choices) != 4 {
			t.Errorf("%s has %d choices", e.ID, len(e.Choices))
		}
		for i, c := range e.Choices {
			if c.Right {
				places[i]++
			}
			named := slices.ContainsFunc(mistakes, func(m reference.Mistake) bool { return m.Name == c.Mistake })
			if named == c.Right {
				t.Errorf("%s, choice %d: right %t, with the mistake %q", e.ID, i+1, c.Right, c.Mistake)
			}
			if strings.Contains(e.Ask+c.Text+c.Why, "missing-formula") {
				t.Errorf("%s, choice %d: a formula is missing", e.ID, i+1)
			}
		}
	}
	if most := slices.Max(slices.Collect(maps.Values(places))); most > 5 || len(places) != 4 {
		t.Errorf("right choices stand at %v", places)
	}
}

// The page says twenty minutes: 200 words a minute, and 40 s to think about each question.
func TestTwentyMinutes(t *testing.T) {
	words := 0
	for _, e := range course.Must(concept.Questions()) {
		words += len(strings.Fields(e.Title + " " + course.Plain(e.Ask)))
		for _, c := range e.Choices {
			words += len(strings.Fields(course.Plain(c.Text)))
		}
	}
	if minutes := float64(words)/200 + concept.Count*40.0/60; minutes < 15 || minutes > 20 {
		t.Errorf("%d words: %.1f minutes", words, minutes)
	}
}

// rightAnswers are all right, or all wrong.
func rightAnswers(right bool) (a concept.Answers) {
	for q, e := range course.Must(concept.Questions()) {
		for i, c := range e.Choices {
			if c.Right == right {
				a[q] = i
			}
		}
	}
	return a
}

func TestRun(t *testing.T) {
	right, wrong := rightAnswers(true), rightAnswers(false)
	if right.Score() != concept.Count || wrong.Score() != 0 {
		t.Fatalf("scores are %d and %d", right.Score(), wrong.Score())
	}
	if concept.Key() != right {
		t.Errorf("the key is %s", concept.Key())
	}
	form := url.Values{}
	for q := range right {
		form.Set(concept.Field(q), string(rune('1'+right[q])))
	}
	read := func(q url.Values) concept.Run { return course.Must(concept.ReadRun(q)) }
	r := read(form)
	if !r.Sent || r.Before == nil || *r.Before != right || r.After != nil || r.Query() != "before="+right.String() {
		t.Errorf("a whole form is read as %+v", r)
	}
	form.Set("before", wrong.String())
	form.Set("again", "1")
	r = read(form)
	if !r.Sent || !r.Again || *r.Before != wrong || r.After == nil || *r.After != right {
		t.Errorf("the second form is read as %+v", r)
	}
	form.Set("q2", "7")
	form.Del("q15")
	r = read(form)
	if r.Sent || r.After != nil || !slices.Equal(r.Missing, []int{1, 14}) || len(r.Given) != concept.Count-2 {
		t.Errorf("a form with two answers left is read as %+v", r)
	}
	if r = read(url.Values{"before": {strings.ToLower(wrong.Noted())}}); r.Before == nil || *r.Before != wrong {
		t.Errorf("what is noted and typed is read as %+v", r)
	}
	for _, none := range []string{"A", strings.Repeat("E", concept.Count), strings.Repeat("-", concept.Count),
		strings.Repeat("A", 400), "é" + strings.Repeat("A", concept.Count-2)} {
		r = read(url.Values{"before": {none}, "after": {right.String()}, "again": {"1"}})
		if !r.Unreadable || r.Typed != none && len(none) < 40 || r.Before != nil || r.After != nil || r.Again {
			t.Errorf("before=%s is read as %+v", none, r)
		}
	}
}

// scored are answers of which so many, drawn, are right.
func scored(right, wrong concept.Answers, p float64, rng *rand.Rand) concept.Answers {
	a := wrong
	for q := range a {
		if rng.Float64() < p {
			a[q] = right[q]
		}
	}
	return a
}

// student draws one: of an ability of her own, with a guess in four, and what the course does to her.
func student(right, wrong concept.Answers, rng *rand.Rand) concept.Pair {
	ability := rng.NormFloat64()
	p := func(shift float64) float64 { return 0.25 + 0.75/(1+math.Exp(-ability-shift)) }
	gained := 1.2 + 0.6*rng.NormFloat64()
	return concept.Pair{Before: scored(right, wrong, p(-1.2), rng), After: scored(right, wrong, p(-1.2+gained), rng)}
}

// In classes drawn from students whose gain is known, the interval has it about 95 times in 100; it is not wider than
// it has to be, as what it says of the standard error is what the gains of these classes scatter by.
func TestGainCovers(t *testing.T) {
	right, wrong := rightAnswers(true), rightAnswers(false)
	rng := rand.New(rand.NewPCG(7, 11))
	many := make([]concept.Pair, 100_000)
	for i := range many {
		many[i] = student(right, wrong, rng)
	}
	truth := concept.GainOf(many).Gain
	for _, n := range []int{8, 15, 30, 60} {
		const classes = 2000
		covered, gains, wide := 0, make([]float64, classes), 0.0
		for k := range gains {
			pairs := make([]concept.Pair, n)
			for i := range pairs {
				pairs[i] = student(right, wrong, rng)
			}
			g := concept.GainOf(pairs)
			if g.High > 1 {
				t.Fatalf("an interval goes to %g", g.High)
			}
			if g.Low <= truth && truth <= g.High {
				covered++
			}
			gains[k], wide = g.Gain, wide+(g.High-g.Low)/2/classes
		}
		share := float64(covered) / classes
		t.Logf("%d students: %.1f %% of intervals have the gain %.3f; they are ± %.3f wide, gains scatter by %.3f", n,
			100*share, truth, wide, stat.StdDev(gains, nil))
		if share < 0.93 || share > 0.967 { // 2,000 classes tell it to ± 1 %
			t.Errorf("%d students: %.1f %% of intervals have the gain", n, 100*share)
		}
	}
}

func TestGainAtTheEdges(t *testing.T) {
	right, wrong := rightAnswers(true), rightAnswers(false)
	all := concept.Pair{Before: right, After: right}
	if g := concept.GainOf(nil); !math.IsNaN(g.Gain) || !math.IsNaN(g.Low) {
		t.Errorf("nobody gains %+v", g)
	}
	if g := concept.GainOf([]concept.Pair{all, all}); !math.IsNaN(g.Gain) || g.Before != 1 {
		t.Errorf("who knew all gain %+v", g)
	}
	if g := concept.GainOf(slices.Repeat([]concept.Pair{{Before: wrong, After: wrong}}, 8)); g.Rough() {
		t.Errorf("eight who knew nothing gain roughly %+v", g)
	}
	forty := concept.GainOf(slices.Repeat([]concept.Pair{all}, 40))
	if !concept.GainOf(make([]concept.Pair, 7)).Rough() || !forty.Rough() {
		t.Error("seven, or forty who knew all, gain surely")
	}
	one := wrong
	one[0] = right[0]
	if g := concept.GainOf([]concept.Pair{{Before: wrong, After: right}, {Before: one, After: wrong}}); g.High != 1 {
		t.Errorf("two students gain %+v", g)
	}
	if g := concept.GainOf([]concept.Pair{{Before: wrong, After: right}}); g.Gain != 1 || !math.IsNaN(g.Low) {
		t.Errorf("one student gains %+v", g)
	}
}

// An item that goes with the others correlates with the rest; one that is guessed does not.
func TestItemRest(t *testing.T) {
	right, wrong := rightAnswers(true), rightAnswers(false)
	rng := rand.New(rand.NewPCG(3, 5))
	pairs := make([]concept.Pair, 400)
	for i := range pairs {
		pairs[i] = student(right, wrong, rng)
		pairs[i].After[4] = right[4]
		if rng.IntN(2) == 0 { // a coin has it
			pairs[i].After[4] = wrong[4]
		}
		pairs[i].After[5] = right[5]
	}
	rest := concept.ItemRest(pairs)
	for q, r := range rest {
		switch {
		case q == 5 && !math.IsNaN(r), q == 4 && !(math.Abs(r) < 0.13), q != 4 && q != 5 && !(r > 0.13):
			t.Errorf("item %d has %.2f with the rest", q, r)
		}
	}
	// Of samples of 60 in which nothing goes with anything, 95 % have a correlation of less than what is known.
	within := 0
	for range 2000 {
		x, y := make([]float64, 60), make([]float64, 60)
		for i := range x {
			x[i], y[i] = float64(rng.IntN(2)), float64(rng.IntN(15))
		}
		if math.Abs(stat.Correlation(x, y, nil)) < concept.Known(60) {
			within++
		}
	}
	if within < 1870 || within > 1930 {
		t.Errorf("%d of 2,000 correlations are within ± %.3f", within, concept.Known(60))
	}
	if concept.ItemRest(pairs[:concept.MinItems-1]) != nil {
		t.Error("few students are compared by item")
	}
}
