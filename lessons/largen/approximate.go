package largen

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure approximate: a fit to many readings of the whistle, exactly to as many as
// that can be done for, or to all of them through landmarks or waves.

const (
	mostFeatures = 200  // of one pass
	openM        = 150  // features, as the figure opens
	mostExact    = 2000 // points, in a second or two
	drawn        = 300  // points in the picture
	foot         = -2.4 // Pa, where landmarks are drawn
	firstFew     = 12   // landmarks, which the lesson asks about, have a ring
	longPass     = 5000 // points; a pass over more takes a tenth of a second
	longExact    = 700
)

var approximateSizes = []int{500, 2000, 10000, 50000}

// sizes are the features, or points, at which an error is drawn.
var sizes = []int{6, 10, 16, 20, 30, 40, 50, 60, 70, 80, 100, 120, 150, 200}

// exactSizes are those, of points kept, when no exact fit is asked for, and when one is.
var exactSizes, manyExact = []int{10, 20, 50, 100, 200}, []int{500, 1000, 2000}

// An approximation is the state of the figure.
type approximation struct {
	way, chosen string // chosen are landmarks
	n, m        int
	ell, lambda float64
	seed        int
}

var wayNames = map[string]string{"nystrom": "landmarks", "fourier": "random waves", "exact": "exact"}

// An approximated is an approximation of the whistle, computed.
type approximated struct {
	approximation
	*result
	few, fewErrors []float64 // exact fits to so many points, and their distances from the truth
	best           []bestFew // the same of exactSizes with λ chosen by leaving out
}

var buildApproximate = course.Steps(func(f *course.Form) course.Work {
	a := &approximated{}
	a.way = f.Choice("way", "way", "nystrom", course.Options("nystrom", "landmarks (Nyström)",
		"fourier", "random waves (Fourier)", "exact", "exact, at most 2,000 points"), course.Leads)
	a.chosen = chooseLandmarks(f)
	a.n = f.Size("n", "points n", 2000, approximateSizes)
	a.m = f.Int("m", "features m", openM, 6, mostFeatures,
		course.When("way", "nystrom", "fourier"), course.Term("theta"))
	a.ell = f.LogFloat("bandwidth", "bandwidth ℓ", 0.2, 0.15, 2,
		course.Unit("ms"), course.Term("bandwidth"), course.More)
	a.lambda = f.LogFloat("lambda", "λ", 1e-5, 1e-9, 1, course.Term("lambda"), course.More)
	a.seed = f.Int("seed", "sample", 1, 1, 100, course.More)
	return a
})

// Compute fits, and finds the distances from the truth that are drawn beside that of the fit.
func (a *approximated) Compute(ctx context.Context, memo *course.Memo) (err error) {
	of := exactSizes
	if course.Judged(ctx) && a.way != "exact" {
		a.result = new(result)
		a.err, err = a.alone(ctx, memo)
		return err
	}
	if a.way == "exact" {
		of = slices.Concat(exactSizes, manyExact)
		a.result, err = a.throughPoints(ctx, memo)
	} else {
		a.result, err = a.throughFeatures(ctx, memo)
	}
	if err != nil {
		return err
	}
	if a.best = nil; course.Redrawn(ctx) { // and what is drawn beside it is not looked at
		return nil
	}
	if a.few, a.fewErrors, err = a.exactErrors(ctx, memo, of); err != nil {
		return err
	}
	for _, s := range exactSizes {
		b, err := course.Remember(ctx, memo, bestFewOf{s, a.ell, a.seed})
		if err != nil {
			return err
		}
		a.best = append(a.best, b)
	}
	return nil
}

// A pass is what is left of all readings when they have been read once.
type pass struct {
	*engine.FeatureSums
	grid   *mat.Dense // of the places: waves, or bumps around landmarks, 401×d
	newton *engine.Newton
	yy     float64   // Σ yᵢ²
	x, y   []float64 // the first readings, to be drawn
}

