package kernelpca

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure derivation: the components of six explicit features, from the d×d covariance
// and from the n×n Gram matrix.

// A derivation is one and the same component, computed on both sides.
type derivation struct {
	// What the controls say.
	load    func() *points.Plane
	offset  float64
	centred bool
	i       int // the component, from 0

	// What is computed.
	*points.Labelled
	none     string // why there are no components
	names    []string
	phi      *mat.Dense    // n×d, centred where asked for
	sigma    *mat.SymDense // d×d, (1/n) Σ φφᵀ
	K        *mat.SymDense // n×n, the Gram matrix that components are found in
	variance []float64     // of sigma, descending
	lambda   []float64     // of K, descending, divided by n
	v        []float64     // the i-th eigenvector of sigma; nil where its variance is zero
	sum      []float64     // Σ aₗ φ(xₗ)
	a        []float64
	rank     int
	known    float64 // a variance is known to that; what is no larger is zero
	from, to int     // the components from, …, to − 1 whose variances rounding cannot tell from the i-th
	bound    float64 // of what Σ aₗφ(xₗ) may be away from their directions
}

var buildDerivation = course.Steps(func(f *course.Form) course.Work {
	w := &derivation{load: points.InPlane(f, points.Offer{Data: "rings", N: 12, Noise: ringsNoise, Places: "even",
		Of: []string{"rings", "moons", "blobs", "points"}})}
	w.offset = f.Float("offset", "offset c", 1, 0, 3)
	w.i = f.Int("component", "component i", 1, 1, 6) - 1
	w.centred = f.Bool("centred", "centred features", true)
	return w
})

// Compute finds the component on both sides.
func (w *derivation) Compute(ctx context.Context, _ *course.Memo) error {
	w.Labelled = w.load().Labelled
	err := w.derive(ctx)
	if w.none = whyNone(err); w.none == "" {
		return err
	}
	return nil
}

func (w *derivation) derive(ctx context.Context) error {
	w.features()
	n, d := w.phi.Dims()
	w.sigma = mat.NewSymDense(d, nil)
	w.sigma.SymOuterK(1/float64(n), w.phi.T())
	K := engine.Gram(engine.Polynomial{Degree: 2, Offset: w.offset}, w.Data.X)
	if w.K = K; w.centred {
		w.K = engine.Centre(K)
	}
	small, err := engine.Eigen(w.sigma)
	if err != nil {
		return err
	}
	c, err := engine.KernelPCA{Components: min(d, n), Centred: w.centred}.Fit(ctx, K)
	if err != nil {
		return err
	}
	w.known = c.ZeroBelow / float64(n)
	w.variance, w.lambda = above(small.Values, w.known), above(c.Variances, w.known)
	w.rank = c.Rank
	if w.v = nil; w.i >= c.Rank {
		return nil
	}
	w.a = mat.Col(nil, w.i, c.Coefficients)
	w.sum = make([]float64, d)
	for a := range d {
		for l := range n {
			w.sum[a] += w.a[l] * w.phi.At(l, a)
		}
	}
	w.group()
	w.v = nearestIn(small.Vectors, w.from, w.to, w.sum)
	return nil
}

// features are those of the points, less their means where they are centred.
func (w *derivation) features() {
	features := engine.PolynomialFeatures{Degree: 2, Offset: w.offset}
	w.names = nil
	for _, m := range features.Monomials(2) {
		w.names = append(w.names, m.String())
	}
	n, d := w.Data.Len(), len(w.names)
	w.phi = mat.NewDense(n, d, nil)
	for l, at := range w.Data.X {
		w.phi.SetRow(l, features.Map(at))
	}
	if !w.centred {
		return
	}
	for a := range d {
		mean := 0.0
		for l := range n {
			mean += w.phi.At(l, a) / float64(n)
		}
		for l := range n {
			w.phi.Set(l, a, w.phi.At(l, a)-mean)
		}
	}
}

// above is v, with 0 for what is not above known.
func above(v []float64, known float64) []float64 {
	w := make([]float64, len(v))
	for i, x := range v {
		if x > known {
			w[i] = x
		}
	}
	return w
}

