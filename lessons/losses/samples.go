package losses

import (
	"context"
	_ "embed"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/boundaries"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// What the figures are asked over many samples, and what the prose counts over a thousand.

// recorded are the counts of [studies].
//
//go:embed shares.csv
var recorded string

// draws are the samples that a reader is shown; of the machine, whose rivals are tuned in each,
// more would take over 0.3 s.
const draws, svmDraws = 60, 30

// A recopied is a fit to other readings, the lowest without its sign, and to the same without
// a slip; nil where there are too few. Tuned are the errors without the slip of the squared
// loss and of this one, each at its own λ as [copyErrors] chooses it; nil where nothing slipped.
type recopied struct {
	*regression
	clean *regression
	tuned []float64
}

var regressionAmong = &course.Samples{
	Seed: "seed", Of: "samples", Draws: draws, Most: 100, Ignores: "at", Designs: points.DrawnOnLine,
	Resampled: &course.Resampled{Of: "other choices of the readings", Draw: recopy,
		Designs: []course.Design{{Anew: "which readings are copied, at random", Stays: "the readings, and the slip"}}},
	Claims: []course.Claim{
		course.Less("slip-hurts", "The slip makes the error at the other readings larger",
			func(p *course.Picture) (float64, float64) {
				if r, ok := p.Result.(*recopied); ok && r.clean != nil {
					return r.clean.unseenRMSE(), r.unseenRMSE()
				}
				return math.NaN(), math.NaN()
			}),
		course.Less("loss-wins", "This loss has a smaller error there than the squared loss",
			func(p *course.Picture) (float64, float64) {
				switch r := p.Result.(type) {
				case *recopied:
					if r.regression != nil {
						return r.unseenRMSE(), r.leastRMSE()
					}
				case *regression:
					return r.unseenRMSE(), r.leastRMSE()
				}
				return math.NaN(), math.NaN()
			}),
		course.Less("loss-wins-clean", "Without the slip it has, too, where each takes the best of five λ",
			func(p *course.Picture) (float64, float64) {
				if r, ok := p.Result.(*recopied); ok && r.tuned != nil {
					return r.tuned[1], r.tuned[0]
				}
				return math.NaN(), math.NaN()
			}),
	},
	Rank: "unseen_rmse", Curve: &course.Trace{Panel: "regression-curve", Series: "fit", X: "x", Y: "y"},
}

// copiedReadings are so many of the crash as somebody copied, at random, and the others.
func copiedReadings(number int) (some, rest engine.Dataset) {
	d, _ := copied()
	return data.MCycle().Split(d.Len(), rand.New(rand.NewPCG(uint64(number), 0)))
}

// slipIn is a copy of the readings in which the lowest has lost its sign.
func slipIn(d engine.Dataset) engine.Dataset {
	y := slices.Clone(d.Y)
	y[floats.MinIdx(y)] *= -1
	return engine.Dataset{X: d.X, Y: y}
}

// recopy fits to other readings of the crash, one of which lost its sign on the way; of
// one's own points, to a half of them.
func recopy(ctx context.Context, memo *course.Memo, p *course.Picture, number int) (*course.Picture, error) {
	v := p.Result.(*regression)
	crash := v.Name == "mcycle" || v.copies()
	some, rest := copiedReadings(number)
	if !crash {
		some, rest = v.Data.Split(v.Data.Len()/2, rand.New(rand.NewPCG(uint64(number), 0)))
	}
	if some.Len() < fewest/2 {
		return &course.Picture{Result: &recopied{}}, nil
	}
	r := &recopied{}
	var err error
	if !crash {
		r.regression, err = v.refitted(ctx, memo, some, rest)
	} else if course.Judged(ctx) { // by the error with the slip alone
		r.regression, err = v.refitted(ctx, memo, slipIn(some), rest)
	} else if r.clean, err = v.refitted(ctx, memo, some, rest); err == nil {
		r.regression, err = v.refitted(ctx, memo, slipIn(some), rest)
	}
	if err == nil && r.clean != nil {
		this := priced{v.loss(), perUnit(v.chosen.value, "mcycle")}
		r.tuned, err = copyErrors(ctx, v.kernel, []priced{{engine.Squared{}, 1}, this}, some, rest, number)
	}
	if err != nil {
		return nil, err
	}
	return &course.Picture{
		Numbers: []course.Number{{Name: "unseen_rmse", Value: r.unseenRMSE()}},
		Series:  []course.Series{course.Table("fit", "x y", r.xs, r.curve)},
		Result:  r,
	}, nil
}

// refitted is the same loss at the same price, fitted to others.
func (v *regression) refitted(
	ctx context.Context, memo *course.Memo, some, rest engine.Dataset,
) (*regression, error) {
	var own []string
	for i, x := range some.X {
		own = append(own, course.FormatNumber(x[0])+","+course.FormatNumber(some.Y[i]))
	}
	spec := v.Spec
	spec.Name, spec.Own, spec.Window = "points", strings.Join(own, ";"), v.Window
	w := &regression{Line: spec.Load(), kernel: v.kernel, chosen: v.chosen, lambda: v.lambda,
		squaredLambda: v.squaredLambda, delta: v.delta, epsilon: v.epsilon, unseen: rest}
	return w, w.Compute(ctx, memo)
}

// A resplit is a machine on other halves of its points. Shown is the one in sight.
type resplit struct {
	*machine
	shown *machine
}

var svmAmong = &course.Samples{
	Seed: "seed", Of: "samples", Draws: svmDraws, Most: 150, Ignores: "at beside", Designs: points.Drawn,
	Resampled: &course.Resampled{Of: "splits of these points into halves", Draw: resplitMachine,
		Designs: boundaries.HalvesDrawn},
	Claims: []course.Claim{{
		Name: "svm-right", Says: "At least 85 % of the points held out are on their side", Under: wrongGoal,
		Holds: func(p *course.Picture) many.Outcome {
			return many.If(p.Find("held_out_wrong") <= wrongGoal)
		},
	}, {
		Name: "svm-half", Says: "Fewer than half of the points fitted to are support vectors",
		Holds: func(p *course.Picture) many.Outcome {
			m := machineOf(p)
			if m == nil || m.halfFits[0] == nil || m.halfFits[1] == nil {
				return many.Ties
			}
			return many.If(2*(len(m.halfFits[0].support)+len(m.halfFits[1].support)) < m.n())
		},
	}, course.Less("svm-kind", "More are right by the halves that this figure shows",
		func(p *course.Picture) (float64, float64) {
			if r, ok := p.Result.(*resplit); ok {
				return 1 - r.shown.heldOut, 1 - r.heldOut
			}
			return math.NaN(), math.NaN()
		})},
	Rank: "held_out_wrong", Error: "held_out_wrong",
	Rivals: []course.Rival{
		{Name: "kernel ridge regression", Tuned: "λ by leave-one-out inside each half", Error: ridgeWrong},
		{Name: "kernel logistic regression", Tuned: "λ, of four, by halves of each half", Error: logisticWrong},
	},
}

// machineOf is the machine of a picture, whatever the halves; nil where it has none.
func machineOf(p *course.Picture) *machine {
	switch r := p.Result.(type) {
	case *machine:
		return r
	case *resplit:
		return r.machine
	}
	return nil
}

// resplitMachine holds out other halves.
func resplitMachine(ctx context.Context, memo *course.Memo, p *course.Picture, number int) (*course.Picture, error) {
	v := p.Result.(*machine)
	if v.n() < fewest || v.defeat != nil {
		return &course.Picture{}, nil
	}
	m := &machine{Labelled: v.Labelled, y: v.y, kernel: v.kernel, C: v.C, squares: v.squares, gram: v.gram, memo: memo}
	m.halve(rand.New(rand.NewPCG(uint64(number), 1)))
	if err := m.holdOut(ctx); err != nil {
		return nil, err
	}
	return &course.Picture{
		Numbers: []course.Number{{Name: "held_out_wrong", Value: 100 * (1 - m.heldOut)}},
		Result:  &resplit{m, v},
	}, nil
}

// wrongBy is how many per cent of the points held out are wrong by a fit to each half, in
// which no offset is; NaN where there is none.
func wrongBy(p *course.Picture, fit func(K *mat.SymDense, y []float64) ([]float64, error)) (float64, error) {
	m := machineOf(p)
	if m == nil || m.defeat != nil || m.n() < fewest || m.gram == nil {
		return math.NaN(), nil
	}
	wrong := 0
	for h, of := range m.halves {
		alpha, err := fit(within(m.gram, of), engine.Pick(m.y, of))
		if course.Defeats(err) {
			return math.NaN(), nil
		}
		if err != nil {
			return 0, err
		}
		v := &vectors{bumps: make([]float64, m.n())}
		for k, i := range of {
			v.bumps[i] = alpha[k]
		}
		wrong += m.wrong(h, v)
	}
	return 100 * float64(wrong) / float64(m.n()), nil
}

// rivalPrices are those among which rivals choose their λ.
var rivalPrices = []float64{1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1}

func ridgeWrong(_ context.Context, _ *course.Memo, p *course.Picture) (float64, error) {
	return wrongBy(p, func(K *mat.SymDense, y []float64) ([]float64, error) {
		s, err := engine.Eigen(K)
		if err != nil {
			return nil, err
		}
		var best engine.PathPoint
		for i, at := range s.Path(y, rivalPrices) {
			if i == 0 || at.Err == nil && !(best.LOORMSE <= at.LOORMSE) {
				best = at
			}
		}
		return best.Alpha, best.Err
	})
}

func logisticWrong(ctx context.Context, _ *course.Memo, p *course.Picture) (float64, error) {
	return wrongBy(p, func(K *mat.SymDense, y []float64) ([]float64, error) {
		order := rand.New(rand.NewPCG(1, 0)).Perm(len(y))
		parts := [2][]int{order[:len(y)/2], order[len(y)/2:]}
		best, least := 0.0, math.Inf(1)
		for _, lambda := range []float64{1e-4, 1e-3, 1e-2, 1e-1} {
			loss := 0.0
			for h, of := range parts {
				fit, err := engine.SolveKLR(ctx, within(K, of), engine.Pick(y, of), lambda)
				if err != nil {
					return nil, err
				}
				for _, i := range parts[1-h] {
					f := 0.0
					for k, j := range of {
						f += fit.Alpha[k] * K.At(i, j)
					}
					loss += engine.LogisticLoss(y[i] * f)
				}
			}
			if loss < least {
				best, least = lambda, loss
			}
		}
		fit, err := engine.SolveKLR(ctx, K, y, best)
		if err != nil {
			return nil, err
		}
		return fit.Alpha, nil
	})
}

// prices are λ of the squared loss from which each loss chooses its own.
var prices = []float64{0.1, 0.03, 0.01, 0.003, 0.001}

// wideHuber, in g, is the Δ of a loss of Huber's that hardly differs from the squared one
// where nothing slipped.
const wideHuber = 40

// A priced loss multiplies λ of the squared loss by Per.
type priced struct {
	engine.Loss
	per float64
}

// compared are the losses that copies are compared by.
var compared = []priced{
	{engine.Squared{}, 1}, {engine.Absolute{}, perUnit("absolute", "mcycle")}, {engine.Huber{Delta: wideHuber}, 1},
}

// copyErrors are the errors of losses through the readings copied, at half of the others. Of
// its λ each takes the one that is best at the other half. One that no λ gives a fit is infinite.
func copyErrors(
	ctx context.Context, k engine.Gaussian, losses []priced, some, rest engine.Dataset, number int,
) ([]float64, error) {
	K, cross := engine.Gram(k, some.X), engine.Cross(k, rest.X, some.X)
	order := rand.New(rand.NewPCG(uint64(number), 1)).Perm(rest.Len())
	errors := make([]float64, len(losses))
	for l, loss := range losses {
		errors[l] = math.Inf(1)
		best := math.Inf(1)
		for _, lambda := range prices {
			fit, err := engine.SolveLoss(ctx, K, some.Y, loss.Loss, lambda*loss.per)
			if course.Defeats(err) {
				continue
			}
			if err != nil {
				return nil, err
			}
			var squares [2]float64 // where λ is chosen, and where it is judged
			for q, i := range order {
				r := rest.Y[i] - floats.Dot(cross.RawRowView(i), fit.Alpha)
				squares[2*q/len(order)] += r * r
			}
			if squares[0] < best {
				best = squares[0]
				errors[l] = math.Sqrt(squares[1] / float64(len(order)-len(order)/2))
			}
		}
	}
	return errors, nil
}

// copies are the errors through the readings of a number, with the slip and without.
func copies(number int) (slip, clean []float64) {
	ctx, k := context.Background(), engine.Gaussian{Length: openBandwidth}
	some, rest := copiedReadings(number)
	return course.Must(copyErrors(ctx, k, compared, slipIn(some), rest, number)),
		course.Must(copyErrors(ctx, k, compared, some, rest, number))
}

// Moons are samples of two moons that the machine and kernel ridge regression are fitted to.
const (
	moons      = 80
	moonsNoise = 0.3
	moonsFresh = 500
)

// moonErrors are the per cent of new points that both have wrong, and how many support vectors
// the machine has. Each has the C of four that is best at halves of the points.
func moonErrors(seed int) (svm, ridge float64, support int) {
	k := engine.Gaussian{Length: 0.5}
	drawn := func(n int, part uint64) engine.Dataset {
		return engine.Anywhere(engine.MoonShape, n, moonsNoise, rand.New(rand.NewPCG(uint64(seed), part))).Against(1)
	}
	d, unseen := drawn(moons, 0), drawn(moonsFresh, 1)
	order := rand.New(rand.NewPCG(uint64(seed), 2)).Perm(moons)
	parts := [2][]int{order[:moons/2], order[moons/2:]}
	K, cross := engine.Gram(k, d.X), engine.Cross(k, unseen.X, d.X)
	machine := func(K *mat.SymDense, y []float64, C float64) ([]float64, float64, int) {
		fit := course.Must(engine.SolveSVM(context.Background(), K, y, C))
		return fit.Alpha, fit.Offset, len(fit.Support)
	}
	squares := func(K *mat.SymDense, y []float64, C float64) ([]float64, float64, int) {
		return course.Must(engine.SolveKRR(K, y, 1/(2*float64(len(y))*C))), 0, len(y)
	}
	best := func(fit func(*mat.SymDense, []float64, float64) ([]float64, float64, int)) (float64, int) {
		chosen, least := 0.0, math.MaxInt
		for _, C := range []float64{0.1, 1, 10, 100} {
			wrong := 0
			for h, of := range parts {
				alpha, offset, _ := fit(within(K, of), engine.Pick(d.Y, of), C)
				for _, i := range parts[1-h] {
					f := offset
					for q, j := range of {
						f += alpha[q] * K.At(i, j)
					}
					if (f >= 0) != (d.Y[i] > 0) {
						wrong++
					}
				}
			}
			if wrong < least {
				chosen, least = C, wrong
			}
		}
		alpha, offset, bumps := fit(K, d.Y, chosen)
		wrong := 0
		for i, y := range unseen.Y {
			if (floats.Dot(cross.RawRowView(i), alpha)+offset >= 0) != (y > 0) {
				wrong++
			}
		}
		return 100 * float64(wrong) / moonsFresh, bumps
	}
	svm, support = best(machine)
	ridge, _ = best(squares)
	return svm, ridge, support
}