// run reads the n readings once, for all λ and every m.
func (a approximation) run(ctx context.Context, memo *course.Memo) (*pass, error) {
	of := a.pass()
	if a.n > longPass {
		return course.RememberLong(ctx, memo, of)
	}
	return course.Remember(ctx, memo, of)
}

// pass is that over all readings. Of landmarks that are drawn or pivots the first m serve for m; means
// are others for each m.
func (a approximation) pass() passOf {
	of := passOf{way: a.way, n: a.n, ell: a.ell, seed: a.seed}
	if a.way == "nystrom" {
		of.places = placesOf{a.chosen, a.n, mostFeatures, a.ell, a.seed}.key()
		if a.chosen == centres {
			of.places.m = a.m
		}
	}
	return of
}

type passOf struct {
	way    string
	places placesOf // of landmarks
	n      int
	ell    float64
	seed   int
	short  bool // by sums over few places: see condensed
}

// Compute reads, and returns the bytes of what is left.
func (a passOf) Compute(ctx context.Context, memo *course.Memo) (*pass, int, error) {
	p, err := a.read(ctx, memo)
	if err != nil {
		return nil, 0, err
	}
	d, grid := p.Gram.SymmetricDim(), 0
	if p.newton == nil { // whose grid is that of the bumps
		grid = len(p.grid.RawMatrix().Data)
	}
	return p, 8 * (d*d + d + grid + 2*len(p.x)), nil
}

func (a passOf) read(ctx context.Context, memo *course.Memo) (p *pass, err error) {
	d := readings(a.n, a.seed)
	if a.way == "nystrom" {
		p, err = a.throughLandmarks(ctx, memo)
	} else {
		p, err = a.waves(ctx, memo, mostFeatures/2)
	}
	if err != nil {
		return nil, err
	}
	p.yy = floats.Dot(d.Y, d.Y)
	for i := range min(drawn, a.n) {
		p.x, p.y = append(p.x, d.X[i][0]), append(p.y, d.Y[i])
	}
	return p, nil
}

// throughLandmarks is the pass through landmarks, of which the first are those of fewer, but for means.
func (a passOf) throughLandmarks(ctx context.Context, memo *course.Memo) (*pass, error) {
	b, err := course.Remember(ctx, memo, bumpsOf{a.places, a.ell})
	if err != nil {
		return nil, err
	}
	p := &pass{newton: b.newton, grid: b.grid}
	p.FeatureSums, err = a.sums(ctx, memo, p.newton)
	return p, err
}

// bumps are the features of landmarks, and their bumps at the places.
type bumps struct {
	newton *engine.Newton
	grid   *mat.Dense
}

type bumpsOf struct {
	places placesOf
	ell    float64
}

// Compute finds them, and returns their bytes.
func (of bumpsOf) Compute(ctx context.Context, memo *course.Memo) (*bumps, int, error) {
	landmarks, err := course.Remember(ctx, memo, of.places)
	if err != nil {
		return nil, 0, err
	}
	b, err := bumpsAt(landmarks, of.ell)
	if err != nil {
		return nil, 0, err
	}
	d := len(b.newton.Landmarks)
	return b, 8 * d * (d + places), nil
}

func bumpsAt(landmarks [][]float64, ell float64) (*bumps, error) {
	k := engine.Gaussian{Length: ell}
	newton, err := engine.NewtonFeatures(k, landmarks)
	if err != nil {
		return nil, err
	}
	return &bumps{newton, engine.Cross(k, evenly(), newton.Landmarks)}, nil
}

// landmarks is the pass through these.
func (a passOf) landmarks(ctx context.Context, memo *course.Memo, landmarks [][]float64) (*pass, error) {
	b, err := bumpsAt(landmarks, a.ell)
	if err != nil {
		return nil, err
	}
	p := &pass{newton: b.newton, grid: b.grid}
	p.FeatureSums, err = a.sums(ctx, memo, p.newton)
	return p, err
}

