package gold

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// checkMap holds errors and counts to the residuals.
func checkMap(t *testing.T, s *coursetest.State, m *mapped) {
	root := func(series string) float64 {
		r := s.Column(series, "residual")
		return floats.Norm(r, 2) / math.Sqrt(float64(len(r)))
	}
	inside := func(series string) (n float64) {
		for i, r := range s.Column(series, "residual") {
			if math.Abs(r) <= 1.96*s.Column(series, "deviation")[i] {
				n++
			}
		}
		return n
	}
	coursetest.Same(t, s.Find, 1e-12, map[string]float64{
		"loo_rmse": root("loo"), "block_rmse": root("blocks"),
		"covered": inside("loo"), "blocks_covered": inside("blocks"),
	})
	coursetest.Near(t, "at", float64(m.at), s.Param("at"), 0)
}

func TestMapSays(t *testing.T) {
	type claim = coursetest.Claim[*mapped]
	type values = map[string]func(*mapped) float64
	coursetest.Says(t, Lesson, "map", 2, []string{"at=7", "at=155&kernel=exponential", "soil=open&at=7"}, checkMap,
		claim{Text: saysMisses, When: coursetest.Always[*mapped]},
		claim{Text: saysSample, When: func(m *mapped) bool { return m.at > 0 },
			Words: map[string]func(*mapped) string{
				"zinc": func(m *mapped) string { return course.Count(math.Pow(10, m.Y[m.at-1])) },
			},
			Slots: values{
				"log_zinc":  func(m *mapped) float64 { return m.Y[m.at-1] },
				"predicted": func(m *mapped) float64 { return m.Y[m.at-1] - m.one[m.at-1] },
				"deviation": func(m *mapped) float64 { return m.oneSD[m.at-1] },
			}},
	)
}

// kernelOf is the kernel that a state has chosen.
func kernelOf(s *coursetest.State) engine.Kernel {
	return familyOf(s.Choice("kernel"))(s.Param("bandwidth"))
}

// checkWeights holds the prediction to the weights, and the deviation to 1 − wᵀk.
func checkWeights(t *testing.T, s *coursetest.State, v *weights) {
	w, y, centre := s.Column("weights", "weight"), s.Column("data", "response"), 0.0
	if s.Choice("holes") == "meuse" {
		centre = stat.Mean(y, nil)
	}
	f, left, below := centre, 1.0, 0.0
	east, north := s.Column("data", "x"), s.Column("data", "y")
	for i := range w {
		f += w[i] * (y[i] - centre)
		left -= w[i] * kernelOf(s).Eval([]float64{east[i], north[i]}, []float64{s.Param("east"), s.Param("north")})
		if w[i] < -0.001 {
			below++
		}
	}
	coursetest.Near(t, "sum", s.Find("sum"), floats.Sum(w), 1e-6)
	coursetest.Near(t, "prediction", v.mean, f, 1e-6)
	coursetest.Near(t, "negative", float64(v.negative()), below, 0)
	coursetest.Near(t, "variance", v.sd*v.sd, left, 1e-6)
}

func TestWeightsSay(t *testing.T) {
	type claim = coursetest.Claim[*weights]
	alone := func(is bool) func(*weights) bool {
		return func(v *weights) bool { return (v.holes == "one") == is }
	}
	count := map[string]func(*weights) float64{"count": func(v *weights) float64 { return float64(len(v.X)) }}
	coursetest.Says(t, Lesson, "weights", 2,
		[]string{"holes=one&east=1.5&north=2&bandwidth=0.8493&lambda=0.5", "bandwidth=0.04&lambda=1"}, checkWeights,
		claim{Text: saysWeigh, Slots: count, When: alone(false)},
		claim{Text: saysWeighsAlone, When: alone(true)},
	)
}

// learnedBy is the kernel and nλ of a state of the figure drill: those under which the responses of
// the first holes are likeliest, by the density of y, or those that are set by hand.
func learnedBy(s *coursetest.State, start []int) (best engine.Kernel, noise float64) {
	if s.Choice("learned") == "hand" {
		return kernelOf(s), 20 * s.Param("lambda")
	}
	d, _ := centred(some(start).Dataset)
	y, most := mat.NewVecDense(20, d.Y), math.Inf(-1)
	for _, ell := range learnedWidths {
		for _, share := range learnedNoises {
			k := familyOf(s.Choice("kernel"))(ell)
			A := engine.Gram(k, d.X)
			for i := range 20 {
				A.SetSym(i, i, A.At(i, i)+share)
			}
			var alpha mat.VecDense
			if alpha.SolveVec(A, y) != nil {
				continue
			}
			det, _ := mat.LogDet(A)
			// At its most likely scale the density is exp(−½ log det A − n log τ) but for a constant.
			if l := -det/2 - 10*math.Log(mat.Dot(y, &alpha)/20); l > most {
				most, best, noise = l, k, share
			}
		}
	}
	return best, noise
}

