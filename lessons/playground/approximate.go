package playground

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// spectral are the kernels that are a mean of waves.
var spectral = slices.DeleteFunc(slices.Clone(model.Names), func(name string) bool {
	form, _ := engine.FormNamed(name)
	_, ok := form.New(make([]float64, len(form.Parameters))).(engine.Spectral)
	return !ok
})

// openFeatures and mostFeatures are how many landmarks or frequencies there are.
const openFeatures, mostFeatures = 12, 60

// mostDots is how many points are drawn.
const mostDots = 1000

// sizes are those at which an error is drawn.
var sizes = []int{1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60}

// An approximation is kernel ridge regression through a few features, beside the exact fit. Of
// more than [points.MaxN] points there is no exact fit, and K is that of as many of them.
type approximation struct {
	// What the controls say.
	line       *points.Line
	kernel     engine.Kernel
	parameters []string
	waves      bool // random ones, and not landmarks
	m, draw    int
	lambda     float64 // of the mean loss

	// What is computed; nothing without points.
	some          [][]float64 // the points that K is of: all, or every so many
	gram          *mat.Dense  // k between those
	exact         []float64   // f of all points, there; nil of more than an exact fit is for
	exactOnGrid   []float64
	landmarks     []float64
	frequencies   []float64
	phi           *mat.Dense
	phiOfSome     *mat.Dense
	at            engine.RidgePoint
	onGrid        []float64
	certificate   engine.Certificate
	apart         float64   // root mean square of the difference of both fits at the points
	missed        float64   // ‖K − ΦΦᵀ‖ as a share of ‖K‖
	xs, errorsOfK []float64 // the same of other sizes
	grid          []float64
}

// approximate reads the figure, of random waves or of landmarks.
func approximate(waves bool) func(*course.Form) course.Work {
	return func(f *course.Form) course.Work {
		load := points.OnLine(f, points.Offer{Data: "sine", N: 150, Edit: "approximate-curve", Rows: points.AllRows})
		a := &approximation{waves: waves}
		label := "landmarks m"
		var kernel func() engine.Kernel
		if waves {
			label = "frequencies m"
			kernel = model.Similarity(f, model.Opening{Bandwidth: 1, Of: spectral})
		} else {
			f.All = true
			kernel = model.Kernel(f, 1)
		}
		a.m = f.Int("features", label, openFeatures, 1, mostFeatures, course.Every, course.Term("theta"))
		lambda := model.Lambda(f, 1e-3, load)
		a.draw = f.Int("draw", "draw", 1, 1, 100, course.More)
		a.line, a.kernel, a.parameters = load(), kernel(), model.Parameters(f)
		a.lambda = lambda(a.line.Data.Len())
		return a
	}
}

// Compute fits exactly and through the features, and finds how near the two are.
func (a *approximation) Compute(ctx context.Context, memo *course.Memo) error {
	n := a.line.Data.Len()
	if n == 0 {
		return nil
	}
	a.some = every(a.line.Data.X, points.MaxN)
	var err error
	if a.large() {
		var K *mat.SymDense
		if K, err = engine.GramContext(ctx, a.kernel, a.some); err == nil {
			a.gram = mat.DenseCopyOf(K)
		}
	} else {
		err = a.fitExactly(ctx, memo)
	}
	if err == nil {
		err = a.fit()
	}
	if err != nil {
		return err
	}
	a.xs, a.errorsOfK = nil, nil
	for _, m := range sizes {
		if err := ctx.Err(); err != nil {
			return err
		}
		features, err := a.features(m)
		if err != nil {
			return err
		}
		a.xs, a.errorsOfK = append(a.xs, float64(m)), append(a.errorsOfK, a.miss(features.Matrix(a.some)))
	}
	return nil
}

// large reports whether there are too many points for an exact fit.
func (a *approximation) large() bool { return a.line.Data.Len() > points.MaxN }

// every are at most so many of the points, evenly among them; of no more, all.
func every[T any](all []T, most int) []T {
	n := min(len(all), most)
	some := make([]T, n)
	for i := range some {
		some[i] = all[i*len(all)/n]
	}
	return some
}

// fitExactly is the fit of all points.
func (a *approximation) fitExactly(ctx context.Context, memo *course.Memo) error {
	K, cross, err := curves.Gram(ctx, memo, a.line.Spec, a.kernel)
	if err != nil {
		return err
	}
	alpha, err := engine.SolveKRR(K, a.line.Data.Y, a.lambda)
	if err != nil {
		return err
	}
	a.gram = mat.DenseCopyOf(K)
	a.exact, a.exactOnGrid = engine.Apply(K, alpha), engine.Apply(cross, alpha)
	return nil
}