// waves is the pass through waves of so many frequencies.
func (a passOf) waves(ctx context.Context, memo *course.Memo, frequencies int) (p *pass, err error) {
	w := waves(frequencies, a.seed, a.ell)
	p = &pass{grid: w.Matrix(evenly())}
	p.FeatureSums, err = a.sums(ctx, memo, w)
	return p, err
}

// A result is a fit to the whistle, with its errors.
type result struct {
	curve        []float64 // at the places
	err          float64   // its root mean square distance from the truth there
	train        float64   // that from the readings
	d            int       // features, or points, that it has
	condition    float64
	freedom      float64
	certificate  *course.Certificate
	x, y         []float64 // readings, to be drawn
	landmarks    []float64
	points       int // that it was fitted to
	sizes, rmses []float64
}

// fit is the fit of the first m features.
func (a approximation) fit(p *pass, m int) (theta *mat.Dense, condition float64, err error) {
	d, lambda := m, a.lambda
	if p.newton != nil {
		d = p.newton.Before(m)
	} else {
		// The sums are of waves as high as those of all frequencies are; m of them by
		// themselves are higher, √(mostFeatures/m) times.
		d -= m % 2
		lambda *= float64(d) / mostFeatures
	}
	return p.Ridge(d, lambda)
}

// over is the curve of a fit.
func (p *pass) over(theta *mat.Dense) []float64 {
	d, _ := theta.Dims()
	c := mat.VecDenseCopyOf(theta.ColView(0))
	if p.newton != nil { // θ of the features is L⁻ᵀθ of the bumps
		root := p.newton.Root.RawTriangular()
		root.N = d
		blas64.Trsv(blas.Trans, root, c.RawVector())
	}
	var v mat.VecDense
	v.MulVec(p.grid.Slice(0, places, 0, d), c)
	return v.RawVector().Data
}

// distance is that of a curve from the truth.
func distance(curve []float64) float64 {
	_, ys := whistle()
	return floats.Distance(curve, ys, 2) / math.Sqrt(places)
}

// throughFeatures is the fit to all points through the first m features, with the errors
// of others.
func (a approximation) throughFeatures(ctx context.Context, memo *course.Memo) (*result, error) {
	p, err := a.run(ctx, memo)
	if err != nil {
		return nil, err
	}
	theta, condition, err := a.fit(p, a.m)
	if err != nil {
		return nil, err
	}
	d, _ := theta.Dims()
	t := &result{curve: p.over(theta), d: d, condition: condition, x: p.x, y: p.y, points: a.n}
	t.err = distance(t.curve)
	lambda := a.lambda
	if p.newton == nil {
		lambda *= float64(d) / mostFeatures
	} else {
		for _, z := range p.newton.Landmarks[:d] {
			t.landmarks = append(t.landmarks, z[0])
		}
	}
	if t.freedom, err = p.Freedom(d, lambda); err != nil {
		return nil, err
	}
	if !course.Redrawn(ctx) {
		t.train = p.train(theta)
		t.certificate = a.certify(p, theta, lambda, condition)
	}
	t.sizes, t.rmses, err = a.errors(ctx, memo)
	return t, err
}

// train is the root mean square distance of a fit from the readings, by the sums alone.
func (p *pass) train(theta *mat.Dense) float64 {
	d, _ := theta.Dims()
	var Gt mat.Dense
	Gt.Mul(p.Gram.SliceSym(0, d), theta)
	column, b := theta.ColView(0), mat.DenseCopyOf(p.Cross.Slice(0, d, 0, 1)).ColView(0)
	squares := p.yy - 2*mat.Dot(column, b) + mat.Dot(column, Gt.ColView(0))
	return math.Sqrt(math.Max(0, squares) / float64(p.N))
}

