package kernelalgebra

import (
	"context"
	"errors"
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// What the builder is asked over other spells of the record, and what is sealed of it.

const (
	sealedEnd = 1998 // of the years that are sealed
	perYear   = 6    // values
	earlier   = origin - begin
)

// tunedQuery is a state that is chosen by the years left out alone.
const tunedQuery = "kernel=polynomial(3,1)%2Bperiodic(1,1)&lambda=0.01"

// goalQuery is the state with which the goal is reached.
const goalQuery = "kernel=linear()%2Bperiodic(1,1)&lambda=0.0001"

// solve has the α of a fit, or of the saddle that there is instead where k is no kernel.
func solve(K *mat.SymDense, y []float64, lambda float64) ([]float64, error) {
	alpha, err := engine.SolveKRR(K, y, lambda)
	if errors.Is(err, engine.ErrIndefinite) {
		return engine.SolveIndefinite(K, y, lambda)
	}
	return alpha, err
}

// missesAfter are how far a fit to the first n values misses each of the others; nil where
// there is no fit.
func missesAfter(k engine.Kernel, lambda float64, r record, n int) []float64 {
	x := engine.Column(r.x)
	y, mean := centred(r.y[:n])
	K, cross := engine.Gram(k, x[:n]), engine.Cross(k, x[n:], x[:n])
	if !finite(cross) {
		return nil
	}
	alpha, err := solve(K, y, lambda)
	if err != nil {
		return nil
	}
	misses := make([]float64, len(r.x)-n)
	for i := range misses {
		f := mean
		for j, a := range alpha {
			f += a * cross.At(i, j)
		}
		misses[i] = r.y[n+i] - f
	}
	return misses
}

// yearly are the mean squares of the misses of each year.
func yearly(misses []float64) []float64 {
	squares := make([]float64, len(misses)/perYear)
	for i, m := range misses {
		squares[i/perYear] += m * m / perYear
	}
	return squares
}

// rootMean is the root of the mean of squares; infinite of none, and where one is no number.
func rootMean(squares []float64) float64 {
	mean, _ := many.Paired(squares)
	if len(squares) == 0 || math.IsNaN(mean) {
		return math.Inf(1)
	}
	return math.Sqrt(mean)
}

var sealedYears = &course.Sealed{
	Of: "1988 to 1997, which no fit has seen", Number: "held_out_rmse",
	Open: func(_ context.Context, _ *course.Memo, p *course.Picture) (course.Opened, error) {
		v := p.Result.(*fit)
		squares := yearly(missesAfter(v.kernel, v.lambda, air(origin, sealedEnd), perYear*(end-origin)))
		// The misses of a year go together, so that its mean square counts as one.
		_, se := many.Paired(squares)
		o := course.Opened{Value: rootMean(squares), SE: se / 2 / rootMean(squares), Beside: besideSealed(),
			Anew: anew(), By: anewBy, Unlike: "ten years are farther than six, so that more than half may"}
		for from := begin; from < origin; from++ {
			other := course.Envelope{Chosen: openError(v.kernel, v.lambda, from, v.n),
				Sealed: sealedError(v.kernel, v.lambda, from)}
			if !math.IsInf(other.Chosen+other.Sealed, 1) {
				o.Others = append(o.Others, other)
			}
		}
		return o, nil
	},
}

// openError is that in the years left out of the spell that begins in a year, of a fit to its first n values.
func openError(k engine.Kernel, lambda float64, from, n int) float64 {
	return rootMean(yearly(missesAfter(k, lambda, air(from, from+end-origin), n)))
}

// sealedError is that in the ten years after the spell, of a fit to all of it.
func sealedError(k engine.Kernel, lambda float64, from int) float64 {
	return rootMean(yearly(missesAfter(k, lambda, air(from, from+sealedEnd-origin), perYear*(end-origin))))
}

// anew are the spells with a trend, a season and λ chosen in each by its years left out, as a reader chooses
// before she opens the envelope; what is fitted ends with the year that the figure opens with.
var anew = sync.OnceValue(func() (all []course.Envelope) {
	season := engine.Periodic{Length: 1, Period: 1}
	var kernels []engine.Kernel
	for degree := 1; degree <= 3; degree++ {
		trend := engine.Polynomial{Degree: degree, Offset: 1}
		kernels = append(kernels, engine.Sum{trend, season}, engine.Product{trend, season})
	}
	for from := begin; from < origin; from++ {
		best := course.Envelope{Chosen: math.Inf(1)}
		for _, k := range kernels {
			for _, lambda := range []float64{1e-5, 1e-4, 1e-3, 1e-2, 0.1} {
				if open := openError(k, lambda, from, perYear*fitted); open < best.Chosen {
					best = course.Envelope{Chosen: open, Sealed: sealedError(k, lambda, from)}
				}
			}
		}
		all = append(all, best)
	}
	return all
})

// kept are the same spells with a straight trend plus a season in each, at the λ that the figure opens with.
func kept() (all []course.Envelope) {
	k := engine.Sum{engine.Linear{}, engine.Periodic{Length: 1, Period: 1}}
	for from := begin; from < origin; from++ {
		all = append(all, course.Envelope{Chosen: openError(k, openLambda, from, perYear*fitted),
			Sealed: sealedError(k, openLambda, from)})
	}
	return all
}

// anewBy says so.
const anewBy = "the best of trends of degree 1, 2 and 3, a season added or times it, and 5 values of λ from " +
	"10⁻⁵ to 0.1"

// besideSealed are the forecasts of the sealed years from all the others.
func besideSealed() (all []course.Beside) {
	r, n := air(origin, sealedEnd), perYear*(end-origin)
	for _, f := range forecasts {
		squares := engine.MeanSquare(f.of(r.y[:n], len(r.y)-n), r.y[n:])
		all = append(all, course.Beside{Name: f.name, Value: math.Sqrt(squares)})
	}
	return all
}

// forecasts are of values to come, so many, from those that were.
var forecasts = []struct {
	name, tuned string
	of          func(y []float64, ahead int) []float64
}{
	{"Last year’s months again, with the mean yearly rise", "nothing to choose", lastYearAgain},
	{"Holt and Winters’ smoothing", "its three weights, by the errors one step ahead in the years fitted",
		holtWinters},
}

// spells are those that begin before the one in sight and end before what is sealed.
var spells = &course.Samples{
	Draws: earlier, Error: "held_out_rmse",
	Resampled: &course.Resampled{Of: "earlier spells of eighteen years", Draw: drawSpell,
		Designs: []course.Design{{Anew: "the year in which the spell begins",
			Stays: "the record, of which spells that follow each other share most"}}},
	Claims: []course.Claim{{
		Name: "spell-near", Says: "The years left out are missed by less than 2 ppm",
		Holds: func(p *course.Picture) many.Outcome { return many.If(p.Find("held_out_rmse") < wanted) },
	}, {
		Name: "spell-flattered", Says: "The years left out are missed by more than the years fitted",
		Holds: func(p *course.Picture) many.Outcome {
			return many.Less(p.Find("train_rmse"), p.Find("held_out_rmse"))
		},
	}},
	Rivals: rivals(),
}

func rivals() (all []course.Rival) {
	for _, f := range forecasts {
		all = append(all, course.Rival{Name: f.name, Tuned: f.tuned,
			Error: func(_ context.Context, _ *course.Memo, p *course.Picture) (float64, error) {
				y, n := p.Column("data", "y"), int(p.Find("fitted"))
				return math.Sqrt(engine.MeanSquare(f.of(y[:n], len(y)-n), y[n:])), nil
			}})
	}
	return all
}

// drawSpell is the same kernel and λ on the spell that begins in that year from 1959 on.
func drawSpell(_ context.Context, _ *course.Memo, p *course.Picture, number int) (*course.Picture, error) {
	from := begin + (number-1)%earlier
	v, r := p.Result.(*fit), air(from, from+end-origin)
	held, train := math.Inf(1), math.NaN()
	if v.err == nil {
		held = rootMean(yearly(missesAfter(v.kernel, v.lambda, r, v.n)))
		train = missedWithin(v.kernel, v.lambda, r, v.n)
	}
	return &course.Picture{
		Numbers: []course.Number{{Name: "held_out_rmse", Value: held}, {Name: "train_rmse", Value: train},
			{Name: "fitted", Value: float64(v.n)}},
		Series: []course.Series{course.Table("data", "x y", r.x, r.y)},
	}, nil
}

// missedWithin is the error of a fit in the first n values, which it is made of: nλα there.
func missedWithin(k engine.Kernel, lambda float64, r record, n int) float64 {
	y, _ := centred(r.y[:n])
	alpha, err := solve(engine.Gram(k, engine.Column(r.x[:n])), y, lambda)
	if err != nil {
		return math.NaN()
	}
	sum := 0.0
	for _, a := range alpha {
		miss := float64(n) * lambda * a
		sum += miss * miss / float64(n)
	}
	return math.Sqrt(sum)
}

// centred are the values less their mean.
func centred(values []float64) (c []float64, mean float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		c = append(c, v-mean)
	}
	return c, mean
}

