package lessons

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/plots"
)

// What follows is shared by every lesson that fits a curve to points: kernel
// ridge regression with all that is dear about it remembered.

// gridPoints is how many places a fit is drawn at: one each 2.5 px.
const gridPoints = 201

//go:embed code/krr.* code/polynomial.*
var curvesFiles embed.FS

var curvesPrograms = ParsePrograms(curvesFiles)

// A basis is what one data set and one kernel give before λ: it serves every λ.
type basis struct {
	gram     *mat.SymDense
	spectrum *engine.Spectrum
	grid     []float64     // even, as in the series
	cross    *mat.Dense    // len(grid)×n, k(grid[g], xᵢ)
	bends    *mat.Dense    // the same where f bends besides; nil for nowhere
	places   plots.Refined // grid and bends: where f is drawn
	coarse   plots.Refined // every other place of the grid, and bends: where bumps are drawn
	raster   *plots.Raster
}

// distances are shared by all bandwidths of a kernel family.
type distances struct {
	points *mat.SymDense
	grid   *mat.Dense
}

// grid is gridPoints places from lo to hi, each rounded once.
func grid(lo, hi float64) []float64 {
	g := make([]float64, gridPoints)
	for i := range g {
		g[i] = lo + (hi-lo)*float64(i)/(gridPoints-1)
	}
	return g
}

func distancesOf(ctx context.Context, memo *Memo, r *regression, m engine.Metric) (distances, error) {
	key := fmt.Sprintf("distances %s %v", r.key, m)
	return Remember(ctx, memo, key, func(context.Context) (distances, int, error) {
		n := r.data.Len()
		d := distances{
			points: engine.Distances(m, r.data.X),
			grid:   engine.CrossDistances(m, engine.Column(grid(r.xlo, r.xhi)), r.data.X),
		}
		return d, 8 * n * (n + gridPoints), nil
	})
}

// pairDistances returns the distances between the data.
func pairDistances(ctx context.Context, memo *Memo, r *regression, m engine.Metric) (*mat.SymDense, error) {
	d, err := distancesOf(ctx, memo, r, m)
	return d.points, err
}

// gramOf returns the Gram matrix of the data and that between grid and data.
func gramOf(ctx context.Context, memo *Memo, r *regression, k engine.Kernel) (gram *mat.SymDense, cross *mat.Dense, err error) {
	radial, ok := k.(engine.Radial)
	if !ok {
		return engine.Gram(k, r.data.X), engine.Cross(k, engine.Column(grid(r.xlo, r.xhi)), r.data.X), nil
	}
	d, err := distancesOf(ctx, memo, r, radial.Metric())
	if err != nil {
		return nil, nil, err
	}
	return engine.GramFromDistances(radial, d.points), engine.CrossFromDistances(radial, d.grid), nil
}

func basisOf(ctx context.Context, memo *Memo, r *regression, k engine.Kernel) (*basis, error) {
	key := fmt.Sprintf("basis %s %#v", r.key, k)
	return Remember(ctx, memo, key, func(ctx context.Context) (*basis, int, error) {
		gram, cross, err := gramOf(ctx, memo, r, k)
		if err != nil {
			return nil, 0, err
		}
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		spectrum, err := engine.Eigen(gram)
		if err != nil {
			return nil, 0, err
		}
		n := r.data.Len()
		b := &basis{gram: gram, spectrum: spectrum, grid: grid(r.xlo, r.xhi), cross: cross, raster: plots.EncodeRaster(gram, plots.Scale{})}
		bends := plots.Bends(r.xlo, r.xhi, gridPoints, r.data.Input(0), width(k))
		if len(bends) > 0 {
			b.bends = engine.Cross(k, engine.Column(bends), r.data.X)
		}
		b.places, b.coarse = plots.Refine(b.grid, bends), plots.Refine(everyOther(b.grid), bends)
		return b, 8*(2*n*n+(gridPoints+len(bends))*n) + n*n, nil
	})
}

// width is the length over which k falls; without end where it is not a bump.
func width(k engine.Kernel) float64 {
	switch k := k.(type) {
	case engine.Gaussian:
		return k.Length
	case engine.Laplacian:
		return k.Length
	case engine.Exponential:
		return k.Length
	case engine.Matern32:
		return k.Length
	case engine.Matern52:
		return k.Length
	}
	return math.Inf(1)
}

