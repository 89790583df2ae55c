package rkhs

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/many/manytest"
)

// Turned over, the swing leaves the norm as it is; it goes down by as much as it went up.
func TestTurningOverKeepsTheNorm(t *testing.T) {
	up, down := coursetest.Opened(t, Lesson, "function", ""), coursetest.Opened(t, Lesson, "function", "a4=-2")
	coursetest.Within(t, down.Find("norm"), up.Find("norm"), 1e-12, "the norm, turned over")
	f, turned := coursetest.Values(t, up, "f", "y"), coursetest.Values(t, down, "f", "y")
	for i, s := range coursetest.Values(t, up, "least", "y") {
		coursetest.Within(t, turned[i]-s, s-f[i], 1e-12, "the swing at place %d, turned over", i+1)
	}
}

// Pythagoras: the swing is orthogonal to the least function, which so is the least.
func TestSwingsOnlyCost(t *testing.T) {
	form := course.NewForm(course.ParseQuery("centres=6"))
	v := declare(form)()
	rng := rand.New(rand.NewPCG(1, 0))
	for range 60 {
		for i := range v.free {
			v.free[i] = rng.NormFloat64()
		}
		v.solve()
		swing := *v.f()
		swing.Alpha = append([]float64(nil), v.alpha...)
		for i, a := range v.lowest {
			swing.Alpha[i] -= a
		}
		f, s, g := v.f().Norm(), v.least().Norm(), swing.Norm()
		if math.Abs(f*f-s*s-g*g) > 1e-12*f*f || f < s {
			t.Fatalf("‖f‖² = %v, ‖s‖² + ‖g‖² = %v", f*f, s*s+g*g)
		}
	}
}

func TestWhatManySamplesSay(t *testing.T) {
	t.Parallel()
	function, _ := Lesson.Figure("function")
	manytest.Recounted(t, "shares.csv", many.Parse(shares), function.Study(""))
}

func TestNormIsAMeter(t *testing.T) {
	f := facts()
	if f["bend-wins"]-f["bend-wins-margin"] < 65 || f["scaled-wins"]-f["scaled-wins-margin"] < 65 {
		t.Errorf("%v and %v of 100", f["bend-wins"], f["scaled-wins"])
	}
	if wide, open := f["wide-least"], f["open-least"]; wide < 1.5*open {
		t.Errorf("least norms %v and %v", open, wide)
	}
	if f["spike-norm"] != 1 || f["hill-norm"] != 1 || f["spike-l2"] > f["hill-l2"]/3 {
		t.Errorf("a spike has %v by the mean square, a hill %v", f["spike-l2"], f["hill-l2"])
	}
	if f["wide-away"] > 0.1 {
		t.Errorf("at ℓ = 3 the fourth bump moves the curve by %v", f["wide-away"])
	}
	if one := f["one-bounds-envelope"]; one < 99.999 {
		t.Errorf("one bump touches %v %% of its envelope", one)
	}
}

// Where f touches its envelope it is a multiple of k(x, ·), as near as the goal asks:
// ‖f − c k(x, ·)‖² = ‖f‖² − f(x)²/k(x, x) for the best c. On lines every f is one, and
// has four bumps.
func TestTouchingIsAMultiple(t *testing.T) {
	for _, query := range []string{
		"data=free&a1=0&a2=1.5&a3=0&a4=0", "data=free&a1=0.02&a2=1.5&a3=0&a4=0", "data=free&kernel=linear",
	} {
		p := coursetest.Opened(t, Lesson, "bounds", query)
		if !p.Reached("touch") {
			t.Errorf("%s: the goal is not reached", query)
		}
		var k engine.Kernel = engine.Gaussian{Length: 1}
		if strings.Contains(query, "linear") {
			k = engine.Linear{}
		}
		x := []float64{2}
		c := p.Find("value") / k.Eval(x, x)
		most := math.Sqrt(1-0.99*0.99) * p.Find("norm")
		for i, at := range coursetest.Values(t, p, "f", "x") {
			place := []float64{at}
			off := math.Abs(coursetest.Values(t, p, "f", "y")[i] - c*k.Eval(x, place))
			if off > most*math.Sqrt(k.Eval(place, place))+1e-9 {
				t.Fatalf("%s: at %v it is %v from a multiple of k(x, ·)", query, at, off)
			}
		}
	}
}

