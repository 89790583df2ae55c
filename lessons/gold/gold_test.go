package gold

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/course/coursetest"
)

func TestLesson(t *testing.T) {
	coursetest.Check(t, Lesson,
		coursetest.Statement{"CPSC 340", "kernel methods first came from mining engineering, as kriging", "CPSC 340 says that kernel methods first came from there"},
		coursetest.Statement{"CPSC 340", "a mining company wants to find gold", "wanted the gold between them"},
		coursetest.Statement{"CPSC 340", "drill holes, measure the gold content", "Click on a site to drill it"},
		coursetest.Statement{"CPSC 340", "build a kernel regression model", "kernel ridge regression on all of them"},
		coursetest.Statement{"CPSC 340", "typically with RBF kernels", "usually with the Gaussian kernel"},
		coursetest.Statement{"CPSC 340", "the Gaussian kernel with σ", "its $\\sigma$ in the Gaussian our $\\ell$"},
		coursetest.Statement{"CPSC 340", "predictions are K̂(K + λI)⁻¹y", `$\hat y = \hat{\K}(\K + \lambda\I)^{-1}y$`},
		coursetest.Statement{"CPSC 340", "what training and testing cost", "A cell's mean takes $n$"},
	)
}

// What the prose says of a state is what the figure shows there.
func TestFactsAreTheFigures(t *testing.T) {
	facts := facts()
	const hand = "east=1.5&north=2&bandwidth=0.8493&holes="
	for _, c := range []struct{ fact, figure, query, name string }{
		{"map_loo_rmse", "map", "", "loo_rmse"},
		{"map_block_rmse", "map", "", "block_rmse"},
		{"narrow_loo", "map", "bandwidth=0.04", "loo_rmse"},
		{"noiseless_loo", "map", "lambda=1e-7", "loo_rmse"},
		{"exponential_loo", "map", "kernel=exponential&bandwidth=1", "loo_rmse"},
		{"one_f", "weights", hand + "one&lambda=0.5", "prediction"},
		{"twins_f", "weights", hand + "twins&lambda=0.25", "prediction"},
		{"sides_f", "weights", hand + "sides&lambda=0.25", "prediction"},
		{"one_sd", "weights", hand + "one&lambda=0.5", "deviation"},
	} {
		got, want := facts[c.fact], coursetest.State(t, Lesson, c.figure, c.query).Find(c.name)
		if !(math.Abs(got-want) <= 1e-4*math.Abs(want)) {
			t.Errorf("@{%s} = %v, but %s of %s?%s is %v", c.fact, got, c.name, c.figure, c.query, want)
		}
	}
	for fact, want := range map[string]float64{
		"one_f": 2, "one_v": 5. / 6, "twins_f": 3, "twins_v": 4. / 5, "sides_f": 4.8, "sides_v": 17. / 25, "there_v": 1. / 3, "there_w": 2. / 3,
	} {
		if !engine.Agree(facts[fact], want, want) {
			t.Errorf("@{%s} = %v, by hand %v", fact, facts[fact], want)
		}
	}
	for query, v := range map[string]float64{"one&lambda=0.5": 5. / 6, "twins&lambda=0.25": 4. / 5, "sides&lambda=0.25": 17. / 25} {
		if d := coursetest.State(t, Lesson, "weights", hand+query).Find("deviation"); math.Abs(d*d-v) > 1e-4 {
			t.Errorf("%s: of the variance %v is left, by hand %v", query, d*d, v)
		}
	}
}

