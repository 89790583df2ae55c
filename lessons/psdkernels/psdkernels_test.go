package psdkernels

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/many/manytest"
	"github.com/gramophone-course/gramophone/plots"
)

var statements = []coursetest.Statement{
	{"004", "definition of a positive semi-definite kernel", "is a **positive semi-definite kernel** on a set"},
	{"004", "the Gram matrix is what kernel methods take; O(n²) whatever we do",
		"| $\\K$, of $p$ inputs | $O(n^2p)$ | $8n^2$ |"},
	{"004", "k has no reason to be positive", "$k(x, y)$ may be negative, as inner products are"},
	{"004", "the linear kernel is one, with its proof", "1. Linear, $x\\T y$: $\\varphi(x) = x$."},
	{"004", "a kernel generalises an inner product",
		"$k(x, y) = \\langle\\varphi(x), \\varphi(y)\\rangle$ for some features"},
	{"004", "polynomial kernel", "3. Polynomial, $(x\\T y + r)^m$"},
	{"004", "min is a kernel (on ℝ; it is on ℝ₊)", "::: proof min on numbers from 0 on"},
	{"004", "Gaussian kernel", "::: proof Gaussian, and what is mixed from it"},
	{"004", "exponential kernel, with ‖x − y‖₂", "3. Exponential, $e^{-r/\\ell}$ with $r = \\norm{x - y}_2$"},
	{"001", "a kernel is symmetric", "$k(x, y) = k(y, x)$"},
	{"001", "and k ≥ 0 (not required)", "one of the lectures asks for $k \\ge 0$"},
	{"001", "Mercer kernels: K positive semi-definite for all n and all points",
		"for all $n$, all $x_1, \\ldots, x_n \\in \\mathcal X$"},
	{"001", "the Laplacian kernel, with ‖x − y‖₁", "4. Laplacian, $e^{-\\norm{x - y}_1/\\ell}$"},
	{"001", "the sigmoid kernel is not positive definite", "$\\tanh(x\\T y + 1)$ is called the “sigmoid kernel”"},
	{"001", "all others shown are (the polynomial with r ≥ 0 and whole m)", "With $r < 0$ it need not be a kernel"},
	{"000", "K + NλI must be invertible, so K is to be positive semi-definite",
		"$\\K + n\\lambda\\I$ has an inverse for every $\\lambda > 0$"},
	{"000", "vᵀMv ≥ 0, equivalently no negative eigenvalue", "if and only if no eigenvalue of $\\K$ is negative"},
	{"000", "the polynomial's exponent (is its order)", "in general the exponent is the order"},
	{"003", "a valid kernel is an inner product in some space; hard to show", "Showing features can be hard."},
	{"003", "the Gaussian from valid pieces, and its infinite basis",
		"For one input the features are $e^{-x^2/2\\ell^2} x^m/(\\ell^m\\sqrt{m!})$"},
}

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson, statements...) }

func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson) }

// What the prose says of its states.
func TestClaims(t *testing.T) {
	facts := Lesson.Facts()
	claim := coursetest.Claims(t)
	fewer := func(a, b string) bool { return facts[a]+facts[a+"-margin"] < facts[b]-facts[b+"-margin"] }
	for text, holds := range map[string]bool{
		"twelve times convict, with positive entries": facts["dial"] < 0 && facts["dial-least"] > 0,
		"twelve times at ℓ = 0.7 do not":              facts["narrow-12"] > 0 && facts["narrow-12-negative"] == 0,
		"twenty-four do":                              facts["narrow-24"] < 0,
		"the linear kernel is negative, and innocent": facts["linear-least"] == -1 && facts["linear-smallest"] == 0,
		"min on a line":                               math.Abs(facts["min-line"]+19.7) < 0.05,
		"more points convict more often":              fewer("half-4", "half-12") && fewer("half-12", "half-40"),
		"a quarter of it never":                       facts["quarter-40"] == 0,
		"the worked example": facts["hand-11"] == 1 && facts["hand-12"] == 9 && facts["hand-form"] == -16 &&
			math.Abs(facts["hand-smallest"]+8) < 1e-12 && math.Abs(facts["hand-largest"]-10) < 1e-12,
		"a polynomial with a negative offset": facts["offset"] < -60,
		"irises":                              facts["iris"] < -9 && facts["iris-negative"] > 50,
		"tanh on irises, as in a library":     facts["sklearn-negative"] > 10,
		"one point convicts tanh":             math.Abs(facts["tanh-one"]-math.Tanh(-1)) < 1e-12,
		"no norm":                             facts["fit-quadratic"] < 0,
		"the Gaussian less a quarter has no negative ω": spectral(0.25, 2) >= 0 && spectral(0.26, 2) < 0,
		"with p inputs the limit is 2⁻ᵖ": spectral(0.5, 1) >= 0 && spectral(0.51, 1) < 0 &&
			spectral(0.125, 3) >= 0 && spectral(0.126, 3) < 0,
	} {
		claim(holds, text)
	}
}

