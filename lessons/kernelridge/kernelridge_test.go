package kernelridge

import (
	"context"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gramophone/lessons/course"
	"gramophone/lessons/course/coursetest"
	"gramophone/lessons/data"
)

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson) }

// ridgeCurve is the curve of the figure fit at the x drawn that is nearest.
func ridgeCurve(t *testing.T, p *course.Picture, x float64) float64 {
	t.Helper()
	for _, s := range p.Series {
		if s.Name != "fit" {
			continue
		}
		best := 0
		for i, v := range s.Columns[0].Values {
			if math.Abs(v-x) < math.Abs(s.Columns[0].Values[best]-x) {
				best = i
			}
		}
		return s.Columns[1].Values[best]
	}
	t.Fatal("no curve")
	return 0
}

func TestRidgeOrderOfTheLesson(t *testing.T) {
	text, err := Lesson.Text()
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, b := range text.Blocks {
		if b.Kind != "prose" {
			kinds = append(kinds, strings.TrimSpace(b.Kind+" "+b.Name))
		}
	}
	want := []string{"figure fit", "predict limit", "figure path", "sentence", "worked", "margin", "proof", "proof", "break",
		"exercise twins", "exercise silent", "exercise convention", "exercise through", "exercise dual", "code fit", "sources"}
	if !slices.Equal(kinds, want) {
		t.Errorf("blocks %q, want %q", kinds, want)
	}
}

// What the prose says of a state is so in the figure.
func TestRidgeClaims(t *testing.T) {
	facts := facts()
	fit := func(query string) *course.Picture { _, p := coursetest.Draw(t, Lesson, "fit", query); return p }
	path := func(query string) *course.Picture { _, p := coursetest.Draw(t, Lesson, "path", query); return p }

	opens := fit("")
	if opens.Reached("follow") {
		t.Error("the first figure opens with its goal reached")
	}
	if !fit("bandwidth=7.36&lambda=0.000293").Reached("follow") || !fit("bandwidth=3.98").Reached("follow") {
		t.Error("the goal of the first figure is out of reach")
	}

	// The prediction: at λ = 10 almost nothing is left of the curve.
	if big := fit("lambda=10"); big.Find("rkhs_norm") > 0.02*opens.Find("rkhs_norm") || big.Find("train_rmse") < 0.98*facts["rms"] {
		t.Errorf("at λ = 10 the norm is %v and the train error %v of %v", big.Find("rkhs_norm"), big.Find("train_rmse"), facts["rms"])
	}

	// The path: train error rises, leave-one-out error has a wide valley.
	little, much, here := path("lambda=1e-12"), path("lambda=10"), path("")
	best := here.Find("best_loo_rmse")
	if little.Find("loo_rmse") < 2*best || much.Find("loo_rmse") < 2*best {
		t.Error("the path has no valley")
	}
	for _, s := range here.Series {
		lambdas, train, loo := s.Columns[0].Values, s.Columns[1].Values, s.Columns[2].Values
		if !slices.IsSorted(train) {
			t.Error("the train error does not rise with λ")
		}
		low, high := math.Inf(1), 0.0
		for i, v := range loo {
			if v < 1.02*best {
				low, high = min(low, lambdas[i]), max(high, lambdas[i])
			}
		}
		if high < 10*low {
			t.Errorf("the valley is narrow: from %v to %v", low, high)
		}
	}
	if here.Reached("ten") || here.Reached("best") || !path("lambda=0.000293").Reached("ten") {
		t.Error("the goal of the path opens reached, or is out of reach")
	}

	// The worked example is the figure at its preset.
	pair := fit("data=points&points=0,2;1,1&bandwidth=1&lambda=0.05")
	for _, s := range pair.Series {
		if s.Name == "alpha" {
			a := s.Columns[1].Values
			if math.Abs(a[0]-facts["pair-alpha1"]) > 1e-12 || math.Abs(a[1]-facts["pair-alpha2"]) > 1e-12 {
				t.Errorf("α = %v in the figure", a)
			}
		}
	}
	if math.Abs(ridgeCurve(t, pair, 0.5)-facts["pair-half"]) > 0.02 {
		t.Errorf("f(½) = %v in the figure, %v in the text", ridgeCurve(t, pair, 0.5), facts["pair-half"])
	}
	if facts["pair-reach"] <= 1 || facts["pair-alpha2"] >= 0 {
		t.Error("the first bump does not pass above the second point")
	}
	for name, difference := range map[string]float64{
		"e^(−1/2) is the similarity":      facts["pair-k"] - math.Exp(-0.5),
		"f(½) has both bumps at e^(−1/8)": facts["pair-half"] - math.Exp(-0.125)*(facts["pair-alpha1"]+facts["pair-alpha2"]),
		"a stem is a residual over nλ":    facts["pair-miss"] - facts["pair-shift"]*facts["pair-alpha1"],
		"leave-one-out is an honest fit":  facts["pair-loo"] - (2 - facts["pair-without"]),
	} {
		if math.Abs(difference) > 1e-12 {
			t.Errorf("%s: off by %v", name, difference)
		}
	}

	// The linear kernel is ridge regression on x, through the origin.
	d, sxy, sxx := data.MCycle(), 0.0, 0.0
	for i, x := range d.X {
		sxy += x[0] * d.Y[i]
		sxx += x[0] * x[0]
	}
	slope := sxy / (sxx + facts["n"]*0.01)
	if line := ridgeCurve(t, fit("kernel=linear"), 60); math.Abs(line-60*slope) > 1e-6 {
		t.Errorf("linear kernel: %v at 60, ridge regression has %v", line, 60*slope)
	}

	// Break it.
	for _, query := range []string{"lambda=0", "data=sine&lambda=0", "kernel=polynomial&degree=12"} {
		if fit(query).Message == "" {
			t.Errorf("%s: there is a curve", query)
		}
	}
	sine := coursetest.Values(t, fit("data=sine"), "data", "x")
	if sharing(sine) != 0 {
		t.Error("the sine has repeated x")
	}
	if needle := fit("bandwidth=0.3&lambda=1e-4"); needle.Find("train_rmse") > 0.7*opens.Find("train_rmse") || needle.Find("loo_rmse") < 1.3*opens.Find("loo_rmse") {
		t.Error("the needles neither fit nor fail")
	}
	geyser := fit("data=faithful&bandwidth=0.1&lambda=0.001")
	if end := ridgeCurve(t, geyser, 5.4); end > 2 || ridgeCurve(t, geyser, 4.9) < 75 || end != facts["faithful-end"] {
		t.Errorf("the curve of Old Faithful ends at %v", end)
	}
	if facts["centred-loo"] > facts["raw-loo"]/5 {
		t.Errorf("centring takes the error from %v to %v only", facts["raw-loo"], facts["centred-loo"])
	}
	if facts["poly-shift"]/facts["poly-top"] > 0x1p-52 {
		t.Error("nλ does not drown in rounding")
	}
}