// What the prose claims of one rule, or one state, against another.
func TestClaims(t *testing.T) {
	facts := facts()
	claim := coursetest.Claims(t)
	half := facts["starts"] / 2
	far := 3 * math.Sqrt(facts["starts"]) / 2 // three standard deviations of a fair coin's count
	claim(facts["deviation_beats_random"] > half+far, "the largest deviation beats chance")
	claim(facts["deviation_gain"] > 3*facts["deviation_gain_se"], "and by more than three standard errors")
	claim(math.Abs(facts["zinc_beats_random"]-half) < far, "drilling where f is largest is no better than chance")
	claim(math.Abs(facts["deviation_beats_distance"]-half) < far/2, "the deviation and the farthest site draw")
	gained := func(rule string) float64 { return facts["drill_begun"] - facts["drill_"+rule] }
	claim(gained("deviation") > 1.6*gained("random") && gained("deviation") < 2*gained("random"), "it nearly doubles what ten holes bring")
	claim(facts["zinc_ten"] > 1.5*facts["deviation_ten"] && facts["deviation_ten"] > facts["random_ten"], "where f is largest is where the ore is")
	claim(math.Abs(facts["both_beats_random"]-facts["deviation_beats_random"]) < far/2, "f + 5s is as good as the deviation, and no better")
	// 155 samples that lie within independently do so in a share with this deviation.
	tell := func(share float64) float64 { return 100 * math.Sqrt(share*(1-share)/facts["samples"]) }
	claim(math.Abs(facts["two_covered"]-95) < tell(0.95) && math.Abs(facts["one_covered"]-68) < tell(0.68), "the deviation keeps its promise, as far as the samples can tell")
	claim(facts["map_block_rmse"] > facts["map_loo_rmse"]+facts["map_block_standard_error"], "leaving out squares is harder")
	claim(facts["cell_near"] < facts["sample_near"] && facts["cell_far"] > facts["sample_near"], "half the cells are nearer to a sample than a sample to the next, a tenth are not")
	claim(facts["cell_sd"] > 1.05*facts["left_sd"] && facts["cell_sd"] < 1.25*facts["left_sd"], "leaving one out is a little too kind")
	claim(facts["wide_far"] < facts["map_far"]-20 && facts["wide_sure"] > 50, "a wide kernel is sure and wrong")
	claim(facts["narrow_loo"] > 0.93*facts["spread"] && facts["narrow_k"] < 0.05, "a narrow kernel says hardly more than the mean")
	claim(facts["noiseless_loo"] > 2*facts["map_loo_rmse"] && facts["noiseless_train"] < facts["map_loo_rmse"]/2, "running after the noise costs")
	claim(math.Abs(facts["exponential_loo"]-facts["map_loo_rmse"]) < 0.01, "the exponential kernel is as good")

	other := coursetest.State(t, Lesson, "drill", "rivals=all&seed=6")
	claim(other.Find("deviation") > other.Find("zinc"), "on another twenty the deviation does not win")
	goal := coursetest.State(t, Lesson, "drill", "rivals=all&holes="+goalHoles)
	claim(goal.Find("error") < goal.Find("deviation"), "f + 5s is the better one here")
	c := newCampaign(hookSeed, engine.Gaussian{Length: hookBandwidth}, begun*drillLambda)
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
	a, b := course.Must(engine.GaussianProcess(k, d, hookLambda)), course.Must(engine.GaussianProcess(k, more, hookLambda))
	claim(engine.Agree(a.Signal, b.Signal, a.Signal), "ten times the zinc changes no deviation")
}

// Above the prediction and in the figure that opens under it nothing says which rule wins.
func TestThePredictionIsNotAnswered(t *testing.T) {
	p := coursetest.State(t, Lesson, "drill", "")
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

// A deviation of what is left out comes from an honest fit of the others.
func TestMapLeavesOut(t *testing.T) {
	p := coursetest.State(t, Lesson, "map", "kernel=matern32&bandwidth=0.7")
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

// Each clause about the map is so in its numbers.
func TestMapTells(t *testing.T) {
	const num = coursetest.Num
	root := func(v []float64) float64 {
		sum := 0.0
		for _, x := range v {
			sum += x * x
		}
		return math.Sqrt(sum / float64(len(v)))
	}
	inside := func(s *coursetest.Told, series string) float64 {
		n, sd := 0.0, s.Column(series, "deviation")
		for i, r := range s.Column(series, "residual") {
			if math.Abs(r) <= 1.96*sd[i] {
				n++
			}
		}
		return n
	}
	coursetest.Tells(t, Lesson, "map", 2, []string{"at=7", "at=155&kernel=exponential"},
		coursetest.Clause{Says: `The map misses a sample left out by ` + num + `, and a square left out whole by ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return coursetest.Is(m[0], root(s.Column("loo", "residual")), 0) && coursetest.Is(m[1], root(s.Column("blocks", "residual")), 0)
		}, When: always},
		coursetest.Clause{Says: `On the land its deviation is between ` + num + ` and ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			sd := s.Column("grid", "deviation")
			return coursetest.Is(m[0], slices.Min(sd), 0) && coursetest.Is(m[1], slices.Max(sd), 0)
		}, When: always},
		coursetest.Clause{Says: `Of 155 samples left out one at a time, (\d+) lie within 1\.96 deviations; with squares left out, (\d+)\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return coursetest.Is(m[0], inside(s, "loo"), 0) && coursetest.Is(m[1], inside(s, "blocks"), 0)
		}, When: always},
		coursetest.Clause{Says: `Point (\d+) reads ([\d,]+) mg/kg, in log₁₀ ` + num + `; without it the others say ` + num + `, give or take ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			i := int(s.Param("at")) - 1
			y := s.Column("data", "log_zinc")[i]
			return m[0] == strconv.Itoa(i+1) && coursetest.Is(m[1], math.Pow(10, y), 0) && coursetest.Is(m[2], y, 0) &&
				coursetest.Is(m[3], y-s.Column("loo", "residual")[i], 0) && coursetest.Is(m[4], s.Column("loo", "deviation")[i], 0)
		}, When: func(s *coursetest.Told) bool { return s.Param("at") > 0 }},
	)
}