// certify solves the system another way.
func (a approximation) certify(p *pass, theta *mat.Dense, lambda, condition float64) *course.Certificate {
	d, _ := theta.Dims()
	A := mat.DenseCopyOf(p.Gram.SliceSym(0, d))
	for i := range d {
		A.Set(i, i, A.At(i, i)+float64(a.n)*lambda)
	}
	b := mat.DenseCopyOf(p.Cross.Slice(0, d, 0, 1))
	var other, rest mat.Dense
	gap := math.Inf(1)
	if other.Solve(A, b) == nil {
		other.Sub(&other, theta)
		gap = mat.Norm(&other, 2) / mat.Norm(theta, 2)
	}
	rest.Mul(A, theta)
	rest.Sub(&rest, b)
	c := engine.Certified(gap, mat.Norm(&rest, 2)/mat.Norm(b, 2), engine.RoundingBound(d, condition))
	return course.Agreement(c, "Cholesky’s factors and those of Gauss",
		fmt.Sprintf("(ΦᵀΦ + nλI)θ = Φᵀy, %d equations, solved twice: both θ are %s of ‖θ‖ apart.", d,
			course.Digits(gap)),
		fmt.Sprintf("‖(ΦᵀΦ + nλI)θ − Φᵀy‖ is %s of ‖Φᵀy‖.", course.Digits(c.Residual)),
		fmt.Sprintf("Bound: 4√m·ε·cond = %s.", course.Digits(c.Bound)))
}

// errorsOf are the distances from the truth of fits with fewer features, and more.
type errorsOf struct{ approximation }

type errors struct{ xs, ys []float64 }

// Compute fits through so many features as are drawn, and returns the bytes of the distances.
func (of errorsOf) Compute(ctx context.Context, memo *course.Memo) (e errors, bytes int, err error) {
	if of.way == "nystrom" && of.chosen == centres {
		e.xs, e.ys, err = of.centresErrors(ctx, memo)
		return e, 16 * len(sizes), err
	}
	p, err := of.run(ctx, memo)
	if err != nil {
		return e, 0, err
	}
	fit := func(m int) (*mat.Dense, error) {
		theta, _, err := of.fit(p, m)
		return theta, err
	}
	if p.newton != nil {
		if fit, err = of.fits(p); err != nil {
			return e, 0, err
		}
	}
	for _, m := range sizes {
		theta, err := fit(m)
		if err != nil {
			return e, 0, err
		}
		e.xs, e.ys = append(e.xs, float64(m)), append(e.ys, distance(p.over(theta)))
	}
	return e, 16 * len(sizes), nil
}

// fits are the fits of the first m landmarks for every m, by one factor of Cholesky: where
// RᵀR = ΦᵀΦ + nλI, the first rows and columns of R are the factor of theirs.
func (a approximation) fits(p *pass) (fit func(m int) (*mat.Dense, error), err error) {
	var chol mat.Cholesky
	A := mat.NewSymDense(p.Gram.SymmetricDim(), nil)
	A.CopySym(p.Gram)
	for i := range A.SymmetricDim() {
		A.SetSym(i, i, A.At(i, i)+float64(a.n)*a.lambda)
	}
	if !chol.Factorize(A) {
		return nil, engine.ErrSingular
	}
	R, z := chol.RawU().(*mat.TriDense).RawTriangular(), mat.DenseCopyOf(p.Cross)
	blas64.Trsv(blas.Trans, R, blas64.Vector{N: R.N, Data: z.RawMatrix().Data, Inc: 1})
	return func(m int) (*mat.Dense, error) {
		first := R
		first.N = p.newton.Before(m)
		theta := mat.DenseCopyOf(z.Slice(0, first.N, 0, 1))
		blas64.Trsv(blas.NoTrans, first, blas64.Vector{N: first.N, Data: theta.RawMatrix().Data, Inc: 1})
		return theta, nil
	}, nil
}

// errors are the same for every m.
func (a approximation) errors(ctx context.Context, memo *course.Memo) (xs, ys []float64, err error) {
	a.m = 0
	e, err := course.Remember(ctx, memo, errorsOf{a})
	return e.xs, e.ys, err
}

// An exactFit is the exact fit to the first readings.
type exactFit struct {
	curve            []float64
	train, condition float64
	residual         float64
	x, y             []float64
}

