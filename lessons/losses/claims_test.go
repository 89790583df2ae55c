package losses

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/many/manytest"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// What the prose says of its states and of many samples.
func TestClaims(t *testing.T) {
	f := facts()
	claim := coursetest.Claims(t)
	claim(f["slip"] == -f["true"] && f["slip"] > 0, "a minus sign is lost")
	claim(f["copied"]+f["kept"] == f["readings"], "the others are kept aside")
	claim(f["squared-largest"] > 4*f["clean-largest"], "the slip is missed by far more than any reading without it")
	claim(f["squared-there"] > f["clean-there"]+60, "the slip lifts the squared curve")
	claim(f["far-squared-there"]-f["squared-there"] > 40, "the squared curve rises by 40 g or more")
	claim(math.Abs(f["far-absolute-there"]-f["absolute-there"]) < 1e-9, "the absolute one stays")
	claim(f["absolute-there"] < -80 && f["absolute-kept"] < f["squared-kept"]-10, "the absolute curve finds its way")
	claim(f["brittle-kept"] > f["squared-kept"]+15 && f["brittle-there"] > 0,
		"the brittle one is worse than the squared")
	claim(f["huber-kept"] < 28 && f["epsilon-kept"] < 28, "Huber’s and the tube are robust too")
	claim(f["epsilon-silent"] > 0 && f["absolute-silent"] == 0 && f["huber-silent"] == 0, "only the tube is sparse")
	claim(f["slip-wins"] > 97 && f["slip-huber"] > 97, "with a slip the robust are nearer, nearly always")
	claim(f["clean-wins"] < 35 && f["clean-cost"] > 0.5, "without one the absolute loss seldom is")
	claim(f["clean-huber-loses"] < 50 && math.Abs(f["clean-huber-cost"]) < 0.1,
		"a wide Δ costs little of that")
	claim(f["blind-silent"] == f["copied"] && f["blind-there"] == 0, "a tube of 120 g sees nothing")
	claim(f["brittle-m"] > 1 && f["brittle-m"] < 8, "few share the brittle pull")

	coursetest.Same(t, coursetest.Of(f), 2e-10, map[string]float64{
		"three-absolute": 2, "three-brittle": 5, "four-absolute": 2, "four-brittle": 8,
		"three-squared": 4 / 1.001, "four-squared": 6 / 1.001,
		"hand-alpha1": -2, "hand-alpha2": 2, "hand-alpha3": 0, "hand-margin1": 1, "hand-margin2": 1, "hand-margin3": 5,
		"hand-svm-margin": 0.5, "hand-svm-m": 2,
	})
	coursetest.Same(t, coursetest.Of(f), 8e-13, map[string]float64{
		"svm-bytes": 8 * 3 * 49, "ridge-bytes": 8 * 3 * 155, "zinc": 33, // samples have too much
	})
	claim(f["absolute-steps"] >= 5 && f["absolute-steps"] <= 40, "some dozen systems for |r|")
	claim(math.Abs(f["far"]-2*f["slip"]) < 1, "the worse slip is twice as bad")
	claim(f["alone-m"] == f["svm-m"], "the vectors alone are the vectors")
	claim(f["firm-m"] < f["svm-m"] && f["firm-m"] <= fewGoal, "a larger C and wider bumps need fewer")
	claim(f["firm-points-wrong"] < wrongGoal && math.Abs(f["firm-squares-wrong"]-f["zinc-share"]) < 2,
		"by squares it is hardly better than to call all clean")
	claim(f["mild-m"] > f["svm-m"], "a smaller C needs more")
	claim(f["bare-m"] != f["svm-m"] && f["bare-m"] > 40, "the offset makes another fit")
	claim(f["narrow-m"] == f["soil"], "a narrow kernel rings all")
	claim(f["linear-multiplications"] == 0, "no line is better than none")
	claim(f["soft-bounded"] > 0.7*f["soft-m"], "most pull with all of a small C")
	claim(f["moons-wins"] < 50 && f["moons-loses"] < 50, "neither has more right in most samples")
	claim(f["moons-share"] < 60, "it saves points")

	// C = 0.01: the map is one class.
	soft := coursetest.Opened(t, Lesson, "svm", "C=0.01")
	claim(math.Abs(soft.Find("train_right")-100*122.0/155) < 1e-9, "all are called by the larger class")
	form := course.NewForm(course.ParseQuery("C=0.01"))
	d := points.OfTwoInputs(form, points.Offer{Data: "meuse"})()
	f1 := engine.Expansion{Kernel: engine.Gaussian{Length: openWidth}, X: d.Data.X,
		Alpha: coursetest.Values(t, soft, "alpha", "alpha")}
	i := 0 // a sample tells the offset
	label, margin := coursetest.Values(t, soft, "data", "y")[i], coursetest.Values(t, soft, "alpha", "margin")[i]
	offset := label*margin - f1.Eval(d.Data.X[i])
	x, axis := d.Axes()
	for _, node := range (plots.Grid{X: x, Y: axis, Cols: 41, Rows: 41}).Nodes() {
		if f1.Eval(node)+offset >= 0 {
			t.Fatalf("C = 0.01: f is positive at %v", node)
		}
	}
	// What the boundary of logistic regression says is nearly the same.
	beside := coursetest.Opened(t, Lesson, "svm", "beside=logistic")
	agree := 0
	ours, theirs := coursetest.Values(t, beside, "alpha", "margin"), coursetest.Values(t, beside, "rival", "margin")
	for i := range ours {
		if (ours[i] >= 0) == (theirs[i] >= 0) {
			agree++
		}
	}
	claim(agree >= 145, "hinge and logistic agree at nearly all samples")
	claim(nonzero(coursetest.Values(t, beside, "rival", "alpha")) == 155, "all logistic coefficients count")
	ridge := coursetest.Opened(t, Lesson, "svm", "beside=ridge")
	y, at := coursetest.Values(t, ridge, "data", "y"), coursetest.Values(t, ridge, "rival", "margin")
	negative := 0
	for i, a := range coursetest.Values(t, ridge, "rival", "alpha") {
		if at[i] > 1+1e-6 {
			claim(a*y[i] < 0, "ridge pulls back at margins past 1")
			negative++
		}
	}
	claim(negative > 10, "some margins are past 1")
}

