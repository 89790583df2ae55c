package mercer

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/many/manytest"
)

var statements = []coursetest.Statement{
	{"MSA220 6", "a positive semi-definite K is VᵀΛV",
		`Lecture 6 writes $\K = V\T\Lambda V$ and $\phi(x_l) = \Lambda^{1/2}V^{(:,l)}$`},
	{"MSA220 6", "then K⁽ˡᵏ⁾ = φ(x_l)ᵀφ(x_k)", `= \varphi(x_i)\T\varphi(x_j)$.`},
	{"MSA220 6", "Mercer’s theorem: for every kernel a map into q dimensions, q = ∞ allowed",
		"Lecture 6 says “for every kernel” and calls it Mercer’s theorem; for every kernel it is Aronszajn’s"},
	{"MSA220 6", "the example of degree 2 has six features",
		"Six, as many as $(x\\T y + 1)^2$ has features for two inputs"},
	{"MSA220 6", "a kernel is a map and a Euclidean product", "A kernel’s table is always a table of inner products"},
	{"lecture notes 5.1", "the converse holds too", "here a kernel gives features"},
	{"lecture notes 5.1", "a Hilbert space is complete",
		"a vector space with an inner product, where every Cauchy sequence has a limit in it"},
	{"lecture notes 5.1", "Aronszajn’s theorem",
		"For any set $\\X$ and any kernel $k$ on it there are a Hilbert space"},
	{"lecture notes 5.1", "finite case: k is entirely its matrix", "A kernel on a finite set is its matrix"},
	{"lecture notes 5.1", "finite case: diagonalise, eigenvalues are not negative",
		`$\lambda_j = \lambda_j u_j\T u_j = u_j\T\class{t-gram}{\K}u_j \ge 0$`},
	{"lecture notes 5.1", "finite case: Φ(xᵢ) = (√λ₁(u₁)ᵢ, …)",
		`\bigl(\sqrt{\lambda_1}\,u_{i1}, \ldots, \sqrt{\lambda_n}\,u_{in}\bigr)\T`},
	{"lecture notes 5.1", "forget about Φ and work with k", "So one forgets about $\\varphi$ and works with $k$"},
	{"CPSC 340", "the Gaussian’s basis is infinite", "To serve all possible points takes infinitely many features"},
	{"CPSC 340", "the basis shown for σ = 1, beside 2σ²",
		"The slides of CPSC 340 have $2\\sigma^2$ in the kernel, and beside it the second row’s features"},
	{"CPSC 340", "e^(−x²) e^(2xy) e^(−y²), and the series of the middle",
		`e^{xy/\ell^2} = \sum_k \frac{1}{k!}\frac{x^k}{\ell^k}\frac{y^k}{\ell^k}`},
	{"CPSC 340", "a kernel is an inner product somewhere, shown by an infinite-dimensional eigenvalue equation",
		`the integral equation $\int k(x, y)\,e(y)\,\d\mu(y) = \lambda\,e(x)$`},
	{"Lecture 11", "a kernel defines features in ℓ² through Mercer’s theorem", "a list of numbers, finite or not"},
}

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson, statements...) }

func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson) }