// exact is the exact fit to the first s readings.
func (a approximation) exact(ctx context.Context, memo *course.Memo, s int) (*exactFit, error) {
	of := exactOf{s, a.ell, a.lambda, a.seed}
	if s > longExact {
		return course.RememberLong(ctx, memo, of)
	}
	return course.Remember(ctx, memo, of)
}

type exactOf struct {
	s           int // readings
	ell, lambda float64
	seed        int
}

// Compute fits, and returns the bytes of what is drawn.
func (of exactOf) Compute(ctx context.Context, _ *course.Memo) (*exactFit, int, error) {
	s := of.s
	d := readings(s, of.seed)
	k := engine.Gaussian{Length: of.ell}
	K := engine.Gram(k, d.X)
	alpha, condition, err := engine.SolveKRRContext(ctx, K, d.Y, of.lambda)
	if err != nil {
		return nil, 0, err
	}
	e := &exactFit{condition: condition, curve: engine.Apply(engine.Cross(k, evenly(), d.X), alpha)}
	f := engine.Apply(K, alpha)
	for i, y := range d.Y {
		r := y - f[i]
		e.train += r * r
		q := r - float64(s)*of.lambda*alpha[i]
		e.residual += q * q
	}
	e.train, e.residual = math.Sqrt(e.train/float64(s)), math.Sqrt(e.residual)/floats.Norm(d.Y, 2)
	for i := range min(drawn, s) {
		e.x, e.y = append(e.x, d.X[i][0]), append(e.y, d.Y[i])
	}
	return e, 8 * (places + 2*drawn), nil
}

// exactErrors are the distances from the truth of exact fits to few points.
func (a approximation) exactErrors(ctx context.Context, memo *course.Memo, of []int) (xs, ys []float64, err error) {
	for _, s := range of {
		if s > a.n {
			break
		}
		e, err := a.exact(ctx, memo, s)
		if err != nil {
			return nil, nil, err
		}
		xs, ys = append(xs, float64(s)), append(ys, distance(e.curve))
	}
	return xs, ys, nil
}

// throughPoints is the exact fit to as many points as that can be done for.
func (a approximation) throughPoints(ctx context.Context, memo *course.Memo) (*result, error) {
	s := min(a.n, mostExact)
	e, err := a.exact(ctx, memo, s)
	if err != nil {
		return nil, err
	}
	c := engine.Certified(e.residual, e.residual, engine.RoundingBound(s, e.condition))
	return &result{
		curve: e.curve, err: distance(e.curve), train: e.train, d: s, points: s, condition: e.condition,
		freedom: math.NaN(), x: e.x, y: e.y,
		certificate: course.Agreement(c, "both sides of (K + nλI)α = y",
			fmt.Sprintf("‖(K + nλI)α − y‖ is %s of ‖y‖.", course.Digits(e.residual)),
			fmt.Sprintf("Bound: 4√n·ε·cond = %s.", course.Digits(c.Bound))),
	}, nil
}

// multiplications are those that training takes: of an exact fit n³/6; of one through d
// features nd²/2 for ΦᵀΦ and, where they come from landmarks, as many for Φ.
func multiplications(way string, n, d int) float64 {
	N, D := float64(n), float64(d)
	switch way {
	case "exact":
		return N * N * N / 6
	case "nystrom":
		return N * D * D
	}
	return N * D * D / 2
}

// megabytes are K's, or those of ΦᵀΦ.
func megabytes(d int) float64 { return 8 * float64(d) * float64(d) / 1e6 }

func (a *approximated) Show(f *course.Form) *course.Picture {
	if a.curve == nil { // only the distance is asked for
		return &course.Picture{Numbers: []course.Number{{Name: "error", Value: a.err}}}
	}
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "approximate-curve", Title: "A whistle of falling pitch", Width: course.Wide, Height: 400,
				Plot: a.fitted()}},
			{{ID: "approximate-error", Title: "Distance from the truth", Width: course.Square, Height: 400,
				Plot: a.distances()}},
		},
		Numbers:     a.numbers(),
		Says:        a.says(),
		Certificate: a.certificate,
		Goals:       []course.Goal{a.goal()},
		Series:      a.series(),
		Code: programs.Code("approximate", f, course.Values{
			"Nystrom": a.way == "nystrom", "Exact": a.way == "exact", "Freedom": a.way != "exact",
			"Pivoted": a.chosen == pivoted, "Centres": a.chosen == centres, "Known": mostPlaced,
			"Turns": turns,
			"N":     a.points, "M": a.m, "Seed": a.seed,
		}),
	}
}