func TestWhatManySamplesSay(t *testing.T) {
	t.Parallel()
	manytest.Recounted(t, "shares.csv", many.Parse(shares), cloudStudy("half-4"), cloudStudy("half-12"),
		cloudStudy("half-40"), cloudStudy("quarter-40"))
	// The hundred that a reader is shown agree with the thousand.
	low, high := cloudStudy("half-12").Over(detectiveAmong.Draws)["half-12"].Interval()
	if all := many.Parse(shares)["half-12"].All; 1000*low > float64(all.Hits) || float64(all.Hits) > 1000*high {
		t.Errorf("%+v, and of a hundred from %v to %v", all, low, high)
	}
	for name, hits := range map[string]int{"half-4": 0, "half-40": many.Draws, "quarter-40": 0} {
		if all := many.Parse(shares)[name].All; all.Hits != hits { // of which the prose says none, or all
			t.Errorf("%s: %+v", name, all)
		}
	}
}

// spectral is the least, up to a positive factor, of the Fourier transform in p dimensions
// of a Gaussian less w times one twice as wide: e^(−ω²/2) − 2ᵖw e^(−2ω²), over e^(−ω²/2).
func spectral(w float64, p int) float64 {
	least := math.Inf(1)
	for i := range 1000 {
		omega := float64(i) / 100
		least = math.Min(least, 1-math.Pow(2, float64(p))*w*math.Exp(-1.5*omega*omega))
	}
	return least
}

// Its Fourier transform in the plane, p(ω) = ℓ²/2π (e^(−ℓ²ω²/2) − 4w e^(−2ℓ²ω²)), gives the
// difference back.
func TestDifferenceIsItsTransforms(t *testing.T) {
	const ell, w, step = 1.6, 0.25, 0.05
	k := engine.Sum{engine.Gaussian{Length: ell}, engine.Scaled{Kernel: engine.Gaussian{Length: 2 * ell}, Factor: -w}}
	for _, r := range []float64{0, 0.5, 2, 5} {
		sum := 0.0
		for a := -6.0; a <= 6; a += step {
			for b := -6.0; b <= 6; b += step {
				o2 := a*a + b*b
				p := ell * ell / (2 * math.Pi) * math.Exp(-ell*ell*o2/2) * (1 - 4*w*math.Exp(-1.5*ell*ell*o2))
				sum += step * step * p * math.Cos(a*r)
			}
		}
		coursetest.Within(t, sum, k.Eval([]float64{0, 0}, []float64{r, 0}), 1e-9, "the transform at distance %g", r)
	}
}