// The theorem: 2nλαᵢ is the slope of the loss, in every state with a mean loss.
func TestSlopes(t *testing.T) {
	for loss, slope := range map[string]func(r float64) (low, high float64){
		"squared":  func(r float64) (float64, float64) { return 2 * r, 2 * r },
		"absolute": func(r float64) (float64, float64) { return sided(r, 0) },
		"huber": func(r float64) (float64, float64) {
			s := 2 * math.Max(-20, math.Min(20, r))
			return s, s
		},
		"epsilon": func(r float64) (float64, float64) {
			low, _ := sided(r, 15)
			_, high := sided(r, -15)
			between := math.Max(low, 0) + math.Min(high, 0)
			return between - atKink(r, -15), between + atKink(r, 15)
		},
	} {
		p := coursetest.Opened(t, Lesson, "regression", "loss="+loss)
		lambda := openLambda * perUnit(loss, "points")
		if loss == "squared" {
			p = coursetest.Opened(t, Lesson, "regression", "")
		}
		r := coursetest.Values(t, p, "alpha", "residual")
		for i, a := range coursetest.Values(t, p, "alpha", "alpha") {
			low, high := slope(r[i])
			if pull := 2 * float64(len(r)) * lambda * a; pull < low-1e-5 || pull > high+1e-5 {
				t.Errorf("%s: point %d pulls with %v at %v, where the slope is %v to %v",
					loss, i+1, pull, r[i], low, high)
			}
		}
	}
}