// onBends returns Σ αᵢk(xᵢ, ·) at the bends.
func (b *basis) onBends(alpha []float64) []float64 {
	if b.bends == nil {
		return nil
	}
	m, n := b.bends.Dims()
	out := mat.NewVecDense(m, nil)
	out.MulVec(b.bends, mat.NewVecDense(n, alpha))
	return out.RawVector().Data
}

// A ridgeFit is kernel ridge regression in one state.
type ridgeFit struct {
	*regression
	*basis
	kernel      engine.Kernel
	lambda      float64 // of the mean loss
	at          engine.PathPoint
	curve       []float64 // f on the grid
	drawn       []float64 // f at the places
	certificate engine.Certificate
	datum       *datum // the one pointed at; nil if none
}

// fitRidge fits, or says in fit.at.Err why there is no fit.
func fitRidge(ctx context.Context, memo *Memo, r *regression, k engine.Kernel, lambda float64) (*ridgeFit, error) {
	b, err := basisOf(ctx, memo, r, k)
	if err != nil {
		return nil, err
	}
	fit := &ridgeFit{regression: r, basis: b, kernel: k, lambda: lambda}
	nothing := func(err error) (*ridgeFit, error) {
		nan := math.NaN()
		fit.at = engine.PathPoint{Lambda: lambda, Err: err, Condition: math.Inf(1),
			TrainRMSE: nan, LOORMSE: nan, DegreesOfFreedom: nan, Norm: nan}
		return fit, nil
	}
	at, err := b.spectrum.Solve(r.data.Y, lambda)
	if err != nil {
		return nothing(err)
	}
	dual, err := engine.SolveKRR(b.gram, r.data.Y, lambda)
	if err != nil {
		return nothing(err)
	}
	fit.at = at
	fit.certificate = engine.Certify(b.gram, r.data.Y, lambda, dual, at)
	fit.curve = make([]float64, gridPoints)
	out := mat.NewVecDense(gridPoints, fit.curve)
	out.MulVec(b.cross, mat.NewVecDense(len(at.Alpha), at.Alpha))
	fit.drawn = b.places.Values(fit.curve, b.onBends(at.Alpha))
	return fit, nil
}

// message says why there is no fit, in a reader's words.
func (fit *ridgeFit) message() string {
	switch {
	case fit.at.Err == nil:
		return ""
	case errors.Is(fit.at.Err, engine.ErrSingular) && fit.lambda == 0:
		const sentence = "There is no fit at λ = 0: the system Kα = y has to be solved, and K is singular to working precision. "
		if _, ok := fit.kernel.(engine.Radial); ok {
			return sentence + "Two points at the same x, or a bandwidth far above their spacing, make rows of K equal to all digits there are."
		}
		return sentence + "With one input this kernel has few features (a linear one has one, a polynomial at most its degree and one more), and K no higher rank than that."
	case errors.Is(fit.at.Err, engine.ErrSingular):
		return "There is no fit here: K + nλI is singular to working precision. λ is too small beside the entries of K."
	case errors.Is(fit.at.Err, engine.ErrIndefinite):
		return "There is no fit here: K + nλI has a negative eigenvalue, so K is not positive semi-definite: this similarity is no kernel to fit with."
	}
	return "There is no fit here: " + fit.at.Err.Error() + "."
}

// numbers are the values of a fit, under the names of the contract.
func (fit *ridgeFit) numbers() []Number {
	at := fit.at
	return []Number{
		{Name: "loo_rmse", Label: "leave-one-out error", Value: at.LOORMSE, Unit: fit.yu},
		{Name: "train_rmse", Label: "train error", Value: at.TrainRMSE, Unit: fit.yu},
		{Name: "degrees_of_freedom", Label: "degrees of freedom", Value: at.DegreesOfFreedom},
		{Name: "rkhs_norm", Label: "‖f‖", Value: at.Norm},
		{Name: "condition", Label: "condition number", Value: at.Condition},
	}
}