// What the prose says of its states, and how often.
func TestClaims(t *testing.T) {
	f := facts()
	claim := coursetest.Claims(t)
	claim(f["two-positive"] == 24 && f["two-error"] > 0.99 && f["two-error"] <= 1,
		"24 coordinates, and from two an entry is off by all there is")
	p := coursetest.Opened(t, Lesson, "embed", "kernel=gaussian")
	squares := diagonal(p.Matrix("rebuilt"))
	lost := floats.Count(func(v float64) bool { return v < 0.05 }, squares)
	claim(lost >= 3 && slices.Max(squares) <= 1,
		fmt.Sprintf("some foods are alike to nothing, %d, and all lie within the circle", lost))
	for _, query := range []string{"", "kernel=gaussian&kept=24", "data=points", "kernel=polynomial&degree=2&kept=6"} {
		claim(coursetest.Opened(t, Lesson, "embed", query).Find("largest_error") == 0, query+" rebuilds K")
	}
	claim(coursetest.Opened(t, Lesson, "embed", "kernel=polynomial&degree=2&kept=5").Find("largest_error") > 0,
		"five coordinates are not enough for degree 2")
	claim(f["ten-needed"] > 6 && f["ten-needed"] < 24, "at ℓ = 10 g it takes more than six coordinates for 0.01")
	twenty := coursetest.Opened(t, Lesson, "embed",
		fmt.Sprintf("kernel=gaussian&bandwidth=20&kept=%v", f["twenty-needed"]))
	claim(f["twenty-needed"] == 9 && twenty.Find("largest_error") <= 0.01 && !twenty.Goals[0].Reached,
		"at ℓ = 20 g nine do, which does not reach the goal")
	wide := coursetest.Opened(t, Lesson, "embed", "kernel=gaussian&bandwidth=40&kept=6")
	claim(wide.Find("largest_error") <= 0.01, "at ℓ = 40 g six do")
	claim(f["wide-positive"] < 24 && f["wide-error"] == 0, "at ℓ = 100 g fewer are above rounding, and rebuild K")
	claim(f["tanh-negative"] > 0 && f["tanh-error"] > 0.01 && f["tanh-least"] < 0, "tanh has no features")
	narrow := coursetest.Opened(t, Lesson, "embed", "kernel=gaussian&bandwidth=0.5")
	near := floats.Count(func(v float64) bool { return math.Sqrt(v) < 0.2 }, diagonal(narrow.Matrix("rebuilt")))
	claim(near >= 18, fmt.Sprintf("at ℓ = 0.5 g nearly all foods lie at the origin: %d", near))
	for _, m := range []float64{4, 16, 64} {
		half, near := f[fmt.Sprintf("half-%v", m)], f[fmt.Sprintf("reach-%v", m)]
		claim(math.Abs(half-math.Sqrt(m)) < 0.1, "half is missing near ℓ√m")
		claim(math.Abs(half-near-1.1) < 0.1, "it is below 0.99 about ℓ before it is at ½, for each m")
		read := coursetest.Opened(t, Lesson, "taylor", fmt.Sprintf("features=%v", m))
		claim(read.Find("half") == half && read.Find("reach") == near, "the figure reads out what the answer says")
	}
	claim(math.Abs(f["half-16"]/f["half-4"]-2) < 0.1, "sixteen features fall to ½ twice as far out as four")
	claim(f["never"] > 0.249 && f["never"] <= 0.25 && math.Abs(f["pair"]-math.Exp(-0.605)) < 1e-12 &&
		math.Abs(f["pair-other"]-math.Exp(-1.21)) < 1e-12, "the features of the other convention are of another kernel")
	claim(f["fewer-than-series"]-f["fewer-than-series-margin"] > 97, "eigenvectors need fewer than the series")
	claim(math.Abs(f["own-mean"]-f["three-own"]) < 1.5 && f["three-own"] < f["three-series"]/2 &&
		f["five-own"] < f["five-series"]/2 && f["three-greedy"] <= f["three-own"]+2 && f["five-greedy"] <=
		f["five-own"]+2, "Mercer's own and bumps chosen well are far fewer than the series")
	claim(f["box-greedy"] < f["food-features"]/50, "the rectangle of the foods takes few bumps")
	claim(math.Abs(f["min-gram-1"]/f["min-1"]-1) < 1e-3 && math.Abs(f["min-gram-2"]/f["min-2"]-1) < 1e-3,
		"the eigenvalues of K/n are near Mercer’s")
	claim(math.Abs(f["min-few-2"]-f["min-2"]) > math.Abs(f["min-gram-2"]-f["min-2"]), "and nearer with more points")
	var ten []string
	for i := range 10 {
		ten = append(ten, fmt.Sprintf("0.%d5,0,1", i))
	}
	few := coursetest.Opened(t, Lesson, "embed", "data=points&kernel=min&points="+strings.Join(ten, ";"))
	claim(math.Abs(few.Find("largest")/10-f["min-few-1"]) < 1e-12, "the figure has the ten points")
	for j, name := range []string{"c1", "c2"} {
		l := math.Sqrt(f[fmt.Sprintf("min-%d", j+1)])
		for i, x := range coursetest.Values(t, few, "data", "x1") {
			on := l * math.Sqrt2 * math.Sin(float64(2*j+1)*math.Pi*x/2)
			claim(math.Abs(coursetest.Values(t, few, "coordinates", name)[i]-on) < 0.005,
				"the ten points lie nearly on Mercer's features")
		}
	}
	coursetest.Same(t, coursetest.Of(f), 1e-12, map[string]float64{
		"hand-l1": 8, "hand-l2": 2, "hand-c1": 2, "hand-c2": 1,
	})
	hand := coursetest.Opened(t, Lesson, "embed", "data=points")
	for i, want := range [][2]float64{{2, 1}, {2, -1}} {
		x, y := coursetest.Values(t, hand, "coordinates", "c1")[i], coursetest.Values(t, hand, "coordinates", "c2")[i]
		claim(math.Hypot(x-want[0], y-want[1]) < 1e-9, "the figure shows the points worked by hand")
		claim(math.Abs(hand.Matrix("gram").At(0, i)-[]float64{5, 3}[i]) < 1e-12,
			"the figure shows the table worked by hand")
	}
	milk := data.FoodNames()
	claim(milk[12] == "milk" && milk[13] == "milk powder", "the prepared state points at milk and milk powder")
}

