package kernelpca

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// The figure derivation: the components of six explicit features, from the d×d covariance
// and from the n×n Gram matrix.

func buildDerivation(f *course.Form) course.Draw {
	load := points.InPlane(f, points.Offer{Data: "rings", N: 12, Noise: ringsNoise, Of: []string{"rings", "moons", "blobs", "points"}})
	offset := f.Float("offset", "offset c", 1, 0, 3)
	j := f.Int("component", "component i", 1, 1, 6)
	centred := f.Bool("centred", "centred features", true)
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		d := load()
		if d.Data.Len() == 0 {
			return &course.Picture{Message: "There are no points yet, and so nothing to show here.", Description: "No points, no components."}, nil
		}
		w, err := workOf(ctx, d.Labelled.Data.X, offset, centred, j-1)
		if err != nil {
			return fails(err)
		}
		return w.picture(f, d), nil
	}
}

// work is one and the same component, computed on both sides.
type work struct {
	names    []string
	phi      *mat.Dense    // n×d, centred where asked for
	sigma    *mat.SymDense // d×d, (1/n) Σ φφᵀ
	K        *mat.SymDense // n×n, the Gram matrix that components are found in
	variance []float64     // of sigma, descending
	lambda   []float64     // of K, descending, divided by n
	v        []float64     // the i-th eigenvector of sigma; nil where its variance is zero
	sum      []float64     // Σ aₗ φ(xₗ)
	a        []float64
	offset   float64
	centred  bool
	i        int
	rank     int
	known    float64 // a variance is known to that; what is no larger is zero
	from, to int     // the components from, …, to − 1 whose variances rounding cannot tell from the i-th
	bound    float64 // of what Σ aₗφ(xₗ) may be away from their directions
}

func workOf(ctx context.Context, x [][]float64, offset float64, centred bool, i int) (*work, error) {
	features := engine.PolynomialFeatures{Degree: 2, Offset: offset}
	n := len(x)
	w := &work{offset: offset, centred: centred, i: i}
	for _, m := range features.Monomials(2) {
		w.names = append(w.names, m.String())
	}
	d := len(w.names)
	w.phi = mat.NewDense(n, d, nil)
	for l, at := range x {
		w.phi.SetRow(l, features.Map(at))
	}
	if centred {
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
	w.sigma = mat.NewSymDense(d, nil)
	w.sigma.SymOuterK(1/float64(n), w.phi.T())
	K := engine.Gram(engine.Polynomial{Degree: 2, Offset: offset}, x)
	if w.K = K; centred {
		w.K = engine.Centre(K)
	}
	small, err := engine.Eigen(w.sigma)
	if err != nil {
		return nil, err
	}
	c, err := engine.KernelPCA{Components: min(d, n), Centred: centred}.Fit(ctx, K)
	if err != nil {
		return nil, err
	}
	w.known = c.ZeroBelow / float64(n)
	w.variance, w.lambda = above(small.Values, w.known), above(c.Variances, w.known)
	w.rank = c.Rank
	if i >= c.Rank {
		return w, nil
	}
	w.a = mat.Col(nil, i, c.Coefficients)
	w.sum = make([]float64, d)
	for a := range d {
		for l := range n {
			w.sum[a] += w.a[l] * w.phi.At(l, a)
		}
	}
	w.group()
	w.v = nearestIn(small.Vectors, w.from, w.to, w.sum)
	return w, nil
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
func (w *work) group() {
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
func (w *work) gap() float64 {
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
func (w *work) apart() float64 {
	if w.v == nil {
		return math.NaN()
	}
	s := 0.0
	for a, v := range w.v {
		s += (v - w.sum[a]) * (v - w.sum[a])
	}
	return math.Sqrt(s)
}

func (w *work) picture(f *course.Form, d *points.Plane) *course.Picture {
	n, dim := w.phi.Dims()
	K, how := "K′", "K′ = JKJ"
	if !w.centred {
		K, how = "K", "K"
	}
	what := spreads(w.centred)
	entries := plots.Curves{X: plots.Axis{Label: "features " + strings.Join(w.names, ", "), Min: 0.5, Max: float64(dim) + 0.5, Whole: true}, Y: plots.Axis{Label: "entry of v", Min: -1.1, Max: 1.1},
		Legend: true, PointsName: "v, from Σ̂", Note: "ringed: Σ aₗφ(xₗ)"}
	for a, v := range w.v {
		entries.Points = append(entries.Points, plots.Point{X: float64(a + 1), Y: v})
		entries.Markers = append(entries.Markers, plots.Marker{X: float64(a + 1), Y: w.sum[a], Ring: true, Color: plots.Curve})
	}
	axis := plots.Axis{Label: what, Min: 0.1, Max: 1, Log: true}
	if w.rank > 0 {
		axis.Min, axis.Max = math.Pow(10, math.Floor(math.Log10(w.lambda[w.rank-1])-0.1)), math.Pow(10,
			math.Ceil(math.Log10(w.lambda[0])+0.1))
	}
	scree := plots.Curves{X: plots.Axis{Label: "component", Min: 0.5, Max: float64(dim) + 0.5, Whole: true}, Y: axis, Legend: true, PointsName: "d of Σ̂", Note: "ringed: λ/n of " + K,
		VLines: []plots.Mark{{At: float64(w.i + 1), Name: "i", Dash: true}}}
	for j := range w.rank {
		scree.Points = append(scree.Points, plots.Point{X: float64(j + 1), Y: w.variance[j]})
		scree.Markers = append(scree.Markers, plots.Marker{X: float64(j + 1), Y: w.lambda[j], Ring: true, Color: plots.Curve})
	}
	matrix := func(id, label, sizes string, m mat.Matrix) plots.Panel {
		return plots.Panel{ID: id, Title: label, Width: 168, Height: 230, Plot: plots.Heatmap{Values: m, Bare: true, Label: label, Sizes: sizes}}
	}
	means := "How many directions the points vary in at all: at most d, and at most n − 1."
	if !w.centred {
		means = "How many directions the points lie in at all: at most d, and at most n."
	}
	p := &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "derivation-vector", Lead: true, Title: fmt.Sprintf("The direction v of component %d", w.i+1), Width: course.Half, Height: 450, Plot: entries},
				{ID: "derivation-scree", Lead: true, Title: fmt.Sprintf("The %ss, from both sides", what), Width: course.Half, Height: 450,
					Plot: scree}},
			{matrix("derivation-sigma", "Σ̂ of the features", "d×d", w.sigma)}, {matrix("derivation-gram", how, "n×n", w.K)},
		},
		Numbers: []course.Number{
			{Name: "eigenvalue_gap", Label: what + "s differ by",
				Means: fmt.Sprintf("The largest difference between a %s from Σ̂ and λ/n from %s, as a share of the largest.",
					what, K), Value: w.gap(), Aside: true},
			{Name: "vector_gap", Label: "directions differ by", Means: "The length of v − Σ aₗφ(xₗ); v is 1 long.", Value: w.apart(), Aside: true},
			{Name: "rank", Label: what + "s above rounding", Means: means, Value: float64(w.rank), Whole: true},
		},
		Series: []course.Series{
			course.Table("data", "x1 x2 label", d.Column(0), d.Column(1), labels(d.Labelled)),
			course.Table("variances", "variance", w.variance), course.Table("eigenvalues", "eigenvalue_over_n", w.lambda),
		},
		Matrices: []course.NamedMatrix{{Name: "covariance", Values: w.sigma}, {Name: "gram", Values: w.K}, {Name: "features", Values: w.phi}},
	}
	for j := range 3 {
		if j < len(w.lambda) {
			p.Numbers = append(p.Numbers, course.Number{Name: fmt.Sprintf("variance_%d", j+1),
				Label: fmt.Sprintf("%s d%c", what, '₁'+rune(j)), Value: w.variance[j]})
		}
	}
	p.Description = fmt.Sprintf("Σ̂ is %d × %d, %s is %d × %d, %s.", dim, dim, K, n, n, w.counts())
	if w.v != nil {
		p.Series = append(p.Series, course.Table("direction", "v sum", w.v, w.sum), course.Table("coefficients", "a", w.a))
		p.Description += fmt.Sprintf(" Along component %d it is %s.", w.i+1, course.Digits(w.variance[w.i]))
		p.Description += w.mixed()
		p.Certificate = w.check(K)
	} else {
		p.Description += fmt.Sprintf(" There is no component %d.", w.i+1)
	}
	p.Goals = []course.Goal{{Name: "wide", At: "n=5", Now: fmt.Sprintf("n = %d, d = %d", n, dim), Reached: n < dim && w.v != nil,
		Text: fmt.Sprintf("Goal reached: %s is %d × %d, smaller than Σ̂, and has every %s that is not zero.", K, n, n, what)}}
	p.Code = programs.Code("derivation", f, course.Values{"Points": flat(d.Labelled.Data.X), "I": w.i, "Count": min(3, len(w.lambda))})
	return p
}

