package gold

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/plots"
)

func TestLesson(t *testing.T) {
	coursetest.Check(t, Lesson,
		coursetest.Statement{"CPSC 340", "kernel methods first came from mining engineering, as kriging",
			"CPSC 340 says that kernel methods first came from there"},
		coursetest.Statement{"CPSC 340", "a mining company wants to find gold", "how much lay between them"},
		coursetest.Statement{"CPSC 340", "drill holes, measure the gold content", "Click on a site to drill it"},
		coursetest.Statement{"CPSC 340", "build a kernel regression model", "kernel ridge regression on all of them"},
		coursetest.Statement{"CPSC 340", "typically with RBF kernels", "usually with the Gaussian kernel"},
		coursetest.Statement{"CPSC 340", "the Gaussian kernel with σ", "its $\\sigma$ in the Gaussian our $\\ell$"},
		coursetest.Statement{"CPSC 340", "predictions are K̂(K + λI)⁻¹y", `$\hat y = \hat{\K}(\K + \lambda\I)^{-1}y$`},
		coursetest.Statement{"CPSC 340", "what training and testing cost", "A cell's mean takes $n$"},
	)
}

func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson) }

// The worked example is as by hand, in the prose and in the figure.
func TestWorkedExample(t *testing.T) {
	fact := coursetest.Of(facts())
	for holes, want := range map[string][3]float64{"one": {0.5, 2, 5. / 6}, "twins": {0.25, 3, 4. / 5},
		"sides": {0.25, 4.8, 17. / 25}} {
		coursetest.Near(t, holes+"_f", fact(holes+"_f"), want[1], engine.Agreement)
		coursetest.Near(t, holes+"_v", fact(holes+"_v"), want[2], engine.Agreement)
		p := coursetest.Opened(t, Lesson, "weights",
			fmt.Sprintf("east=1.5&north=2&bandwidth=0.8493&holes=%s&lambda=%v", holes, want[0]))
		coursetest.Near(t, holes+": f", p.Find("prediction"), want[1], 1e-4)
		coursetest.Near(t, holes+": the variance left", p.Find("deviation")*p.Find("deviation"), want[2], 1e-4)
	}
}

// What the prose claims of one rule, or one state, against another.
func TestClaims(t *testing.T) {
	facts := facts()
	share := func(name string) many.Share { return many.Parse(shares)[name].All }
	claim := coursetest.Claims(t)
	low, high := func(name string) float64 { l, _ := share(name).Interval(); return 100 * l },
		func(name string) float64 { _, h := share(name).Interval(); return 100 * h }
	claim(low("deviation-random") > 65, "the largest deviation usually beats chance")
	claim(facts["deviation_gain"] > 3*facts["deviation_gain_se"], "and by more than three standard errors")
	claim(high("zinc-random") < 45, "drilling where f is largest mostly does worse than chance")
	claim(low("deviation-distance") < 50 && facts["deviation-distance-ties"] > 5 &&
		high("deviation-distance")+facts["deviation-distance-ties"] < 70,
		"the deviation is no more often than not better than the farthest site")
	claim(math.Abs(facts["distance_gain"]) < 2*facts["distance_gain_se"] &&
		facts["distance_gain"] < facts["deviation_gain"]/4, "and gains next to nothing on it")
	claim(low("handed-distance") > 50 && low("handed-distance") > high("deviation-distance")-2,
		"with what was learned from the judges it would win more often than not")
	claim(facts["ell_high"] >= 2*facts["ell_low"], "twenty holes hardly tell ℓ")
	gained := func(rule string) float64 { return facts["drill_begun"] - facts["drill_"+rule] }
	claim(gained("deviation") > 2.1*gained("random") && gained("deviation") < 3.5*gained("random"),
		"it brings more than twice as much as chance")
	claim(facts["zinc_ten"] > 1.5*facts["deviation_ten"] && facts["deviation_ten"] > facts["random_ten"],
		"where f is largest is where the ore is")
	claim(high("both-random") < low("deviation-random"), "f + 5s is worse than the deviation in general")
	// 155 samples that lie within independently do so in a share with this deviation.
	tell := func(share float64) float64 { return 100 * math.Sqrt(share*(1-share)/facts["samples"]) }
	claim(math.Abs(facts["two_covered"]-95) < tell(0.95) && math.Abs(facts["one_covered"]-68) < tell(0.68),
		"the deviation keeps its promise, as far as the samples can tell")
	claim(facts["map_block_rmse"] > facts["map_loo_rmse"]+facts["map_block_standard_error"],
		"leaving out squares is harder")
	claim(facts["cell_near"] < facts["sample_near"] && facts["cell_far"] > facts["sample_near"],
		"half the cells are nearer to a sample than a sample to the next, a tenth are not")
	claim(facts["cell_sd"] > 1.05*facts["left_sd"] && facts["cell_sd"] < 1.25*facts["left_sd"],
		"leaving one out is a little too kind")
	claim(facts["wide_far"] < facts["map_far"]-20 && facts["wide_sure"] > 50, "a wide kernel is sure and wrong")
	claim(facts["narrow_loo"] > 0.93*facts["spread"] && facts["narrow_k"] < 0.05,
		"a narrow kernel says hardly more than the mean")
	claim(facts["noiseless_loo"] > 2*facts["map_loo_rmse"] && facts["noiseless_train"] < facts["map_loo_rmse"]/2,
		"running after the noise costs")
	claim(math.Abs(facts["exponential_loo"]-facts["map_loo_rmse"]) < 0.01, "the exponential kernel is as good")

	other := coursetest.Opened(t, Lesson, "drill", "rivals=all&seed=24")
	claim(other.Find("deviation") > other.Find("zinc"), "on another twenty the deviation does not win")
	goal := coursetest.Opened(t, Lesson, "drill", "rivals=all&holes="+goalHoles)
	claim(goal.Find("error") < goal.Find("deviation"), "f + 5s is the better one here")
	c := newCampaign(twenty(hookSeed))
	holes, _ := c.follow(byBoth)
	for i := range holes {
		holes[i]++
	}
	claim(course.Choices(holes) == goalHoles, "the link drills where f + 5s is largest")

	// Ten times the zinc is 1 more of each logarithm: the deviation stays.
	d, _ := centred(meuse().Dataset)
	more := engine.Dataset{X: d.X, Y: slices.Clone(meuse().Y)}
	for i := range more.Y {
		more.Y[i]++
	}
	more, _ = centred(more)
	k := engine.Gaussian{Length: hookBandwidth}
	a := course.Must(engine.GaussianProcess(k, d, hookLambda))
	b := course.Must(engine.GaussianProcess(k, more, hookLambda))
	claim(engine.Agree(a.Signal, b.Signal, a.Signal), "ten times the zinc changes no deviation")
}