// diagonal is that of a matrix.
func diagonal(m mat.Matrix) (v []float64) {
	n, _ := m.Dims()
	for i := range n {
		v = append(v, m.At(i, i))
	}
	return v
}

func TestWhatManySamplesSay(t *testing.T) {
	t.Parallel()
	manytest.Recounted(t, "shares.csv", many.Parse(shares), pointSamples)
}

// Mercer's eigenfunctions and their number, from a plain sum over the middles of many equal
// parts, and the bumps from a least-squares fit.
func TestRivalsOfTheSeries(t *testing.T) {
	const parts = 240
	for _, far := range []float64{3, 5} {
		x := make([]float64, parts)
		for i := range x {
			x[i] = far * (2*(float64(i)+0.5)/parts - 1)
		}
		s := course.Must(engine.Eigen(engine.Gram(engine.Gaussian{Length: 1}, engine.Column(x))))
		left := func(m int) (most float64) {
			for i := range x {
				sum := 0.0
				for j := range m {
					sum += s.Values[j] * s.Vectors.At(i, j) * s.Vectors.At(i, j)
				}
				most = math.Max(most, 1-sum)
			}
			return most
		}
		if m := ownNeeded(far, 1); left(m) > 1.05*small || left(m-1) <= 0.95*small {
			t.Errorf("up to %v: %d leave %v, one less %v", far, m, left(m), left(m-1))
		}
	}
	x := [][]float64{{0}, {0.3}, {5}, {5.1}}
	if m := greedyNeeded(engine.Gaussian{Length: 1}, x); m != 3 {
		t.Errorf("of two pairs, one nearly alike, %d", m)
	}
}

// The picture that opens the lesson is the data turned, and not mirrored.
func TestOpensTurned(t *testing.T) {
	p := coursetest.Opened(t, Lesson, "embed", "")
	x1, x2 := coursetest.Values(t, p, "data", "x1"), coursetest.Values(t, p, "data", "x2")
	c1, c2 := coursetest.Values(t, p, "coordinates", "c1"), coursetest.Values(t, p, "coordinates", "c2")
	for i := range x1 {
		for j := range i {
			before, after := x1[i]*x2[j]-x2[i]*x1[j], c1[i]*c2[j]-c2[i]*c1[j]
			coursetest.Within(t, after, before, 1e-9*(1+math.Abs(before)), "what points %d and %d span", i+1, j+1)
		}
	}
}

// What is left out is a kernel too: no entry of it is larger than its diagonal's largest,
// and none is larger than the next eigenvalue.
func TestWhatIsLeftOut(t *testing.T) {
	X := data.Foods().X
	for _, k := range []engine.Kernel{
		engine.Gaussian{Length: 10}, engine.Laplacian{Length: 10}, engine.Polynomial{Degree: 3, Offset: 1},
	} {
		K := engine.Gram(k, X)
		s := course.Must(engine.Eigen(K))
		for m := 1; m < len(X); m++ {
			v := recoveredFrom(K, s, m)
			if v.errors.largest > 0 && len(v.errors.at) == 0 ||
				v.errors.largest > v.errors.next*(1+1e-9)+2*s.Rounding() {
				t.Errorf("%v from %d coordinates: %+v", k, m, v.errors)
			}
		}
	}
}