// A point is a support vector if its αᵢ is not 0, however small C or the data make it, and f
// is a constant only where nothing else costs less.
func TestRingsAtEveryScale(t *testing.T) {
	for query, want := range map[string]float64{
		"": 49, "bandwidth=20": 69, // as scikit-learn has them
		"data=points&points=0,0,1":                          0,
		"data=points&kernel=linear&points=0,0,-1;10000,0,1": 2, "data=points&kernel=linear&points=0,0,-1;0.001,0,1": 2,
	} {
		p := coursetest.Opened(t, Lesson, "svm", query)
		coursetest.Within(t, p.Find("support"), want, 0, "%q: how many support vectors there are", query)
		if margin := p.Find("margin"); math.IsInf(margin, 1) != (want == 0) {
			t.Errorf("%q: a margin of %v", query, margin)
		}
	}
	// Of a constant the dual has α that are not 0, as LIBSVM has, one choice of many, and f needs
	// none of them: nobody says how many there are.
	for _, query := range []string{"kernel=linear", "data=points&points=1,1,1;1,1,-1"} {
		p := coursetest.Opened(t, Lesson, "svm", query)
		if !math.IsNaN(p.Find("support")) || nonzero(coursetest.Values(t, p, "alpha", "alpha")) == 0 ||
			p.Find("multiplications") != 0 || !math.IsInf(p.Find("margin"), 1) {
			t.Errorf("%q: %v support vectors, %v multiplications, a margin of %v", query, p.Find("support"),
				p.Find("multiplications"), p.Find("margin"))
		}
	}
	none := coursetest.Opened(t, Lesson, "svm", "data=points&points=1,1,1;1,1,-1")
	coursetest.Within(t, none.Find("train_right"), 0, 0, "how many are on their side where f is 0")
}

// Of what is not known to be the minimum nothing is said that only the minimum is.
func TestUnfinished(t *testing.T) {
	K := mat.NewSymDense(2, []float64{1, 0, 0, 1})
	d := &points.Labelled{}
	for _, c := range []struct {
		found       vectors
		ok, no, yes string
	}{
		{
			vectors{alpha: []float64{1, -1}, support: []int{0, 1}, norm: math.Sqrt2, objective: 1},
			"done", "best boundary found", "dual problem proves",
		},
		{
			vectors{alpha: []float64{.1, -.1}, support: []int{0, 1}, norm: math.Sqrt(.02), objective: .19,
				violation: .9},
			"", "dual problem proves", "best boundary found",
		},
		{vectors{alpha: []float64{0, 0}, violation: 1}, "", "no boundary is better", "no boundary that was found"},
	} {
		c.found.bumps = c.found.alpha
		m := &machine{Labelled: d, y: []float64{1, -1}, C: 10, gram: K, of: []int{0, 1}, fitted: &c.found}
		m.edge = edge{2, true, 1}
		said := m.certificate()
		if text := said.Line + " " + m.saysMachine().String(); said.OK != (c.ok != "") ||
			strings.Contains(text, c.no) || !strings.Contains(text, c.yes) {
			t.Errorf("α = %v: OK is %t, and it says %q", c.found.alpha, said.OK, text)
		}
	}
}

// Twins share what they pull with, so that other rings do as well; and so it is to rounding
// where K is nearly constant.
func TestRingsThatAreNotTheOnly(t *testing.T) {
	for query, only := range map[string]bool{
		"": true, "bandwidth=20": true, "bandwidth=100": false, "data=points&points=0,0,1;0,0,1;1,0,-1": false,
		"data=points&points=0,0,1;1,0,-1": true,
	} {
		if c := coursetest.Opened(t, Lesson, "svm", query).Find("condition"); (c < 1e12) != only {
			t.Errorf("%q: a condition number of %v", query, c)
		}
	}
}

// A reading far from all others that pulls a little pulls.
func TestPullsALittle(t *testing.T) {
	p := coursetest.Opened(t, Lesson, "regression", "loss=absolute&bandwidth=0.5")
	if silent := p.Find("silent"); silent != 0 || nonzero(p.Column("alpha", "alpha")) != len(p.Column("data", "x")) {
		t.Errorf("%v points are said not to pull, and α are %v", silent, p.Column("alpha", "alpha"))
	}
}

// atKink is 1 where r is at a kink, and 0 elsewhere.
func atKink(r, kink float64) float64 {
	if math.Abs(r-kink) < 1e-6 {
		return 1
	}
	return 0
}

