package playground

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// mostWaves is how many waves the lasso may choose among.
const mostWaves = 40

// A sparse is a curve of few waves,
//
//	f(x) = ȳ + Σⱼ θⱼ (φⱼ(x) − φ̄ⱼ),   φⱼ(x) = cos jπu,   u = (x − low)/(high − low),
//
// with θ that minimises (1/n)‖y − f‖² + λ‖θ‖₁.
type sparse struct {
	// What the controls say.
	line   *points.Line
	waves  int
	lambda float64 // of the mean loss

	// What is computed; nothing without points.
	fit     *engine.LassoFit
	mean    float64 // ȳ
	means   []float64
	phi     *mat.Dense // φⱼ(xᵢ) − φ̄ⱼ
	grid    []float64
	onGrid  []float64
	train   float64
	kept    int
	lambdas []float64
	path    [][]float64 // of each wave's θ over those
}

func readSparse(f *course.Form) course.Work {
	load := points.OnLine(f, points.Offer{Data: "sine", Edit: "lasso-curve", Rows: points.MoreRows})
	s := &sparse{waves: f.Int("waves", "waves", 12, 1, mostWaves, course.Every)}
	lambda := model.Lambda(f, 0.05, load)
	s.line = load()
	s.lambda = lambda(s.line.Data.Len())
	return s
}

// matrix has cos jπu of each x in its rows.
func (s *sparse) matrix(x []float64) *mat.Dense {
	phi := mat.NewDense(len(x), s.waves, nil)
	for i, v := range x {
		u := (v - s.line.XMin) / (s.line.XMax - s.line.XMin)
		for j := range s.waves {
			phi.Set(i, j, math.Cos(float64(j+1)*math.Pi*u))
		}
	}
	return phi
}

// centre takes the means of the columns at the points from a matrix.
func (s *sparse) centre(phi *mat.Dense) {
	phi.Apply(func(_, j int, v float64) float64 { return v - s.means[j] }, phi)
}

// Compute fits, at λ and along the path.
func (s *sparse) Compute(ctx context.Context, _ *course.Memo) error {
	x, y := s.line.Data.X, s.line.Data.Y
	if len(x) == 0 {
		return nil
	}
	s.mean, s.means = stat.Mean(y, nil), make([]float64, s.waves)
	s.phi = s.matrix(s.line.Data.Input(0))
	for j := range s.means {
		s.means[j] = stat.Mean(mat.Col(nil, j, s.phi), nil)
	}
	s.centre(s.phi)
	rest := make([]float64, len(y))
	for i, v := range y {
		rest[i] = v - s.mean
	}
	var err error
	if s.fit, err = engine.Lasso(ctx, s.phi, rest, s.lambda); err != nil {
		return err
	}
	s.train = floats.Distance(engine.Apply(s.phi, s.fit.Theta), rest, 2) / math.Sqrt(float64(len(y)))
	s.kept = 0
	for _, v := range s.fit.Theta {
		if v != 0 {
			s.kept++
		}
	}
	s.grid = curves.Grid(s.line.XMin, s.line.XMax)
	phi := s.matrix(s.grid)
	s.centre(phi)
	s.onGrid = engine.Apply(phi, s.fit.Theta)
	floats.AddConst(s.mean, s.onGrid)
	return s.follow(ctx, rest)
}

// follow is θ along λ, from that at which all is zero down by four powers of ten, or as far as
// the method comes: of waves that are alike at the points it may not tell which to take.
func (s *sparse) follow(ctx context.Context, rest []float64) error {
	const steps = 41
	var slope mat.VecDense
	slope.MulVec(s.phi.T(), mat.NewVecDense(len(rest), rest))
	top := 2 * mat.Norm(&slope, math.Inf(1)) / float64(len(rest))
	if !(top > 0) {
		top = 1
	}
	lambdas := floats.LogSpan(make([]float64, steps), top*1e-4, top)
	var thetas [][]float64
	for _, lambda := range slices.Backward(lambdas) {
		fit, err := engine.Lasso(ctx, s.phi, rest, lambda)
		if errors.Is(err, engine.ErrNoConvergence) && len(thetas) > 1 {
			break
		}
		if err != nil {
			return err
		}
		thetas = append(thetas, fit.Theta)
	}
	slices.Reverse(thetas)
	s.lambdas, s.path = lambdas[steps-len(thetas):], make([][]float64, s.waves)
	for _, theta := range thetas {
		for j, v := range theta {
			s.path[j] = append(s.path[j], v)
		}
	}
	return nil
}