func always(*coursetest.Told) bool { return true }

// Each clause about the weights is so in them.
func TestWeightsTell(t *testing.T) {
	const num = coursetest.Num
	below := func(s *coursetest.Told) int {
		n := 0
		for _, w := range s.Column("weights", "weight") {
			if w < -0.001 {
				n++
			}
		}
		return n
	}
	sum := func(v []float64) (sum float64) {
		for _, x := range v {
			sum += x
		}
		return sum
	}
	coursetest.Tells(t, Lesson, "weights", 2, []string{"holes=one&east=1.5&north=2&bandwidth=0.8493&lambda=0.5", "bandwidth=0.04&lambda=1"},
		coursetest.Clause{Says: `At this place (?:(\d+) samples weigh|the sample weighs) ` + num + `(?: together)?, and f is ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			w, y := s.Column("weights", "weight"), s.Column("data", "response")
			centre := 0.0
			if s.Choice("holes") == "meuse" {
				centre = stat.Mean(y, nil)
			}
			f := centre
			for i := range w {
				f += w[i] * (y[i] - centre)
			}
			return (m[0] == strconv.Itoa(len(w)) || m[0] == "" && len(w) == 1) && coursetest.Is(m[1], sum(w), engine.Agreement) && coursetest.Is(m[2], f, 1e-6*math.Abs(f))
		}, When: always},
		coursetest.Clause{Says: `No weight is below −0\.001\.`, When: func(s *coursetest.Told) bool { return below(s) == 0 }},
		coursetest.Clause{Says: `1 weight of \d+ is below −0\.001\.`, When: func(s *coursetest.Told) bool { return below(s) == 1 }},
		coursetest.Clause{Says: `(\d+) weights of (\d+) are below −0\.001\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return m[0] == strconv.Itoa(below(s)) && m[1] == strconv.Itoa(len(s.Column("weights", "weight")))
		}, When: func(s *coursetest.Told) bool { return below(s) > 1 }},
		coursetest.Clause{Says: `The deviation is ` + num + ` of what it is far from (?:all of them|it)\.`, Holds: func(s *coursetest.Told, m []string) bool {
			// 1 − wᵀk, by the definition.
			var k engine.Kernel
			for _, of := range kernels {
				if of.name == s.Choice("kernel") {
					k = of.of(s.Param("bandwidth"))
				}
			}
			left := 1.0
			x, y := s.Column("data", "x"), s.Column("data", "y")
			for i, w := range s.Column("weights", "weight") {
				left -= w * k.Eval([]float64{x[i], y[i]}, []float64{s.Param("east"), s.Param("north")})
			}
			v, half := coursetest.Reads(m[0])
			return math.Abs(v*v-left) < 2*v*half+1e-5
		}, When: always},
	)
}