// lastYearAgain repeats the last year's values, raised each year by the mean rise from a
// year to the next.
func lastYearAgain(y []float64, ahead int) []float64 {
	n := len(y)
	rise := 0.0 // of a year: the last year's mean less the first's, over the years between
	for i := range perYear {
		rise += (y[n-perYear+i] - y[i]) / float64(n-perYear)
	}
	f := make([]float64, ahead)
	for h := range f {
		f[h] = y[n-perYear+h%perYear] + rise*float64(1+h/perYear)
	}
	return f
}

// holtWinters forecasts by a level, a trend and a season, each smoothed,
//
//	l ← α(y − s) + (1 − α)(l + b),  b ← β(l − l′) + (1 − β)b,  s ← γ(y − l) + (1 − γ)s,
//
// with the weights of the least squared errors one step ahead: of a grid, and from the best of
// it on by the method of Nelder and Mead, in the logits of the weights. Source: P. R. Winters,
// Forecasting sales by exponentially weighted moving averages, Management Science 6, 1960.
func holtWinters(y []float64, ahead int) []float64 {
	missed := func(logits []float64) float64 {
		_, squares := smoothed(y, ahead, engine.Logistic(logits[0]), engine.Logistic(logits[1]),
			engine.Logistic(logits[2]))
		return squares
	}
	start, least := []float64(nil), math.Inf(1)
	grid := []float64{-4, -2, -1, 0, 1, 2}
	for _, alpha := range grid {
		for _, beta := range grid {
			for _, gamma := range grid {
				at := []float64{alpha, beta, gamma}
				if squares := missed(at); squares < least {
					start, least = at, squares
				}
			}
		}
	}
	best := course.Must(optimize.Minimize(optimize.Problem{Func: missed}, start, nil, &optimize.NelderMead{})).X
	f, _ := smoothed(y, ahead, engine.Logistic(best[0]), engine.Logistic(best[1]), engine.Logistic(best[2]))
	return f
}

// smoothed are the forecasts by those weights, and the sum of squared errors one step ahead.
func smoothed(y []float64, ahead int, alpha, beta, gamma float64) (f []float64, squares float64) {
	var season [perYear]float64
	_, first := centred(y[:perYear])
	_, second := centred(y[perYear : 2*perYear])
	trend := (second - first) / perYear
	for i := range season {
		season[i] = y[i] - first - trend*(float64(i)-(perYear-1)/2.)
	}
	level := first + trend*(perYear-1)/2.
	for i := perYear; i < len(y); i++ {
		s := &season[i%perYear]
		miss := y[i] - level - trend - *s
		squares += miss * miss
		was := level
		level = alpha*(y[i]-*s) + (1-alpha)*(level+trend)
		trend = beta*(level-was) + (1-beta)*trend
		*s = gamma*(y[i]-level) + (1-gamma)**s
	}
	for h := range ahead {
		f = append(f, level+trend*float64(h+1)+season[(len(y)+h)%perYear])
	}
	return f, squares
}
