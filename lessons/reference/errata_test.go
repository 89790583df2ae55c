package reference

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

func TestEveryCardIsWhole(t *testing.T) {
	cards := course.Must(Errata())
	lectures, hold := map[string]int{}, 0
	for _, e := range cards {
		if e.Vote.Choices[0].Right {
			hold++
		}
		lectures[e.Lecture]++
		if e.Title == "" || e.Statement == "" || e.Home == "" || e.HTML == "" || e.Vote.Solution == "" {
			t.Errorf("%s lacks a part", e.Slug)
		}
		if e.Lecture != "" && e.Place == "" {
			t.Errorf("%s: where in lecture %s?", e.Slug, e.Lecture)
		}
		right := 0
		for _, c := range e.Vote.Choices {
			if c.Right {
				right++
			}
			if c.Why == "" {
				t.Errorf("%s says nothing to %s", e.Slug, course.Plain(c.Text))
			}
		}
		if right != 1 {
			t.Errorf("%s has %d right votes", e.Slug, right)
		}
	}
	if len(cards) != 24 || lectures[""] != 5 {
		t.Errorf("%d cards, %d of readers", len(cards), lectures[""])
	}
	if hold != 3 { // else whoever always votes against is always right, or nearly
		t.Errorf("%d cards hold", hold)
	}
	for _, l := range ErrataLectures {
		if lectures[l.Lecture] == 0 {
			t.Errorf("%s has no card", l.Name)
		}
	}
}

// Each card is linked from a lesson, or says why from none.
func TestLessonsLinkToTheirCards(t *testing.T) {
	files, err := filepath.Glob("../*/*.md")
	if err != nil || len(files) < 20 {
		t.Fatal(err, len(files))
	}
	prose := ""
	for _, file := range files {
		body := course.Must(os.ReadFile(file))
		prose += string(body)
	}
	for _, e := range errata {
		if linked := strings.Contains(prose, "](../errata/"+e.Slug+")"); linked == (e.Unlinked != "") {
			t.Errorf("%s: linked from a lesson: %v; why not: %q", e.Slug, linked, e.Unlinked)
		}
	}
}

// What the list of slips that the cards are made from says, found by other programs.
func TestNumbersOnTheCards(t *testing.T) {
	f := errataFacts()
	rounded := func(name string, want, step float64) {
		t.Helper()
		if v, ok := f[name]; !ok || math.Abs(v-want) > step/2 {
			t.Errorf("%s is %v, want %v", name, v, want)
		}
	}
	rounded("sign-entry", -1, 0)
	rounded("sign-least", 0, 1e-15)
	rounded("sign-most", 2, 1e-14)
	rounded("limit-0.001", 4e-6, 1e-6)
	rounded("limit-1000", 0.9999993, 1e-7)
	rounded("min-one", -1, 0)
	rounded("min-line", -19.7, 0.1)
	rounded("min-half", 0, 1e-12)
	for _, at := range []string{"-3", "+0", "+3"} {
		rounded("loss-bit"+at, math.Ln2, 1e-15)
	}
	rounded("basis-without", 0.298, 0.001)
	rounded("basis-with", 0.546, 0.001)
	rounded("basis-sum", f["basis-without"], 1e-15)
	rounded("product", 0.06, 1e-16)
	rounded("product-slide", 0.03, 1e-16)
	rounded("median-all", 0.770, 0.001)
	rounded("median-pairs", 0.791, 0.001)
	rounded("arc-least", -0.111, 0.001)
	rounded("edit-least", -0.0429, 0.0001)
	for p, d := range map[string]float64{"1": 4, "2": 10, "3": 20} {
		rounded("features-"+p, d, 0)
		rounded("exponent-"+p, d-1, 0)
	}
	rounded("round-across", math.Exp(-1), 1e-15)
	rounded("diamond-across", math.Exp(-math.Sqrt2), 1e-15)
	for _, j := range []string{"1", "2"} {
		rounded("derived-"+j, f["value-"+j]/30, 1e-12)
		rounded("column-"+j, f["value-"+j]*f["value-"+j]/30, 1e-12)
	}
	rounded("signs-minus", 1.3251167493676237, 1e-12) // NumPy's, as is the next
	rounded("signs-least", -39.75350248102873, 1e-10)
	rounded("exponential-least", math.E-1/math.E, 1e-14)
	rounded("exponential-most", math.E+1/math.E, 1e-14)
	rounded("exponential-minus", 1/math.E-math.E, 1e-14)
	for name, want := range map[string]float64{"first": -1, "second": 1, "left": -2, "right": 2, "objective": 6,
		"worse": 9} {
		rounded("another-"+name, want, 1e-14)
	}
	rounded("klr-inside", f["klr-lambda"]/30, 1e-15)
	for text, holds := range map[string]bool{
		"a polynomial with r < 0": f["offset-1"] < -60 && f["offset+0"] > -1e-12 && f["offset+1"] > -1e-12,
		"the gradient of half a loss": f["half-stated"] > 0.05 && f["half-stated"] < 0.1 &&
			f["half-mended"] < 2e-14,
		"the gradient of equation 43":         f["equation-stated"] > 1 && f["equation-other"] < 1e-13,
		"the gradient of equation 43, mended": f["equation-mended"] < 1e-13,
		"class 0 can be dropped":              f["bits-gradient"] < 1e-15 && f["bits-least"] > 0,
		"the weaker penalty": f["norm-inside"] > 2*f["norm-outside"] &&
			f["sure-inside"] > f["sure-outside"],
		"primal and dual parameters": f["transposed-gap"] < 1e-14,
		"a swing costs norm, and nothing else": f["swing-norm-10"] > 2*f["swing-norm-0"] &&
			f["swing-miss-10"] < 1e-13,
		"singular in sixteen digits": f["singular"] == 1 && math.Abs(f["singular-least"]) < 1e-13 &&
			f["closest"] > 1e-3,
		"the straight distance convicts nobody": f["chord-least"] > 0,
		"a gap above 1e-12, within what is allowed": f["gap-1"] < 1e-12 && f["gap-9"] > 1e-12 &&
			f["gap-9"] < f["allowed-9"],
		"centred with a plus": f["signs-plus"] < 1e-15,
		"allowed everywhere":  f["gap-1"] < f["allowed-1"] && f["gap-5"] < f["allowed-5"],
		"the first direction is the mean": f["raw-cosine"] > 0.99 && f["raw-cosine"] <= 1 &&
			f["raw-share"] > 60,
	} {
		if !holds {
			t.Errorf("not so: %s", text)
		}
	}
}