// fit is the fit through the features.
func (a *approximation) fit() error {
	features, err := a.features(a.m)
	if err != nil {
		return err
	}
	a.phi = features.Matrix(a.line.Data.X)
	spectrum, err := engine.SVD(a.phi)
	if err != nil {
		return err
	}
	if a.at = spectrum.Solve(a.line.Data.Y, a.lambda); a.at.Err != nil {
		return a.at.Err
	}
	theta, err := engine.RidgeQR(a.phi, a.line.Data.Y, a.lambda)
	if err != nil {
		return err
	}
	a.certificate = engine.CertifyRidge(a.phi, a.line.Data.Y, a.lambda, theta, a.at)
	a.grid = curves.Grid(a.line.XMin, a.line.XMax)
	a.onGrid = engine.Apply(features.Matrix(engine.Column(a.grid)), a.at.Theta)
	if !a.large() {
		a.apart = floats.Distance(a.exact, a.at.Fitted, 2) / math.Sqrt(float64(a.line.Data.Len()))
	}
	a.phiOfSome = features.Matrix(a.some)
	a.missed = a.miss(a.phiOfSome)
	return nil
}

// features are those of the first m landmarks or frequencies of the draw.
func (a *approximation) features(m int) (engine.FeatureMap, error) {
	rng := rand.New(rand.NewPCG(uint64(a.draw), 1))
	if a.waves {
		f := engine.RandomFourier(a.kernel.(engine.Spectral), 1, mostFeatures, rng)
		f.Frequencies = f.Frequencies[:m]
		if m == a.m {
			a.frequencies = engine.Dataset{X: f.Frequencies}.Input(0)
		}
		return f, nil
	}
	x := a.line.Data.X
	m = min(m, len(x))
	var landmarks [][]float64
	for _, i := range rng.Perm(len(x))[:m] {
		landmarks = append(landmarks, x[i])
	}
	if m == min(a.m, len(x)) {
		a.landmarks = engine.Dataset{X: landmarks}.Input(0)
	}
	return engine.NystromFeatures(a.kernel, landmarks)
}

// miss is ‖K − ΦΦᵀ‖ as a share of ‖K‖, both with the root of the sum of squares.
func (a *approximation) miss(phi *mat.Dense) float64 {
	var rest mat.Dense
	rest.Mul(phi, phi.T())
	rest.Sub(a.gram, &rest)
	return mat.Norm(&rest, 2) / mat.Norm(a.gram, 2)
}

func (a *approximation) Show(f *course.Form) *course.Picture {
	if a.phi == nil {
		return a.line.Blank("approximate-curve", 400)
	}
	return &course.Picture{
		Columns: [][]plots.Panel{{a.curves()}, {a.near(), a.matrix()}},
		Numbers: a.numbers(),
		Certificate: course.Agreement(a.certificate, "singular values and Householder’s reflections",
			"θ is found twice: from the singular values of Φ, and from a QR factorisation of Φ over √(nλ)I.",
			fmt.Sprintf("Bound: 4√n·ε·cond = %s.", course.Digits(a.certificate.Bound))),
		Says:     a.says(),
		Series:   a.series(),
		Matrices: []course.NamedMatrix{{Name: "gram", Values: a.gram}, {Name: "features", Values: a.phi}},
		Code: programs.Code("approximate", f, course.Values{
			"X": a.line.Data.Input(0), "Y": a.line.Data.Y, "Lambda": a.lambda, "Parameters": a.parameters,
			"Apart": !a.large() && a.apart > a.rounding(), "Large": a.large(), "Most": points.MaxN,
			"Landmarks": a.landmarks, "Frequencies": a.frequencies, "Waves": a.waves,
			"XAxis": a.line.XAxis(), "YAxis": a.line.YAxis(),
		}),
	}
}

// rounding is by how much the exact fit may be wrong: below that nobody knows how far the other
// is from it. The condition number of K + nλI is at most 1 + tr K/nλ.
func (a *approximation) rounding() float64 {
	n := a.line.Data.Len()
	condition := 1 + mat.Trace(a.gram)/(float64(n)*a.lambda)
	return engine.Rounding(n, condition) * floats.Norm(a.line.Data.Y, math.Inf(1))
}

func (a *approximation) name() string {
	if a.waves {
		return fmt.Sprintf("%d %s", a.m, course.ByCount(a.m, "frequency", "frequencies"))
	}
	return course.Plural(len(a.landmarks), "landmark")
}

// curves are both fits over the data, with the landmarks at the foot.
func (a *approximation) curves() plots.Panel {
	name := fmt.Sprintf("through %d", a.m)
	v := plots.Curves{X: a.line.XAxis(), Y: a.line.YAxis(), Points: every(points.Dots(a.line.Data), mostDots),
		PointsName: "data", Legend: true}
	if !a.large() {
		v.Lines = []plots.Line{{Name: "exact", Xs: a.grid, Ys: a.exactOnGrid, Color: plots.Accent, Width: 2, Dash: true,
			Class: "exact"}}
	}
	v.Lines = append(v.Lines, plots.Line{Name: name, Xs: a.grid, Ys: a.onGrid, Color: plots.Curve, Width: 2.6,
		Class: "curve t-fit"})
	for _, z := range a.landmarks {
		v.Markers = append(v.Markers, plots.Marker{X: z, Y: v.Y.Min, Color: plots.Curve})
	}
	title := "The fit through a few, and the exact one"
	if a.large() {
		title = "The fit through a few"
	}
	return plots.Panel{ID: "approximate-curve", Title: title, Width: course.Wide,
		Height: 400, Plot: v}
}