// whistle is the truth at the places at which a fit is held against it.
var whistle = sync.OnceValues(func() (xs, ys []float64) {
	for _, x := range evenly() {
		xs, ys = append(xs, x[0]), append(ys, truth(x[0]))
	}
	return xs, ys
})

// fitted is the fit over readings and truth, with the landmarks at the foot.
func (a *approximated) fitted() plots.Curves {
	xs, ys := whistle()
	c := plots.Curves{
		X:      plots.Axis{Label: "time (ms)", Min: 0, Max: length},
		Y:      plots.Axis{Label: "pressure (Pa)", Min: -2.5, Max: 2.5},
		Others: plots.Points(a.x, a.y), OthersName: "readings", Legend: true,
		Note: fmt.Sprintf("%d of %s drawn", len(a.x), course.Count(float64(a.points))),
		Lines: []plots.Line{
			{Name: "truth", Xs: xs, Ys: ys, Color: plots.Soft, Width: 1.6, Dash: true, Class: "truth"},
			{Name: "fit", Xs: xs, Ys: a.curve, Color: plots.Curve, Width: 2.2, Class: "curve t-fit"},
		},
	}
	if a.landmarks != nil {
		c.PointsName = "landmarks"
	}
	for j, z := range a.landmarks {
		c.Points = append(c.Points, plots.Point{X: z, Y: foot})
		if j < firstFew && a.chosen == drawnAtRandom {
			c.Markers = append(c.Markers, plots.Marker{X: z, Y: foot, Ring: true, Class: "first"})
		}
	}
	return c
}

// distances are those from the truth, of exact fits to few points and of fits through
// features.
func (a *approximated) distances() plots.Race {
	exact := plots.Runner{Name: "exact, so many points", Xs: a.few, Mid: a.fewErrors, Color: plots.Curve,
		Shape: plots.Triangle, Dash: true}
	r := plots.Race{X: plots.Axis{Label: "features, or points", Min: 5, Max: 2500},
		Y: plots.Axis{Label: "distance (Pa)", Min: 0.005, Max: 5}}
	if a.way == "exact" {
		r.Runners = []plots.Runner{exact}
		r.Crossing = plots.Mark{At: float64(a.d), Name: course.Count(float64(a.d)) + " points", Dash: true}
		return r
	}
	points, errors, _ := a.bestErrors()
	few := plots.Runner{Name: "exact, points, own λ", Xs: points, Mid: errors, Color: plots.Soft,
		Shape: plots.Triangle, Dash: true}
	r.Runners = []plots.Runner{few, {Name: wayNames[a.way], Xs: a.sizes, Mid: a.rmses, Color: plots.Curve,
		Shape: plots.Disc, Class: "t-theta"}}
	r.Crossing = plots.Mark{At: float64(a.m), Name: fmt.Sprintf("m = %d", a.m), Dash: true}
	return r
}

func (a *approximated) series() []course.Series {
	xs, ys := whistle()
	s := []course.Series{
		course.Table("data", "x y", a.x, a.y), course.Table("fit", "x f truth", xs, a.curve, ys),
		course.Table("exact", "points error", a.few, a.fewErrors),
	}
	points, errors, lambdas := a.bestErrors()
	s = append(s, course.Table("few", "points error lambda", points, errors, lambdas))
	if a.way != "exact" {
		s = append(s, course.Table("errors", "features error", a.sizes, a.rmses))
	}
	return s
}