// check is the certificate with its reasons; nil where there is no fit.
func (fit *ridgeFit) check() *Certificate {
	if fit.at.Err != nil {
		return nil
	}
	c := fit.certificate
	return agreement(c, "two factorisations",
		fmt.Sprintf("Primal: ridge regression on the features that the eigendecomposition of K gives. Dual: α by a Cholesky factorisation of K + nλI. Their fitted values differ by at most %s of the largest |y|.", Digits(c.PrimalDualGap)),
		fmt.Sprintf("Residual: ‖(K + nλI)α − y‖ is %s of ‖y‖.", Digits(c.Residual)),
		fmt.Sprintf("Bound: arithmetic with 16 digits loses as many as the condition number %s has. √n · ε · cond = %s is what honest rounding may leave.", Digits(fit.at.Condition), Digits(c.Bound)),
		map[bool]string{
			true:  "Both are under the bound, and the bound promises six digits or more.",
			false: "The bound promises fewer than six digits. Nothing is broken: a smaller λ or a wider kernel asks more of the arithmetic than it has. A larger λ brings the digits back.",
		}[c.OK],
	)
}

// curvePanel is the data with the fit.
func (fit *ridgeFit) curvePanel(id, name string, height float64) plots.Panel {
	return plots.Panel{ID: id, Title: "The fit over the data", Width: wide, Height: height, Plot: plots.Curves{
		X: fit.xAxis(), Y: fit.yAxis(),
		Points: dots(fit.data), PointsName: "data",
		Lines: fit.lines(name), Markers: fit.datum.markers(), Legend: true,
	}}
}

// lines are what the curve panel draws: the truth where it is known, and f.
func (fit *ridgeFit) lines(name string) []plots.Line {
	var lines []plots.Line
	if fit.truth != nil {
		lines = append(lines, fit.truthLine(fit.grid))
	}
	if fit.curve != nil {
		lines = append(lines, plots.Line{Name: name, Xs: fit.places.Xs, Ys: fit.drawn, Color: plots.Curve, Width: 2.6, Class: "curve t-fit"})
	}
	if d := fit.datum; d != nil && d.without != nil {
		lines = append(lines, plots.Line{Name: "without " + strconv.Itoa(d.i+1), Xs: fit.places.Xs, Ys: d.drawn, Color: plots.Accent, Width: 1.8, Dash: true, Class: "without"})
	}
	return lines
}

// maxBumps is how many of the bumps αᵢk(xᵢ, ·) are drawn: more is a thicket, and
// bytes.
const maxBumps = 24

// everyOther leaves every second place out: every 6 px is enough for bumps, which
// stand behind.
func everyOther(grid []float64) []float64 {
	var g []float64
	for i := 0; i < len(grid); i += 2 {
		g = append(g, grid[i])
	}
	return g
}

// bump is αᵢk(xᵢ, ·) at the coarse places.
func (fit *ridgeFit) bump(i int) []float64 {
	var bends []float64
	if fit.bends != nil {
		bends = mat.Col(nil, i, fit.bends)
	}
	b := fit.coarse.Values(everyOther(mat.Col(nil, i, fit.cross)), bends)
	for g := range b {
		b[g] *= fit.at.Alpha[i]
	}
	return b
}

// alphaPanel is α as stems at the data, with the bumps that add up to f.
func (fit *ridgeFit) alphaPanel(id string) plots.Panel {
	stems := plots.Stems{X: fit.xAxis(), Y: plots.Axis{Label: "αᵢ", Min: -1, Max: 1}, Legend: true}
	if fit.at.Err == nil {
		stems.Xs, stems.Alpha = fit.data.Input(0), fit.at.Alpha
		peak := 0.0
		for _, a := range fit.at.Alpha {
			peak = math.Max(peak, math.Abs(a))
		}
		n := fit.data.Len()
		for b := range min(n, maxBumps) {
			i := b * n / min(n, maxBumps)
			stems.Bumps = append(stems.Bumps, fit.bump(i))
			for _, v := range stems.Bumps[b] {
				peak = math.Max(peak, math.Abs(v))
			}
		}
		if fit.datum != nil {
			stems.Highlight = []int{fit.datum.i}
			stems.HighBumps = [][]float64{fit.bump(fit.datum.i)}
		}
		stems.BumpX = fit.coarse.Xs
		stems.Y.Max = plots.RoundUp(peak)
		stems.Y.Min = -stems.Y.Max
	}
	return plots.Panel{ID: id, Title: "The dual variables α and their bumps", Width: wide, Height: 210, Plot: stems}
}

// gramPanel is the Gram matrix, points in the order of x.
func (fit *ridgeFit) gramPanel(id string) plots.Panel {
	return gramPanel(id, fit.raster, fit.ordered, fit.datum.rows()...)
}