// The cone of the Gaussian has sides of slope 1/ℓ, that of the exponential kernel opens
// like a root.
func TestConesOpen(t *testing.T) {
	opens := func(k engine.Kernel, h float64) float64 { return engine.Distance(k, []float64{2}, []float64{2 + h}) }
	for _, h := range []float64{1e-3, 1e-4} {
		coursetest.Within(t, opens(engine.Gaussian{Length: 0.5}, h)/h, 2, 1e-4, "Gaussian: the slope at h = %v", h)
		root := opens(engine.Exponential{Length: 0.5}, h) / math.Sqrt(2*h/0.5)
		coursetest.Within(t, root, 1, 1e-3, "exponential: the part of the root at h = %v", h)
	}
	for d, last := 0.1, 0.0; d < 6; d += 0.1 {
		v := opens(engine.Gaussian{Length: 0.5}, d)
		if v > d/0.5 || v < last {
			t.Fatalf("Gaussian: d = %v at %v", v, d)
		}
		last = v
	}
}

// No slope bounds all f of norm 1 of the exponential kernel: (k_y − k_x)/d(x, y) has norm 1
// and goes from x to y by d(x, y), which is far more than y − x where that is small.
func TestAnotherFunctionTouchesTheConeAtEachY(t *testing.T) {
	k := engine.Exponential{Length: 0.5}
	for _, h := range []float64{1, 0.1, 1e-3, 1e-5} {
		x, y := []float64{2}, []float64{2 + h}
		d := engine.Distance(k, x, y)
		f := &engine.Expansion{Kernel: k, X: [][]float64{x, y}, Alpha: []float64{-1 / d, 1 / d}}
		if rise := f.Eval(y) - f.Eval(x); math.Abs(f.Norm()-1) > 1e-6 || math.Abs(rise-d) > 1e-6*d ||
			h < 1e-2 && math.Abs(d/h/math.Sqrt(2/(0.5*h))-1) > 0.01 {
			t.Errorf("h = %v: norm %v, rise %v, d = %v", h, f.Norm(), rise, d)
		}
	}
}

// ‖f‖² = Σ aⱼ²/λⱼ: in the eigenvectors of K for every sum of bumps, in the two states that
// the lesson links to, and in the sines of min, where it is ∫f′².
func TestNormInEigenvectors(t *testing.T) {
	for _, query := range []string{
		togetherQuery, againstQuery, "", "data=free&kernel=exponential&centres=6&a5=2&a6=-1",
	} {
		p := coursetest.Opened(t, Lesson, "function", query)
		s := course.Must(engine.Eigen(p.Matrices[0].Values.(mat.Symmetric)))
		values := mat.NewVecDense(len(s.Values), nil)
		values.MulVec(p.Matrices[0].Values, mat.NewVecDense(len(s.Values), coursetest.Values(t, p, "alpha", "alpha")))
		sum := 0.0
		for j, l := range s.Values {
			a := mat.Dot(values, s.Vectors.ColView(j))
			sum += a * a / l
		}
		norm := p.Find("norm_squared")
		coursetest.Within(t, sum, norm, 1e-9*norm, "%s: Σ aⱼ²/λⱼ, beside ‖f‖²", query)
	}
	f := facts()
	for query, want := range map[string][3]float64{
		togetherQuery: {1, 1, f["pair-l1"]}, againstQuery: {1, -1, f["pair-l2"]},
	} {
		for x, v := range map[string]float64{"&x=1": want[0], "&x=2": want[1]} {
			got := coursetest.Opened(t, Lesson, "function", strings.Replace(query, "&x=1", x, 1)).Find("value")
			coursetest.Within(t, got, v, 5e-4, "f at %s", query+x)
		}
		norm := coursetest.Opened(t, Lesson, "function", query).Find("norm_squared")
		coursetest.Within(t, norm, 2/want[2], 5e-3, "%s: ‖f‖², beside 2/λ", query)
	}
	rng := rand.New(rand.NewPCG(3, 0))
	a := make([]float64, 6)
	sum, slopes := 0.0, 0.0
	for j := range a {
		a[j] = rng.NormFloat64()
		sum += a[j] * a[j] * minCost(j+1)
	}
	const n = 20000
	for i := range n {
		slope := 0.0
		for j := range a {
			w := (2*float64(j) + 1) * math.Pi / 2
			slope += a[j] * w * math.Sqrt2 * math.Cos(w*(float64(i)+0.5)/n)
		}
		slopes += slope * slope / n
	}
	coursetest.Within(t, slopes, sum, 1e-6*sum, "∫f′², beside Σ aⱼ²/λⱼ")
}