// near is how far ΦΦᵀ is from K, by the number of features.
func (a *approximation) near() plots.Panel {
	most := math.Max(1, floats.Max(a.errorsOfK))
	return plots.Panel{ID: "approximate-error", Title: "What is missed of K", Width: course.Square, Height: 230,
		Plot: plots.Paths{
			X:     plots.Axis{Label: "m", Min: 1, Max: mostFeatures, Log: true},
			Y:     plots.Axis{Label: "‖K − ΦΦᵀ‖ / ‖K‖", Min: 0, Max: plots.RoundUp(most)},
			Lines: []plots.Line{{Xs: a.xs, Ys: a.errorsOfK, Color: plots.Curve, Class: "heard"}},
			At:    float64(a.m), AtName: "m", Color: plots.Ink,
		}}
}

// matrix is what the features make of K.
func (a *approximation) matrix() plots.Panel {
	var made mat.Dense
	made.Mul(a.phiOfSome, a.phiOfSome.T())
	panel := curves.GramPanel("approximate-gram", plots.EncodeRaster(&made, plots.ScaleOf(a.gram)), a.line.Order)
	panel.Title = "ΦΦᵀ in place of K"
	return panel
}

func (a *approximation) numbers() []course.Number {
	n, unit := float64(a.line.Data.Len()), a.line.YUnit
	_, d := a.phi.Dims()
	missed := course.Number{Name: "gram_error", Label: "missed of K", Value: 100 * a.missed, Unit: "%",
		Means: "‖K − ΦΦᵀ‖ as a share of ‖K‖, of the root of the sum of squares of all entries."}
	var exact []course.Number
	if a.large() {
		missed.Means += fmt.Sprintf(" Here both are of %d of the points, evenly among them.", len(a.some))
	} else {
		exact = []course.Number{{Name: "apart", Label: "from the exact fit", Value: a.apart, Unit: unit,
			Means: "The root of the mean square of the difference of both fits at the points."},
			{Name: "exact_train_rmse", Label: "train error of the exact fit",
				Value: floats.Distance(a.exact, a.line.Data.Y, 2) / math.Sqrt(n), Unit: unit}}
	}
	return append(exact, missed,
		course.Number{Name: "train_rmse", Label: "train error", Value: a.at.TrainRMSE, Unit: unit,
			Means: "The root of the mean square of what the fit misses the points by."},
		course.Number{Name: "loo_rmse", Label: "leave-one-out error", Value: a.at.LOORMSE, Unit: unit},
		course.Number{Name: "features", Label: "features d", Value: float64(d), Whole: true},
		course.Number{Name: "degrees_of_freedom", Label: "degrees of freedom", Value: a.at.DegreesOfFreedom},
		course.Number{Name: "condition", Label: "condition number", Value: a.at.Condition, Aside: true},
	)
}

const (
	saysApproximated = "{points}, through {through}: the curve is {apart} from the exact one at the points, and " +
		"ΦΦᵀ misses {gram_error} of K."
	saysLarge = "{points}, through {through}: the curve misses the points by {train_rmse}, and ΦΦᵀ misses " +
		"{gram_error} of K."
	saysNoExact = "The exact fit is left out: its K would have {entries} numbers. What is missed of K is measured on " +
		"{some} of the points, and {dots} are drawn."
)

func (a *approximation) says() []course.Said {
	n, unit := a.line.Data.Len(), a.line.YUnit
	all, missed := course.Some{N: n, Noun: "point"}, course.Measure{Value: 100 * a.missed, Unit: "%"}
	if !a.large() {
		apart := course.Measure{Value: a.apart, Unit: unit}
		return []course.Said{course.Say(saysApproximated, all, a.name(), apart, missed)}
	}
	return []course.Said{
		course.Say(saysLarge, all, a.name(), course.Measure{Value: a.at.TrainRMSE, Unit: unit}, missed),
		course.Say(saysNoExact, course.Count(float64(n*n)), len(a.some), min(n, mostDots)),
	}
}

func (a *approximation) series() []course.Series {
	all := []course.Series{
		course.Table("data", "x y", a.line.Data.Input(0), a.line.Data.Y),
		course.Table("fit", "x y", a.grid, a.onGrid),
		course.Table("theta", "theta", a.at.Theta),
		course.Table("errors", "features gram_error", a.xs, a.errorsOfK),
	}
	if !a.large() {
		all = append(all, course.Table("exact", "x y", a.grid, a.exactOnGrid))
	}
	if a.waves {
		return append(all, course.Table("frequencies", "omega", a.frequencies))
	}
	return append(all, course.Table("landmarks", "x", a.landmarks))
}