// counts says how many variances each side has: as many, but for one that is of the size
// of rounding.
func (w *work) counts() string {
	small := 0
	for _, v := range w.variance {
		if v > 0 {
			small++
		}
	}
	if small == w.rank {
		return fmt.Sprintf("and both have %s above rounding", course.Plural(small, spreads(w.centred)))
	}
	return fmt.Sprintf("and they have %d and %d %ss above rounding", small, w.rank, spreads(w.centred))
}

// mixed says so where the variance is that of other components too.
func (w *work) mixed() string {
	var others []string
	for j := w.from; j < w.to; j++ {
		if j != w.i {
			others = append(others, fmt.Sprint(j+1))
		}
	}
	if len(others) == 0 {
		return ""
	}
	component := "component"
	if len(others) > 1 {
		component = "components"
	}
	return fmt.Sprintf(" To rounding, that of %s %s is the same, and any mixture of their directions is a "+
		"direction too: v is the mixture nearest to Σ aₗφ(xₗ).",
		component, and(others))
}

// check is the certificate of the direction, made from K.
func (w *work) check(K string) *course.Certificate {
	ways := "v and Σ aₗφ(xₗ)"
	if w.to > w.from+1 {
		ways = "Σ aₗφ(xₗ) and the mixtures of directions with this " + spreads(w.centred)
	}
	return course.Agreement(engine.Certified(w.apart(), w.gap(), w.bound), ways,
		"v is an eigenvector of Σ̂, d × d; the a come from "+K+", n × n, which has never seen a feature.",
		fmt.Sprintf("Bound: 2 (ρ/g) √(d₁/dᵢ). Rounding leaves each %s known to ρ = %s; g is the distance of this "+
			"one from the others and from zero, d₁ the largest.", spreads(w.centred), course.Digits(w.known)))
}