// nearestIn is the direction nearest to that of sum among the mixtures of the orthonormal
// columns from, …, to − 1: of one column, that column or its negative.
func nearestIn(columns *mat.Dense, from, to int, sum []float64) []float64 {
	v := make([]float64, len(sum))
	for j := from; j < to; j++ {
		column := mat.Col(nil, j, columns)
		floats.AddScaled(v, floats.Dot(column, sum), column)
	}
	floats.Scale(1/floats.Norm(v, 2), v)
	return v
}

// group finds the components whose variances are the i-th's as far as rounding can tell,
// each within twice known = ρ of the next, and what rounding then allows. To first order an
// error E of K′ mixes into u, the i-th eigenvector, the j-th with the weight
// uⱼᵀEu/(λᵢ − λⱼ), and in the feature space uⱼ is √λⱼ long where u is √λᵢ. With ‖E‖/n at
// most ρ, and g the distance of the variances of the group from all others and from zero,
// Σ aₗφ(xₗ) is therefore within
//
//	(ρ/g) √(d₁/dᵢ)
//
// of the group's directions; those of Σ̂ are within ρ/g of their own. The bound is twice
// that, for both sides, and at most 2, by which any two directions differ.
func (w *derivation) group() {
	same := func(j int) bool { return w.lambda[j-1]-w.lambda[j] <= 2*w.known } // components j − 1 and j
	w.from, w.to = w.i, w.i+1
	for w.from > 0 && same(w.from) {
		w.from--
	}
	for w.to < w.rank && same(w.to) {
		w.to++
	}
	g := w.lambda[w.to-1]
	if w.to < w.rank {
		g -= w.lambda[w.to]
	}
	if w.from > 0 {
		g = math.Min(g, w.lambda[w.from-1]-w.lambda[w.from])
	}
	w.bound = math.Min(2*w.known/g*math.Sqrt(w.lambda[0]/w.lambda[w.i]), 2)
}

// gap is the largest difference of the eigenvalues from both sides, of the largest; where
// one side has fewer, the others of the other side are compared with zero.
func (w *derivation) gap() float64 {
	at := func(v []float64, j int) float64 {
		if j < len(v) {
			return v[j]
		}
		return 0
	}
	worst, top := 0.0, math.Max(at(w.variance, 0), at(w.lambda, 0))
	for j := range max(len(w.variance), len(w.lambda)) {
		worst = math.Max(worst, math.Abs(at(w.variance, j)-at(w.lambda, j)))
	}
	if top == 0 {
		return 0
	}
	return worst / top
}

// apart is ‖v − Σ aₗφ(xₗ)‖; NaN where there is no v.
func (w *derivation) apart() float64 {
	if w.v == nil {
		return math.NaN()
	}
	s := 0.0
	for a, v := range w.v {
		s += (v - w.sum[a]) * (v - w.sum[a])
	}
	return math.Sqrt(s)
}

func (w *derivation) Show(f *course.Form) *course.Picture {
	if w.none != "" {
		return noComponents(w.none)
	}
	gram, _ := w.matrix()
	return &course.Picture{
		Columns: [][]plots.Panel{
			{w.direction(), w.scree()},
			{heatmap("derivation-sigma", "Σ̂ of the features", "d×d", w.sigma)},
			{heatmap("derivation-gram", gram, "n×n", w.K)},
		},
		Numbers:     w.numbers(),
		Says:        w.says(),
		Certificate: w.check(),
		Goals:       []course.Goal{w.goal()},
		Series:      w.series(),
		Matrices: []course.NamedMatrix{
			{Name: "covariance", Values: w.sigma}, {Name: "gram", Values: w.K}, {Name: "features", Values: w.phi},
		},
		Code: programs.Code("derivation", f,
			course.Values{"Points": slices.Concat(w.Data.X...), "Count": min(3, len(w.lambda))}),
	}
}

// matrix is what the n×n matrix is, and its letter.
func (w *derivation) matrix() (what, letter string) {
	if w.centred {
		return "K′ = JKJ", "K′"
	}
	return "K", "K"
}

func heatmap(id, label, sizes string, m mat.Matrix) plots.Panel {
	return plots.Panel{ID: id, Title: label, Width: 168, Height: 230,
		Plot: plots.Heatmap{Values: m, Bare: true, Label: label, Sizes: sizes}}
}