// sided are the slopes of |r − at|.
func sided(r, at float64) (low, high float64) {
	low, high = -1, 1
	if r > at+1e-6 {
		low = 1
	}
	if r < at-1e-6 {
		high = -1
	}
	return low, high
}

// A reader who changes the loss sees λ move with its unit, and a link keeps its own.
func TestLambdaFollowsTheLoss(t *testing.T) {
	for query, want := range map[string]float64{
		"loss=absolute": openLambda / 40, "loss=absolute&lambda=0.01&was=squared": openLambda / 40,
		"loss=squared&lambda=0.00025&was=absolute": openLambda,
		"loss=huber&lambda=0.02&was=squared":       0.02, "loss=brittle&lambda=0.001&was=absolute": 0.001,
		"loss=absolute&lambda=0.01": 0.01,
	} {
		form, _ := coursetest.Draw(t, Lesson, "regression", query)
		coursetest.Within(t, form.Control("lambda").Number(), want, 1e-12, "%s: λ", query)
	}
}

func TestWhatManySamplesSay(t *testing.T) {
	t.Parallel()
	manytest.Recounted(t, "shares.csv", many.Parse(recorded), studies()...)
}

// Where a similarity is no kernel there is no fit, and many samples are asked about all the same.
func TestManySamplesWithoutAFit(t *testing.T) {
	for _, query := range []string{"data=moons&kernel=sigmoid", "kernel=sigmoid", "data=points&points=0,0,1;1,1,-1"} {
		_, p := coursetest.Draw(t, Lesson, "svm", query+"&many=30")
		if p.Among == nil {
			t.Fatalf("%s: nobody is asked", query)
		}
		for _, r := range p.Among.Rivals {
			if p.Message != "" && r.Of > 0 && query == "kernel=sigmoid" {
				t.Errorf("%s: %s is compared in %d samples", query, r.Name, r.Of)
			}
		}
	}
	coursetest.Draw(t, Lesson, "regression", "points=0,1&many=60")
	coursetest.Draw(t, Lesson, "regression", "data=outliers&loss=absolute&many=60")
}

// What a reader is told of readings without a slip is what the prose counts: each loss at the
// best of five λ.
func TestWithoutTheSlipAsRecorded(t *testing.T) {
	recorded := many.Parse(recorded)
	for query, name := range map[string]string{
		"loss=absolute&many=60": "clean-wins", "loss=huber&delta=40&many=60": "clean-huber",
	} {
		claims := coursetest.Opened(t, Lesson, "regression", query).Among.Claims
		i := slices.IndexFunc(claims, func(c course.Counted) bool { return c.Name == "loss-wins-clean" })
		if got := claims[i].Share; got != recorded[name].First {
			t.Errorf("%s: %+v; recorded is %+v", query, got, recorded[name].First)
		}
	}
}

// slipSamples compare losses over many choices of the readings that are copied, each at the
// best of five λ.
var slipSamples = many.Study{
	Claims: []string{"slip-wins", "slip-huber", "clean-wins", "clean-huber", "clean-huber-loses"},
	Draw: func(seed int) []many.Outcome {
		slip, clean := copies(seed)
		return []many.Outcome{many.Less(slip[1], slip[0]), many.Less(slip[2], slip[0]),
			many.Less(clean[1], clean[0]), many.Less(clean[2], clean[0]), many.Less(clean[0], clean[2])}
	},
}

// moonSamples compare both over many samples.
var moonSamples = many.Study{
	Claims: []string{"moons-wins", "moons-loses", "moons-half"},
	Draw: func(seed int) []many.Outcome {
		svm, ridge, support := moonErrors(seed)
		return []many.Outcome{many.Less(svm, ridge), many.Less(ridge, svm), many.If(2*support < moons)}
	},
}

// studies are what shares.csv has.
func studies() []many.Study {
	svm, _ := Lesson.Figure("svm")
	return []many.Study{slipSamples, moonSamples, svm.Study("")}
}