func (s *sparse) Show(f *course.Form) *course.Picture {
	if s.fit == nil {
		return s.line.Blank("lasso-curve", 400)
	}
	return &course.Picture{
		Columns:     [][]plots.Panel{{s.curve()}, {s.paths(f), s.stems()}},
		Numbers:     s.numbers(),
		Certificate: s.certificate(),
		Says: []course.Said{course.Say(saysSparse, course.Some{N: s.line.Data.Len(), Noun: "point"},
			s.kept, s.waves, course.Measure{Value: s.train, Unit: s.line.YUnit})},
		Series: []course.Series{
			course.Table("data", "x y", s.line.Data.Input(0), s.line.Data.Y),
			course.Table("fit", "x y", s.grid, s.onGrid),
			course.Table("theta", "theta", s.fit.Theta),
		},
		Code: programs.Code("lasso", f, course.Values{
			"X": s.line.Data.Input(0), "Y": s.line.Data.Y, "Lambda": s.lambda, "Low": s.line.XMin, "High": s.line.XMax,
			"XAxis": s.line.XAxis(), "YAxis": s.line.YAxis(),
		}),
	}
}

const saysSparse = "{points}, and a curve of {kept} of {waves} waves: train error {train_rmse}."

func (s *sparse) curve() plots.Panel {
	v := plots.Curves{X: s.line.XAxis(), Y: s.line.YAxis(), Points: points.Dots(s.line.Data), PointsName: "data",
		Legend: true}
	if s.line.Truth != nil {
		v.Lines = append(v.Lines, s.line.TruthLine(s.grid))
	}
	v.Lines = append(v.Lines, plots.Line{Name: fmt.Sprintf("%d waves", s.kept), Xs: s.grid, Ys: s.onGrid,
		Color: plots.Curve, Width: 2.6, Class: "curve t-fit"})
	return plots.Panel{ID: "lasso-curve", Title: "A curve of few waves", Width: course.Wide, Height: 400, Plot: v}
}

// paths are θ by λ, as it is written.
func (s *sparse) paths(f *course.Form) plots.Panel {
	written := model.WrittenAll(f, s.lambdas, s.line.Data.Len())
	most := 0.0
	v := plots.Paths{
		X:  plots.Axis{Label: "λ", Min: written[0], Max: written[len(written)-1], Log: true},
		At: s.lambda * model.Written(f, s.line.Data.Len()), AtName: "λ",
	}
	for _, theta := range s.path {
		most = math.Max(most, floats.Norm(theta, math.Inf(1)))
		v.Lines = append(v.Lines, plots.Line{Xs: written, Ys: theta, Color: plots.Curve, Width: 1.6})
	}
	most = plots.RoundUp(math.Max(most, 1e-9))
	v.Y = plots.Axis{Label: "θⱼ", Min: -most, Max: most}
	return plots.Panel{ID: "lasso-path", Title: "One wave after another", Width: course.Square, Height: 230, Plot: v}
}

// stems are θ by the wave.
func (s *sparse) stems() plots.Panel {
	most := plots.RoundUp(math.Max(floats.Norm(s.fit.Theta, math.Inf(1)), 1e-9))
	return plots.Panel{ID: "lasso-theta", Title: "θ, mostly zeros", Width: course.Square, Height: 200,
		Plot: plots.Stems{
			X:  plots.Axis{Label: "wave j", Min: 0, Max: float64(s.waves + 1), Whole: true},
			Y:  plots.Axis{Label: "θⱼ", Min: -most, Max: most},
			Xs: course.Counting(1, s.waves), Alpha: s.fit.Theta,
		}}
}

func (s *sparse) numbers() []course.Number {
	return []course.Number{
		{Name: "kept", Label: "waves that are kept", Value: float64(s.kept), Whole: true,
			Means: "How many coefficients are not zero. What is zero is exactly zero."},
		{Name: "train_rmse", Label: "train error", Value: s.train, Unit: s.line.YUnit,
			Means: "The root of the mean square of what the fit misses the points by."},
		{Name: "test_rmse", Label: "error on new points", Value: s.line.TestRMSE(s.grid, s.onGrid),
			Means: "The error to expect on new points, where the truth is known."},
		{Name: "sum", Label: "‖θ‖₁", Value: floats.Norm(s.fit.Theta, 1)},
		{Name: "objective", Label: "(1/n)‖y − f‖² + λ‖θ‖₁", Value: s.fit.Objective},
		{Name: "mean", Label: "mean of y", Value: s.mean, Unit: s.line.YUnit},
	}
}

// certificate is the duality gap as a share of the objective.
func (s *sparse) certificate() *course.Certificate {
	gap := 0.0
	if s.fit.Objective > 0 {
		gap = s.fit.Gap / s.fit.Objective
	}
	c := engine.Certified(gap, 0, engine.MaxBound)
	return &course.Certificate{Certificate: c,
		Line: fmt.Sprintf("No θ has an objective lower by more than %s of this one’s: the dual problem proves it.",
			course.Digits(gap)),
		Reasons: []string{fmt.Sprintf("Found in %s over the coefficients.", course.Plural(s.fit.Sweeps, "sweep"))}}
}