// gramPanel is a Gram matrix with some of its rows, counted from 0, brought out.
func gramPanel(id string, raster *plots.Raster, ordered string, rows ...int) plots.Panel {
	return plots.Panel{ID: id, Title: "The Gram matrix K", Width: square, Height: square, Plot: plots.Heatmap{
		Raster: raster, Class: "t-gram", Label: "k(xᵢ, xⱼ)", Row: "point i", Col: "point j, " + ordered, Rows: rows,
	}}
}

// picture is a fit with all that is said of it, drawn in the columns given.
func (fit *ridgeFit) picture(f *Form, columns ...[]plots.Panel) *Picture {
	return &Picture{
		Columns:     columns,
		Numbers:     append(fit.numbers(), fit.datum.numbers()...),
		Description: strings.TrimSpace(fit.describe() + " " + fit.datum.describe()),
		Datum:       fit.datum.describe(),
		Message:     fit.message(),
		Certificate: fit.check(),
		Series:      fit.series(),
		Matrices:    []NamedMatrix{{Name: "gram", Values: fit.gram}},
		Code:        fit.code(f),
	}
}

// series are the numbers of a fit, under the names of the contract.
func (fit *ridgeFit) series() []Series {
	s := []Series{Table("data", "x y", fit.data.Input(0), fit.data.Y)}
	if fit.at.Err == nil {
		i := make([]float64, len(fit.at.Alpha))
		for j := range i {
			i[j] = float64(j + 1)
		}
		s = append(s, Table("fit", "x y", fit.grid, fit.curve),
			Table("alpha", "i alpha", i, fit.at.Alpha))
	}
	if d := fit.datum; d != nil && d.without != nil {
		s = append(s, Table("without", "x y", fit.grid, d.without))
	}
	return s
}

// describe says what the picture shows, in sentences.
func (fit *ridgeFit) describe() string {
	points := fmt.Sprintf("%d points", fit.data.Len())
	if fit.data.Len() == 1 {
		points = "One point"
	}
	if fit.at.Err != nil {
		return points + ", no curve."
	}
	low, high := math.Inf(1), math.Inf(-1)
	var atLow, atHigh float64
	for g, v := range fit.drawn {
		if v < low {
			low, atLow = v, fit.places.Xs[g]
		}
		if v > high {
			high, atHigh = v, fit.places.Xs[g]
		}
	}
	character := "a smooth compromise"
	switch share := fit.at.DegreesOfFreedom / float64(fit.data.Len()); {
	case high-low < 1e-9*(fit.yhi-fit.ylo):
		character = "a level line"
	case share > 0.6:
		character = "a curve that chases single points"
	case fit.at.DegreesOfFreedom < 3:
		character = "a curve that hardly bends"
	case share > 0.25:
		character = "a wiggly curve"
	}
	return fmt.Sprintf("%s and %s with %s degrees of freedom: train error %s, leave-one-out error %s. It runs from %s at %s to %s at %s.",
		points, character, Digits(fit.at.DegreesOfFreedom), Quantity(fit.at.TrainRMSE, fit.yu), Quantity(fit.at.LOORMSE, fit.yu),
		Quantity(low, fit.yu), Quantity(atLow, fit.xu), Quantity(high, fit.yu), Quantity(atHigh, fit.xu))
}

// ridgeCode is what the snippets of kernel ridge regression are filled with.
type ridgeCode struct {
	State             string
	X, Y              []float64
	Kernel            string
	Bandwidth, Offset float64
	Degree            int
	Lambda            float64
	Low, High         float64
	Lambdas           []float64 // of a path; none for a single fit
}

// code computes the same fit in other languages, and the path over lambdas if
// there are any. Where there is no fit, theirs
// fails too, or gives numbers without a digit to trust.
func (fit *ridgeFit) code(f *Form, lambdas ...float64) *Code {
	c := ridgeCode{
		State: f.State(), X: fit.data.Input(0), Y: fit.data.Y,
		Kernel: f.Control("kernel").Value, Bandwidth: f.Control("bandwidth").Number(), Lambda: fit.lambda, Lambdas: lambdas,
		Low: fit.xlo, High: fit.xhi,
	}
	if k, ok := fit.kernel.(engine.Polynomial); ok {
		c.Degree, c.Offset = k.Degree, k.Offset
	}
	return curvesPrograms.Code("krr", c)
}