// direction is v, entry by entry, from both sides.
func (w *derivation) direction() plots.Panel {
	features := w.whole("feature")
	features.Names = strings.Join(w.names, "\n")
	entries := plots.Curves{
		X: features, Y: plots.Axis{Label: "entry of v", Min: -1.1, Max: 1.1},
		Legend: true, PointsName: "v, from Σ̂", Note: "ringed: Σ aₗφ(xₗ)",
	}
	for a, v := range w.v {
		entries.Points = append(entries.Points, plots.Point{X: float64(a + 1), Y: v})
		entries.Markers = append(entries.Markers, ring(a, w.sum[a]))
	}
	entries.Lines = stems(entries.Points, 0)
	return plots.Panel{ID: "derivation-vector", Lead: true, Width: course.Half, Height: 450, Plot: entries,
		Title: fmt.Sprintf("The direction v of component %d", w.i+1)}
}

// scree is the variances from both sides.
func (w *derivation) scree() plots.Panel {
	what, axis := spreads(w.centred), plots.Axis{Min: 0.1, Max: 1, Log: true}
	if axis.Label = what; w.rank > 0 {
		axis.Min = math.Pow(10, math.Floor(math.Log10(w.lambda[w.rank-1])-0.1))
		axis.Max = math.Pow(10, math.Ceil(math.Log10(w.lambda[0])+0.1))
	}
	_, K := w.matrix()
	scree := plots.Curves{X: w.whole("component"), Y: axis, Legend: true, PointsName: "d of Σ̂",
		Note: "ringed: λ/n of " + K, VLines: []plots.Mark{{At: float64(w.i + 1), Name: "i", Dash: true}}}
	for j := range w.rank {
		scree.Points = append(scree.Points, plots.Point{X: float64(j + 1), Y: w.variance[j]})
		scree.Markers = append(scree.Markers, ring(j, w.lambda[j]))
	}
	scree.Lines = stems(scree.Points, axis.Min)
	return plots.Panel{ID: "derivation-scree", Lead: true, Title: fmt.Sprintf("The %ss, from both sides", what),
		Width: course.Half, Height: 450, Plot: scree}
}

// whole is an axis with a place for each feature, and ring the j-th value from the n×n side.
func (w *derivation) whole(label string) plots.Axis {
	return plots.Axis{Label: label, Min: 0.5, Max: float64(len(w.names)) + 0.5, Whole: true}
}
func ring(j int, value float64) plots.Marker {
	return plots.Marker{X: float64(j + 1), Y: value, Ring: true, Color: plots.Curve}
}

// stems are upright lines from the height foot to each of the points.
func stems(points []plots.Point, foot float64) []plots.Line {
	l := plots.Line{Color: plots.Soft, Width: 2}
	for _, p := range points {
		l.Xs, l.Ys = append(l.Xs, p.X, p.X, math.NaN()), append(l.Ys, foot, p.Y, math.NaN())
	}
	if foot == 0 {
		l.Xs, l.Ys = append(l.Xs, 0.5, float64(len(points))+0.5), append(l.Ys, 0, 0)
	}
	return []plots.Line{l}
}

func (w *derivation) numbers() []course.Number {
	_, K := w.matrix()
	what, means := spreads(w.centred), "How many directions the points vary in at all: at most d, and at most n − 1."
	if !w.centred {
		means = "How many directions the points lie in at all: at most d, and at most n."
	}
	numbers := []course.Number{
		{Name: "eigenvalue_gap", Label: what + "s differ by", Value: w.gap(), Aside: true,
			Means: fmt.Sprintf("The largest difference between a %s from Σ̂ and λ/n from %s, as a share of the "+
				"largest.", what, K)},
		{Name: "vector_gap", Label: "directions differ by", Value: w.apart(), Aside: true,
			Means: "The length of v − Σ aₗφ(xₗ); v is 1 long."},
		{Name: "rank", Label: what + "s above rounding", Means: means, Value: float64(w.rank), Whole: true},
	}
	for j := range min(3, len(w.lambda)) {
		numbers = append(numbers, course.Number{Name: fmt.Sprintf("variance_%d", j+1),
			Label: fmt.Sprintf("%s d%c", what, '₁'+rune(j)), Value: w.variance[j]})
	}
	return numbers
}