func (a *approximated) numbers() []course.Number {
	used := "features used"
	if a.way == "exact" {
		used = "points used"
	}
	numbers := []course.Number{
		{Name: "error", Label: "distance from the truth", Value: a.err, Unit: "Pa",
			Means: "The root mean square of fit minus truth, at 401 places from 0 to 10 ms. The truth is known since " +
				"the readings are made."},
		{Name: "multiplications", Label: "multiplications to train", Aside: true,
			Value: multiplications(a.way, a.points, a.d),
			Means: "Counted, to the leading term: n³/6 for an exact fit to n points; nm² through m landmarks, nm²/2 " +
				"through m waves."},
		{Name: "megabytes", Label: "memory for the matrix", Value: megabytes(a.d), Unit: "MB",
			Means: "Eight bytes an entry: of K for an exact fit, of ΦᵀΦ for one through features."},
		{Name: "features", Label: used, Value: float64(a.d), Whole: true},
		{Name: "train_rmse", Label: "error at the readings", Value: a.train, Unit: "Pa"},
		{Name: "condition", Label: "condition number", Value: a.condition, Aside: true},
	}
	if a.way != "exact" {
		numbers = append(numbers, course.Number{
			Name: "degrees_of_freedom", Label: "degrees of freedom", Value: a.freedom,
			Means: "How many numbers the fit takes from the readings: the trace of (ΦᵀΦ + nλI)⁻¹ΦᵀΦ.",
		})
	}
	return numbers
}

// What the goal asks for: with at most goalFeatures a distance under goalError, in Pa.
const goalN, goalFeatures, goalError = 2000, 60, 0.09

// goal is a small distance from the truth with few features.
func (a *approximated) goal() course.Goal {
	but := ""
	switch {
	case a.way == "exact" || a.d > goalFeatures:
		but = "by " + madeOf(a.way, a.d)
	case a.n != goalN:
		but = fmt.Sprintf("from %s readings", course.Count(float64(a.points)))
	}
	return course.Goal{Name: "close", At: "bandwidth=0.3&m=60",
		Now: course.Quantity(a.err, "Pa"), But: but, Reached: but == "",
		Hidden: &course.Hidden{Number: "error", Below: goalError, Of: 30, Unit: "Pa", Tuned: "bandwidth=0.35&m=40"},
		Text: fmt.Sprintf("Here it is %s Pa from the truth, with %d numbers for %s readings.",
			course.Digits(a.err), a.d, course.Count(float64(a.points)))}
}

// madeOf says of what a fit is made.
func madeOf(way string, n int) string {
	switch way {
	case "exact":
		return course.Count(float64(n)) + " points"
	case "nystrom":
		return course.Plural(n, "landmark")
	}
	return course.Plural(n, "wave")
}

const (
	saysExactFirst = "An exact fit to the first {features} of {n} readings is {error} Pa from the truth."
	saysExact      = "An exact fit to {n} readings is {error} Pa from the truth."
	saysThrough    = "A fit to {n} readings through {features} is {error} Pa from the truth."
	saysOneLeftOut = "Of {m} landmarks asked for, one is left out: those before it explain it."
	saysLeftOut    = "Of {m} landmarks asked for, {left} are left out: those before them explain them."
	saysPairs      = "Of m = {m} one is left out: waves come in pairs, a cosine and a sine."
)

func (a *approximated) says() []course.Said {
	n := course.Count(float64(a.n))
	switch {
	case a.way == "exact" && a.points < a.n:
		return []course.Said{course.Say(saysExactFirst, a.points, n, a.err)}
	case a.way == "exact":
		return []course.Said{course.Say(saysExact, n, a.err)}
	}
	says := []course.Said{course.Say(saysThrough, n, madeOf(a.way, a.d), a.err)}
	switch left := a.m - a.d; {
	case a.way == "nystrom" && left == 1:
		says = append(says, course.Say(saysOneLeftOut, a.m))
	case a.way == "nystrom" && left > 1:
		says = append(says, course.Say(saysLeftOut, a.m, left))
	case left > 0:
		says = append(says, course.Say(saysPairs, a.m))
	}
	return says
}