// Each clause about the holes is so by a fit of them.
func TestDrillTells(t *testing.T) {
	const num = coursetest.Num
	// fitted is what holes say of a sample: f, and the deviation of a measurement.
	fitted := func(s *coursetest.Told, holes []int, at int) (f, sd, ofF float64) {
		var d engine.Dataset
		for _, i := range holes {
			d.X, d.Y = append(d.X, meuse().X[i]), append(d.Y, meuse().Y[i])
		}
		d, centre := centred(d)
		var k engine.Kernel
		for _, of := range kernels {
			if of.name == s.Choice("kernel") {
				k = of.of(s.Param("bandwidth"))
			}
		}
		p := course.Must(engine.GaussianProcess(k, d, 20*s.Param("lambda")/float64(d.Len())))
		mean, dev, err := p.Predict([][]float64{meuse().X[at]})
		if err != nil {
			t.Fatal(err)
		}
		return centre + mean[0], math.Hypot(dev[0], p.Noise()), dev[0]
	}
	sites := func(s *coursetest.Told, series string) []int {
		var all []int
		for _, v := range s.Column(series, "site") {
			all = append(all, int(v)-1)
		}
		return all
	}
	missed := func(s *coursetest.Told, holes []int) float64 {
		sum := 0.0
		judges := sites(s, "judges")
		for _, j := range judges {
			f, _, _ := fitted(s, holes, j)
			sum += (f - meuse().Y[j]) * (f - meuse().Y[j])
		}
		return math.Sqrt(sum / float64(len(judges)))
	}
	drilled := func(s *coursetest.Told) []int { return sites(s, "drilled") }
	now := func(s *coursetest.Told) []int { return append(sites(s, "start"), drilled(s)...) }
	kind := func(series string) func(*coursetest.Told) bool {
		return func(s *coursetest.Told) bool {
			return s.Param("at") > 0 && slices.Contains(sites(s, series), int(s.Param("at"))-1)
		}
	}
	numbered := func(s *coursetest.Told, text string) bool { return text == strconv.Itoa(int(s.Param("at"))) }
	coursetest.Tells(t, Lesson, "drill", 3, []string{"holes=" + goalHoles, "holes=155&at=155", "at=155", "at=107&holes=155"},
		coursetest.Clause{Says: `After 20 holes the map misses 55 samples that nobody drills by ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return coursetest.Is(m[0], missed(s, sites(s, "start")), 1e-6)
		}, When: func(s *coursetest.Told) bool { return len(drilled(s)) == 0 }},
		coursetest.Clause{Says: `After 20 holes and (\d+) more the map misses 55 samples that nobody drills by ` + num + `; after 20 it was ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return m[0] == strconv.Itoa(len(drilled(s))) && coursetest.Is(m[1], missed(s, now(s)), 1e-6) && coursetest.Is(m[2], missed(s, sites(s, "start")), 1e-6)
		}, When: func(s *coursetest.Told) bool { return len(drilled(s)) > 0 }},
		coursetest.Clause{Says: `The last hole, site (\d+), reads ` + num + `, and the map had said ` + num + `, give or take ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			all := now(s)
			last := all[len(all)-1]
			f, sd, _ := fitted(s, all[:len(all)-1], last)
			return m[0] == strconv.Itoa(last+1) && coursetest.Is(m[1], meuse().Y[last], 0) && coursetest.Is(m[2], f, 1e-6) && coursetest.Is(m[3], sd, 1e-6)
		}, When: func(s *coursetest.Told) bool { return len(drilled(s)) > 0 }},
		coursetest.Clause{Says: `Of 60 random tens (none is|1 is|\d+ are) better\.`, Holds: func(s *coursetest.Told, m []string) bool {
			n := 0
			for _, e := range s.Column("random", "error") {
				if e < s.Find("error") {
					n++
				}
			}
			return strings.HasPrefix(m[0], strconv.Itoa(n)+" ") || n == 0 && m[0] == "none is"
		}, When: func(s *coursetest.Told) bool { return len(drilled(s)) == 10 }},
		coursetest.Clause{Says: `Point (\d+) is a site: f is ` + num + ` there, give or take ` + num + `\. Click on it, or press Enter, to drill\.`, Holds: func(s *coursetest.Told, m []string) bool {
			f, _, sd := fitted(s, now(s), int(s.Param("at"))-1)
			return numbered(s, m[0]) && coursetest.Is(m[1], f, 1e-6) && coursetest.Is(m[2], sd, 1e-6)
		}, When: kind("sites")},
		coursetest.Clause{Says: `Point (\d+) is hole (\d+) of yours: it reads ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return numbered(s, m[0]) && m[1] == strconv.Itoa(slices.Index(drilled(s), int(s.Param("at"))-1)+1) && coursetest.Is(m[2], meuse().Y[int(s.Param("at"))-1], 0)
		}, When: kind("drilled")},
		coursetest.Clause{Says: `Point (\d+) is one of the first 20 holes: it reads ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return numbered(s, m[0]) && coursetest.Is(m[1], meuse().Y[int(s.Param("at"))-1], 0)
		}, When: kind("start")},
		coursetest.Clause{Says: `Point (\d+) is one of those that judge\.`, Holds: func(s *coursetest.Told, m []string) bool { return numbered(s, m[0]) }, When: kind("judges")},
	)
}