func TestRidgeAnswers(t *testing.T) {
	right := map[string][]string{
		"limit":      {"3"},
		"twins":      {"1.333", "1.33"},
		"silent":     {"4"},
		"convention": {"1.33", "1.3300"},
		"through":    {"reached"},
	}
	wrong := map[string][]string{
		"limit":      {"1", "2", "4"},
		"twins":      {"2", "1.6", "1.5", "4"},
		"silent":     {"1", "2", "3"},
		"convention": {"0.01", "0.0000752", "7.5e-5", "133"},
	}
	for id, answers := range right {
		for _, a := range answers {
			if v, ok := coursetest.Ask(t, Lesson, id).Judge(a); !ok || !v.Right {
				t.Errorf("%s: %q is said to be wrong", id, a)
			}
		}
	}
	for id, answers := range wrong {
		for _, a := range answers {
			v, ok := coursetest.Ask(t, Lesson, id).Judge(a)
			if !ok || v.Right {
				t.Errorf("%s: %q is said to be right", id, a)
			}
			if v.Why == "" {
				t.Errorf("%s: nothing is said to %q", id, a)
			}
		}
	}

	// The numbers against arithmetic on paper.
	if v := coursetest.Ask(t, Lesson, "twins").Number.Value; math.Abs(v-4.0/3) > 1e-4 {
		t.Errorf("twins: %v", v)
	}
	misses := coursetest.Ask(t, Lesson, "twins").Number.Misses
	if math.Abs(misses[0].Value-2) > 1e-9 || math.Abs(misses[1].Value-4/2.5) > 1e-4 {
		t.Errorf("twins: misses %v", misses)
	}

	// The proof in the order of the source, as it is shown mixed.
	coursetest.InOrder(t, coursetest.Ask(t, Lesson, "dual"))
}

// The answers that are states of a figure.
func TestRidgeStatesThatAnswer(t *testing.T) {
	fit := func(query string) *course.Picture { _, p := coursetest.Draw(t, Lesson, "fit", query); return p }

	// The sum loss with λ = 1.33 is the same curve.
	sum := url.Values{"convention": {"sum"}, "lambda": {strconv.FormatFloat(facts()["sum-lambda"], 'f', 2, 64)}}
	for _, x := range []float64{0, 20, 30, 60} {
		if a, b := ridgeCurve(t, fit(""), x), ridgeCurve(t, fit(sum.Encode()), x); math.Abs(a-b) > 1e-9 {
			t.Errorf("at %v the sum loss gives %v, the mean loss %v", x, b, a)
		}
	}

	for query, reached := range map[string]bool{
		"data=sine":                                false,
		"data=sine&lambda=0":                       false, // singular
		"data=sine&kernel=exponential":             false,
		"data=sine&kernel=exponential&lambda=0":    true,
		"data=sine&bandwidth=0.1&lambda=0":         true,
		"data=sine&kernel=exponential&lambda=1e-6": true,
	} {
		if fit(query).Reached("interpolate") != reached {
			t.Errorf("%s: interpolate reached is %v", query, !reached)
		}
	}
	if twins := fit("data=points&points=0,1;0,3&bandwidth=1&lambda=0.5"); math.Abs(ridgeCurve(t, twins, 0)-4.0/3) > 0.01 {
		t.Errorf("two readings at one place give %v", ridgeCurve(t, twins, 0))
	}
	facts := facts()
	if facts["gauss-loo"] < 100*facts["rough-loo"] || facts["rough-loo"] > 0.3 {
		t.Errorf("interpolating: %v with the Gaussian, %v with the exponential kernel", facts["gauss-loo"], facts["rough-loo"])
	}
}

func TestPointingBeyondTheDataIsClamped(t *testing.T) {
	f := course.NewForm(course.ParseQuery("at=500"))
	p, err := buildFit(f)(context.Background(), course.NewMemo(1<<20))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"at: 500 is above 133; using 133."}, f.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	if !strings.Contains(p.Datum, "Point 133 at x = 57.6 ms") || math.IsNaN(p.Find("leverage")) {
		t.Errorf("datum %q, leverage %g", p.Datum, p.Find("leverage"))
	}
}