// A function that is 0 by rounding has norm 0, and no share of a bound of 0.
func TestZeroIsZero(t *testing.T) {
	query := "data=free&kernel=linear&centres=3&a1=1.1&a2=-2.6&a3=" + "1.3666666666666667"
	p, b := coursetest.Opened(t, Lesson, "function", query), coursetest.Opened(t, Lesson, "bounds", query)
	if p.Find("norm") != 0 || b.Find("norm") != 0 || !math.IsNaN(b.Find("envelope")) || !math.IsNaN(b.Find("cone")) {
		t.Errorf("norm %v and %v, envelope %v", p.Find("norm"), b.Find("norm"), b.Find("envelope"))
	}
}

// Of the kernel min the norm is ∫f′², for every α.
func TestMinMeasuresSlopes(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for range 20 {
		alpha := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		f := &engine.Expansion{Kernel: engine.Min{}, X: [][]float64{{1}, {2}, {3}}, Alpha: alpha}
		slopes := 0.0
		for i := range 3 {
			s := f.Eval([]float64{float64(i + 1)}) - f.Eval([]float64{float64(i)})
			slopes += s * s
		}
		coursetest.Within(t, f.Norm()*f.Norm(), slopes, 1e-12, "‖f‖², beside ∫f′²")
	}
}

// What one spells out by hand is what the figures say.
func TestByHand(t *testing.T) {
	f := facts()
	coursetest.Same(t, coursetest.Of(f), 1e-12, map[string]float64{
		"hand-value": 0, "hand-1-value": 1, "hand-3-value": 0, "hand-squared": 2,
		"quad-value": 2, "quad-inner": 2, "quad-squared": 7, "blind-value": 0,
	})
	k := engine.Polynomial{Degree: 2}
	coursetest.Within(t, k.Eval([]float64{1, 2}, []float64{2, -1}), 0, 0, "((1, 2)ᵀ(2, −1))²")
}

// Nothing above the first prediction, and no figure as it opens, says what becomes of the
// norm.
func TestNothingAnswersThePrediction(t *testing.T) {
	coursetest.Unsaid(t, Lesson, "::: figure function", "\nveil function/a4", "orthogonal", "right angle", "Pythagoras",
		"{flip", "whatever the sign")
	coursetest.Unsaid(t, Lesson, "::: figure bounds", "\nveil bounds/kernel", "root", `\sqrt h`, "upright")
}

// The norm of a function of given features is the least norm of all weights that have it, also
// where the features repeat each other.
func TestNormOfGivenFeatures(t *testing.T) {
	const n, d = 6, 4
	rng := rand.New(rand.NewPCG(1, 0))
	Phi := mat.NewDense(n, d, nil)
	for i := range n {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		Phi.SetRow(i, []float64{a, b, a, a + b})
	}
	var K mat.SymDense
	K.SymOuterK(1, Phi)
	s := course.Must(engine.Eigen(&K))
	for range 20 {
		w := mat.NewVecDense(d, []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()})
		var f, alpha, least, same mat.VecDense
		f.MulVec(Phi, w)
		squared := 0.0 // Σ aⱼ²/λⱼ, and α with Kα = f
		alpha.ReuseAsVec(n)
		for j, l := range s.Values {
			if l <= s.Rounding() {
				continue
			}
			a := mat.Dot(s.Vectors.ColView(j), &f)
			squared += a * a / l
			alpha.AddScaledVec(&alpha, a/l, s.Vectors.ColView(j))
		}
		least.MulVec(Phi.T(), &alpha)
		same.MulVec(Phi, &least)
		same.SubVec(&same, &f)
		if norm := mat.Norm(&least, 2); mat.Norm(&same, 2) > 1e-9 || math.Abs(norm*norm-squared) > 1e-9*squared ||
			norm > mat.Norm(w, 2) {
			t.Errorf("‖f‖² = %v, the least weights have ‖w‖ = %v, those drawn %v", squared, norm, mat.Norm(w, 2))
		}
		for _, none := range [][]float64{{1, 0, -1, 0}, {1, 1, 0, -1}} { // weights whose function is 0
			at := mat.Dot(&least, mat.NewVecDense(d, none))
			coursetest.Within(t, at, 0, 1e-9, "the part of the least weights along those of 0")
		}
	}
}