// Above the prediction and in the figure that opens under it nothing says which rule wins.
func TestThePredictionIsNotAnswered(t *testing.T) {
	p := coursetest.Opened(t, Lesson, "drill", "")
	for _, name := range []string{"random", "zinc", "deviation"} {
		if !math.IsNaN(p.Find(name)) {
			t.Errorf("the figure opens with the error of the rule %s", name)
		}
	}
	for _, line := range []string{"random, median", "deviation largest", "f largest"} {
		if strings.Contains(string(p.Columns[1][0].AppendSVG(nil)), line) {
			t.Errorf("the figure opens with the line %q", line)
		}
	}
}

// The goal calls gains under 0.02 chance: it is the standard error of the squares' own.
func TestGainsAreChance(t *testing.T) {
	for _, state := range []string{"", "kernel=matern32&bandwidth=1.7&lambda=0.0001"} {
		se := coursetest.Opened(t, Lesson, "map", state).Find("block_standard_error")
		if math.Abs(se-0.02) > 0.005 {
			t.Errorf("at %q the squares' error is right to %v", state, se)
		}
	}
}

// A deviation of what is left out comes from an honest fit of the others.
func TestMapLeavesOut(t *testing.T) {
	p := coursetest.Opened(t, Lesson, "map", "kernel=matern32&bandwidth=0.7")
	residual := coursetest.Values(t, p, "blocks", "residual")
	fold := squares()[3]
	var rest engine.Dataset
	d, _ := centred(meuse().Dataset)
	for i := range d.X {
		if !slices.Contains(fold, i) {
			rest.X, rest.Y = append(rest.X, d.X[i]), append(rest.Y, d.Y[i])
		}
	}
	f := course.Must(engine.KRR(engine.Matern32{Length: 0.7}, rest, hookLambda*155/float64(rest.Len())))
	for _, i := range fold {
		if got := d.Y[i] - f.Eval(d.X[i]); !engine.Agree(got, residual[i], 1) {
			t.Errorf("sample %d left out with its square: %v, the figure says %v", i+1, got, residual[i])
		}
	}
	n := 0
	for _, fold := range squares() {
		n += len(fold)
	}
	if n != 155 {
		t.Errorf("%d samples lie in squares", n)
	}
}

// The question asks to sketch how the error goes on: static/js/sketch.js draws on a panel with a
// curve and dots.
func TestErrorCanBeSketched(t *testing.T) {
	for query, n := range map[string]int{"": begun - firstDrawn + 1, "holes=63,155": begun - firstDrawn + 3} {
		p := coursetest.Opened(t, Lesson, "drill", query)
		v := p.Columns[1][0].Plot.(plots.Curves)
		yours := p.Drawn("drill-error", "curve")
		if len(v.Points) != n || len(yours.Xs) != n {
			t.Fatalf("%s: %d dots, a line through %d", query, len(v.Points), len(yours.Xs))
		}
		for i, at := range v.Points {
			if at.X != yours.Xs[i] || at.Y != yours.Ys[i] {
				t.Errorf("%s: a dot at %v is not on the line", query, at)
			}
		}
	}
}