func (w *derivation) series() []course.Series {
	s := []course.Series{
		course.Table("data", "x1 x2 label", w.Column(0), w.Column(1), course.Floats(w.Data.Labels)),
		course.Table("variances", "variance", w.variance), course.Table("eigenvalues", "eigenvalue_over_n", w.lambda),
	}
	if w.v != nil {
		s = append(s, course.Table("direction", "v sum", w.v, w.sum), course.Table("coefficients", "a", w.a))
	}
	return s
}

// goal is a Gram matrix smaller than the covariance matrix.
func (w *derivation) goal() course.Goal {
	n, d := w.phi.Dims()
	_, K := w.matrix()
	return course.Goal{Name: "wide", At: "n=5", Now: fmt.Sprintf("n = %d, d = %d", n, d), Reached: n < d && w.v != nil,
		Text: fmt.Sprintf("Goal reached: %s is %d × %d, smaller than Σ̂, and has every %s that is not zero.",
			K, n, n, spreads(w.centred))}
}

const (
	saysBoth = "Σ̂ is {d} × {d}, {matrix} is {count} × {count}, and both have {rank} {spreads} above rounding."
	saysTwo  = "Σ̂ is {d} × {d}, {matrix} is {count} × {count}, and they have {small} and {rank} {spreads} above " +
		"rounding."

	saysAlong = "Along component {component} it is {spread_along}."
	saysNoOne = "There is no component {component}."
	saysMixed = "To rounding, that of component {others} is the same, and any mixture of their directions is a " +
		"direction too: v is the mixture nearest to Σ aₗφ(xₗ)."
	saysMixedMore = "To rounding, that of components {others} is the same, and any mixture of their directions is a " +
		"direction too: v is the mixture nearest to Σ aₗφ(xₗ)."
)

// says begins with how many variances each side has: as many, but for one that is of the
// size of rounding.
func (w *derivation) says() []course.Said {
	small := 0
	for _, v := range w.variance {
		if v > 0 {
			small++
		}
	}
	n, d := w.phi.Dims()
	_, K := w.matrix()
	what := spreads(w.centred)
	if w.rank != 1 {
		what += "s"
	}
	says := []course.Said{course.Say(saysBoth, d, d, K, n, n, w.rank, what)}
	if small != w.rank {
		says[0] = course.Say(saysTwo, d, d, K, n, n, small, w.rank, spreads(w.centred)+"s")
	}
	if w.v == nil {
		return append(says, course.Say(saysNoOne, w.i+1))
	}
	says = append(says, course.Say(saysAlong, w.i+1, w.variance[w.i]))
	switch others := w.others(); len(others) {
	case 0:
		return says
	case 1:
		return append(says, course.Say(saysMixed, others[0]))
	default:
		return append(says, course.Say(saysMixedMore, course.And(others)))
	}
}

// others are the components, from 1, whose variance is that of the i-th to rounding.
func (w *derivation) others() (others []string) {
	for j := w.from; j < w.to; j++ {
		if j != w.i {
			others = append(others, fmt.Sprint(j+1))
		}
	}
	return others
}

// check is the certificate of the direction, made from K; nil where there is none.
func (w *derivation) check() *course.Certificate {
	if w.v == nil {
		return nil
	}
	_, K := w.matrix()
	ways := "v and Σ aₗφ(xₗ)"
	if w.to > w.from+1 {
		ways = "Σ aₗφ(xₗ) and the mixtures of directions with this " + spreads(w.centred)
	}
	return course.Agreement(engine.Certified(w.apart(), w.gap(), w.bound), ways,
		"v is an eigenvector of Σ̂, d × d; the a come from "+K+", n × n, which has never seen a feature.",
		fmt.Sprintf("Bound: 2 (ρ/g) √(d₁/dᵢ). Rounding leaves each %s known to ρ = %s; g is the distance of this "+
			"one from the others and from zero, d₁ the largest.", spreads(w.centred), course.Digits(w.known)))
}