// fitted is what holes say of some samples, in a fit of their own: f, and its deviation.
func fitted(t *testing.T, s *coursetest.State, start, holes, at []int) (f, deviation []float64, noise float64) {
	var d engine.Dataset
	for _, i := range holes {
		d.X, d.Y = append(d.X, meuse().X[i]), append(d.Y, meuse().Y[i])
	}
	d, centre := centred(d)
	k, share := learnedBy(s, start)
	p := course.Must(engine.GaussianProcess(k, d, share/float64(d.Len())))
	var places [][]float64
	for _, i := range at {
		places = append(places, meuse().X[i])
	}
	f, deviation, err := p.Predict(places)
	if err != nil {
		t.Fatal(err)
	}
	floats.AddConst(centre, f)
	return f, deviation, p.Noise()
}

// checkDrill fits the holes anew, after all of them and before the last.
func checkDrill(t *testing.T, s *coursetest.State, r *drill) {
	missed := func(holes []int) float64 {
		f, _, _ := fitted(t, s, r.start, holes, r.judges)
		for k, j := range r.judges {
			f[k] -= meuse().Y[j]
		}
		return floats.Norm(f, 2) / math.Sqrt(55)
	}
	holes := r.holes()
	_, share := learnedBy(s, r.start)
	coursetest.Same(t, s.Find, 1e-6, map[string]float64{
		"error": missed(holes), "begun": missed(r.start), "holes": float64(len(holes) - 20), "noise": share,
	})
	coursetest.Near(t, "at", float64(r.at), s.Param("at"), 0)
	if n := len(holes) - 1; n >= 20 {
		f, deviation, noise := fitted(t, s, r.start, holes[:n], holes[n:])
		coursetest.Near(t, "expected", r.expected, f[0], 1e-6)
		coursetest.Near(t, "spread", r.spread, math.Hypot(deviation[0], noise), 1e-6)
	}
	if i := r.at - 1; slices.Contains(r.left, i) {
		f, deviation, _ := fitted(t, s, r.start, holes, []int{i})
		coursetest.Near(t, "f", r.survey.Mean(i), f[0], 1e-6)
		coursetest.Near(t, "its deviation", r.survey.Signal()*math.Sqrt(r.survey.Variance(i)), deviation[0], 1e-6)
	}
}

func TestDrillSays(t *testing.T) {
	type claim = coursetest.Claim[*drill]
	type values = map[string]func(*drill) float64
	drilled := func(r *drill) bool { return len(r.drilled) > 0 }
	among := func(samples func(*drill) []int) func(*drill) bool {
		return func(r *drill) bool { return slices.Contains(samples(r), r.at-1) }
	}
	read := func(r *drill) float64 { return meuse().Y[r.at-1] }
	last := func(r *drill) int { return r.drilled[len(r.drilled)-1] }
	judges := values{"judges": func(*drill) float64 { return 55 }}
	areBetter := map[string]func(*drill) string{"are_better": func(r *drill) string {
		n := 0
		for _, path := range r.random {
			if path[10] < r.now()*(1-1e-9) {
				n++
			}
		}
		if n < 2 {
			return []string{"none is", "1 is"}[n]
		}
		return fmt.Sprintf("%d are", n)
	}}
	coursetest.Says(t, Lesson, "drill", 3,
		[]string{"holes=" + goalHoles, "holes=155&at=155", "at=155", "at=107&holes=155",
			"learned=hand&bandwidth=0.7&holes=155"}, checkDrill,
		claim{Text: saysBegun, Slots: judges, When: func(r *drill) bool { return !drilled(r) }},
		claim{Text: saysAfter, Slots: judges, When: drilled},
		claim{Text: saysLast, When: drilled, Slots: values{
			"site":     func(r *drill) float64 { return float64(last(r) + 1) },
			"reading":  func(r *drill) float64 { return meuse().Y[last(r)] },
			"expected": func(r *drill) float64 { return r.expected },
			"spread":   func(r *drill) float64 { return r.spread },
		}},
		claim{Text: saysLearned, Slots: values{"pairs": func(*drill) float64 { return 88 }},
			When: func(r *drill) bool { return r.of.noise == 0 }},
		claim{Text: saysTens, Words: areBetter, Slots: values{"tens": func(*drill) float64 { return 60 }},
			When: func(r *drill) bool { return len(r.drilled) == 10 }},
		claim{Text: saysSite, When: among(func(r *drill) []int { return r.left }), Slots: values{
			"f":      func(r *drill) float64 { return r.survey.Mean(r.at - 1) },
			"spread": func(r *drill) float64 { return r.survey.Signal() * math.Sqrt(r.survey.Variance(r.at-1)) },
		}},
		claim{Text: saysHole, When: among(func(r *drill) []int { return r.drilled }), Slots: values{
			"reading": read,
			"hole":    func(r *drill) float64 { return float64(slices.Index(r.drilled, r.at-1) + 1) },
		}},
		claim{Text: saysFirst, Slots: values{"reading": read}, When: among(func(r *drill) []int { return r.start })},
		claim{Text: saysJudge, When: among(func(r *drill) []int { return r.judges })},
	)
}