// The features are those of either convention, and what is missing of 1 is a Poisson
// variable's chance.
func TestFeatures(t *testing.T) {
	factorial := 1.0
	half, whole := features(0.7, 1.3, 12), features(0.7*math.Sqrt2, 1.3, 12)
	for k := range half {
		if k > 0 {
			factorial *= float64(k)
		}
		u := 0.7 / 1.3
		power := math.Pow(u, float64(k)) / math.Sqrt(factorial)
		coursetest.Within(t, half[k], math.Exp(-u*u/2)*power, 1e-15, "feature %d", k)
		coursetest.Within(t, whole[k], math.Exp(-u*u)*math.Pow(math.Sqrt2, float64(k))*power, 1e-15,
			"feature %d of the other convention", k)
	}
	for _, m := range []int{1, 7, 130} {
		for _, x := range []float64{0, 0.5, 4, 10} {
			coursetest.Within(t, missing(x, 1, m), tail(x*x, m), 1e-12, "what %d features miss at %v", m, x)
		}
	}
}

// tail is the chance that a Poisson variable with that mean is m or more.
func tail(mean float64, m int) float64 {
	sum := 0.0
	for k := range m {
		g, _ := math.Lgamma(float64(k + 1))
		if mean > 0 {
			sum += math.Exp(-mean + float64(k)*math.Log(mean) - g)
		} else if k == 0 {
			sum = 1
		}
	}
	return 1 - sum
}

// Nothing before a prediction, and no figure around it as it opens, has its answer.
func TestNothingAnswersThePredictions(t *testing.T) {
	f, opens := coursetest.Draw(t, Lesson, "embed", "")
	if f.Control("kernel").Value != "linear" || strings.Contains(opens.Description, "24 coordinates") {
		t.Error("the Gaussian's coordinates are seen before anybody is asked")
	}
	f, _ = coursetest.Draw(t, Lesson, "taylor", "")
	if f.Control("features").Number() != 4 {
		t.Error("it does not open with the four features that the question is about")
	}
	coursetest.Unsaid(t, Lesson, "", "::: predict reach", "twice", `\sqrt m`, "half-16")
}

// The matrix shown is K less what is rebuilt, in the order of rows: what the eigenvalues left
// out make, and 0 where all are kept.
func TestMissing(t *testing.T) {
	K := mat.NewSymDense(3, []float64{2, 1, 0, 1, 2, 1, 0, 1, 2})
	s := course.Must(engine.Eigen(K))
	order := []int{2, 0, 1}
	v := recoveredFrom(K, s, 1)
	square, scale := v.missing(order)
	for i, a := range order {
		for j, b := range order {
			left := s.Values[1]*s.Vectors.At(a, 1)*s.Vectors.At(b, 1) +
				s.Values[2]*s.Vectors.At(a, 2)*s.Vectors.At(b, 2)
			coursetest.Within(t, square.At(i, j), left, 1e-14, "entry %d, %d", i, j)
		}
	}
	if scale.Max < 2 || scale.Max > 2+1e-9 || scale.Min != -scale.Max {
		t.Errorf("the scale goes from %v to %v", scale.Min, scale.Max)
	}
	whole := recoveredFrom(K, s, 3)
	for _, r := range []recovery{v, whole} {
		drawn := (&embedding{recovery: r, at: -1, with: -1}).matrix()
		if (drawn.Empty != "") != (r.errors.largest == 0) {
			t.Errorf("off by %v it says %q", r.errors.largest, drawn.Empty)
		}
	}
	if square, same := whole.missing(order); mat.Norm(square, 1) != 0 || same != scale {
		t.Errorf("of all coordinates %v is missing, on a scale %+v", mat.Formatted(square), same)
	}
}

// ownOnSample is for all places that a sample may have.
var ownOnSample = sync.OnceValue(func() int { return ownNeeded(sampleReach, 1) })

// pointSamples are of points on a line: whether the eigenvectors of their table take fewer
// coordinates than the series has to have, and than Mercer's eigenfunctions of the interval.
var pointSamples = many.Study{
	Claims: []string{"fewer-than-series", "two-fewer-than-own"},
	Draw: func(seed int) []many.Outcome {
		x, far := samplePlaces(seed)
		m := coordinatesNeeded(engine.Gram(engine.Gaussian{Length: 1}, x))
		return []many.Outcome{
			many.If(m < needed(far, 1)), // the error is largest on the diagonal, at the point farthest out
			many.If(m < ownOnSample()-1),
		}
	},
}