// The exponential kernel is the mixture of Gaussians that its proof has, and the Gaussian
// the sum of its features.
func TestMixtures(t *testing.T) {
	// ∫ exp(−r²/4ℓ²t) t^(−½) e^(−t) dt/√π, ∫ exp(−ν r²/2ℓ²t) t^(ν−1) e^(−t) dt/Γ(ν), and
	// ∫ exp(−r²t/2aℓ²) t^(a−1) e^(−t) dt/Γ(a).
	mixture := func(shape float64, of func(t float64) float64) float64 {
		const step = 1e-3 // of u, with t = u²: the integrand is then smooth
		sum := 0.0
		for u := step / 2; u < 8; u += step {
			sum += step * 2 * u * of(u*u) * math.Pow(u*u, shape-1) * math.Exp(-u*u) / math.Gamma(shape)
		}
		return sum
	}
	for _, r := range []float64{0.1, 0.7, 2, 5} {
		o, x := []float64{0}, []float64{r}
		for _, c := range []struct {
			k    engine.Kernel
			made float64
		}{
			{engine.Exponential{Length: 1},
				mixture(0.5, func(t float64) float64 { return math.Exp(-r * r / (4 * t)) })},
			{engine.Matern32{Length: 0.8},
				mixture(1.5, func(t float64) float64 { return math.Exp(-1.5 * r * r / (2 * 0.64 * t)) })},
			{engine.Matern52{Length: 0.8},
				mixture(2.5, func(t float64) float64 { return math.Exp(-2.5 * r * r / (2 * 0.64 * t)) })},
			{engine.RationalQuadratic{Length: 0.8, Shape: 1.7},
				mixture(1.7, func(t float64) float64 { return math.Exp(-r * r * t / (2 * 1.7 * 0.64)) })},
		} {
			coursetest.Within(t, c.made, c.k.Eval(o, x), 1e-6, "the mixture that is %v at distance %g", c.k, r)
		}
	}
	const x, y, ell = 0.7, -0.4, 0.8
	sum, term := 0.0, math.Exp(-(x*x+y*y)/(2*ell*ell))
	for m := 1; m < 40; m++ {
		sum, term = sum+term, term*x*y/(ell*ell)/float64(m)
	}
	gaussian := engine.Gaussian{Length: ell}.Eval([]float64{x}, []float64{y})
	coursetest.Within(t, sum, gaussian, 1e-14, "the sum of the Gaussian's features")
}

// Along the eigenvector where it bends least J falls for ever with tanh, and with a true
// kernel never, though rounding leaves eigenvalues of either sign.
func TestBendsLeast(t *testing.T) {
	for query, falls := range map[string]bool{
		"": true, "lambda=0.0001": false,
		"kernel=polynomial": false, "kernel=gaussian": false,
		"kernel=gaussian&bandwidth=10": false, "kernel=gaussian&bandwidth=100": false,
	} {
		along := coursetest.Opened(t, Lesson, "fit", query).Panel("fit-along").Plot.(plots.Curves)
		if least := slices.Min(along.Lines[0].Ys); (least < 0) != falls {
			t.Errorf("%q: J goes down to %v", query, least)
		}
	}
}

// At as many λ between 0 and 10 as K has negative eigenvalues there is no solution: they
// are apart, and y has a part along the eigenvector of each.
func TestNoSolutionAtEachNegativeEigenvalue(t *testing.T) {
	p := coursetest.Opened(t, Lesson, "fit", "")
	s := course.Must(engine.Eigen(p.Matrices[0].Values.(mat.Symmetric)))
	n := len(s.Values)
	if s.Negative() != int(Lesson.Facts()["fit-negative"]) || s.Negative() < 2 {
		t.Fatalf("%d negative eigenvalues", s.Negative())
	}
	y := mat.NewVecDense(n, coursetest.Values(t, p, "data", "y"))
	for j := n - s.Negative(); j < n; j++ {
		lambda := -s.Values[j] / float64(n)
		along := mat.Dot(y, s.Vectors.ColView(j))
		if lambda > 10 || engine.Agree(s.Values[j], s.Values[j-1], s.Values[0]) || math.Abs(along) < 1e-3 {
			t.Errorf("eigenvalue %v, after %v: λ = %v, y along it %v", s.Values[j], s.Values[j-1], lambda, along)
		}
	}
}

// A fit with tanh is a minimum below the λ that the prose names, and a saddle above.
func TestMinimaBelow(t *testing.T) {
	edge := Lesson.Facts()["fit-minima"]
	for _, test := range []struct {
		query string
		want  string
	}{
		{"lambda=0.0001", "down along 0 eigenvectors"},
		{"lambda=" + number(0.99*edge), "down along 0 eigenvectors"},
		{"lambda=" + number(1.01*edge), "down along 1 eigenvector"},
		{"", "down along 3 eigenvectors"}, {"lambda=1", "down along 4 eigenvectors"}, {"kernel=gaussian", "—"},
		{"lambda=0&points=" + ownPoints + ";2.2,0.6", "—"},
	} {
		if p := coursetest.Opened(t, Lesson, "fit", test.query); p.Aim().Now != test.want {
			t.Errorf("%q is %s, want %s", test.query, p.Aim().Now, test.want)
		}
	}
}

// Kernels that the prose calls strictly positive definite have no eigenvalue that may be 0, at
// points well apart; those that it says are not have one at the points that it names. And the
// sum is the integral of q |g|² that proves it, by a plain sum over ω.
func TestStrictly(t *testing.T) {
	x := [][]float64{{0, 1}, {1.5, 0}, {-2, 1}, {0.5, -2}, {3, 3}}
	line := engine.Column([]float64{0, 1, 2.5, 4})
	for _, c := range []struct {
		k      engine.Kernel
		x      [][]float64
		strict bool
	}{
		{engine.Gaussian{Length: 1}, x, true}, {engine.Exponential{Length: 1}, x, true},
		{engine.Laplacian{Length: 1}, x, true}, {engine.Matern32{Length: 1}, x, true},
		{engine.Matern52{Length: 1}, x, true},
		{engine.RationalQuadratic{Length: 1, Shape: 1}, x, true}, {engine.Min{}, line[1:], true},
		{engine.Linear{}, x, false}, {engine.Polynomial{Degree: 2, Offset: 1}, line, false},
		{engine.Cosine{}, x, false}, {engine.Min{}, line, false},
		{engine.Periodic{Length: 1, Period: 2.5}, line, false},
	} {
		s := course.Must(engine.Eigen(engine.Gram(c.k, c.x)))
		if least := s.Values[len(c.x)-1]; least > s.Rounding() != c.strict {
			t.Errorf("%v has the least eigenvalue %v", c.k, least)
		}
	}
	ell, weights := 0.8, []float64{1, -2, 1.5, -0.5}
	sum, integral := 0.0, 0.0
	for i, a := range weights {
		for j, b := range weights {
			sum += a * b * engine.Gaussian{Length: ell}.Eval(line[i], line[j])
		}
	}
	const step = 0.01
	for omega := -15.0; omega < 15; omega += step {
		re, im := 0.0, 0.0
		for i, c := range weights {
			sin, cos := math.Sincos(omega * line[i][0])
			re, im = re+c*cos, im+c*sin
		}
		integral += step * ell / math.Sqrt(2*math.Pi) * math.Exp(-ell*ell*omega*omega/2) * (re*re + im*im)
	}
	coursetest.Within(t, integral, sum, 1e-9, "the integral, beside the sum,")
	if sum <= 0 {
		t.Errorf("the sum is %v", sum)
	}
}

// clouds are the states of the figure that the prose counts: a Gaussian less a part of one
// twice as wide, on so many points.
var clouds = map[string]string{
	"half-4":     "data=cloud&kernel=difference&n=4",
	"half-12":    "data=cloud&kernel=difference",
	"half-40":    "data=cloud&kernel=difference&n=40",
	"quarter-40": "data=cloud&kernel=difference&n=40&weight=0.25",
}

// cloudStudy counts a state's claim under a name of its own.
func cloudStudy(name string) many.Study {
	f, _ := Lesson.Figure("detective")
	s := f.Study(clouds[name])
	s.Claims = []string{name}
	return s
}
