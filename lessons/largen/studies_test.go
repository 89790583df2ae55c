package largen

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// contest is a row of counts.csv.
func contest(ctx context.Context, memo *course.Memo, seed int) []float64 {
	a := approximation{n: 50000, m: 100, ell: raceEll, seed: seed}
	var row, lambdas []float64
	for _, a.way = range []string{"exact", "nystrom", "fourier"} {
		a.lambda = course.Must(a.ownLambda(ctx))
		lambdas = append(lambdas, a.lambda)
		if a.way == "exact" {
			row = append(row, course.Must(a.throughPoints(ctx, memo)).err)
			continue
		}
		row = append(row, course.Must(a.alone(ctx, memo)))
	}
	row = append(row, lambdas...)
	a.way, a.lambda = "nystrom", raceLambda
	for _, n := range []int{2000, 50000} {
		a.n = n
		t := course.Must(a.throughFeatures(ctx, memo))
		row = append(row, t.sizes[enough(t.rmses)])
	}
	return row
}

// ownLambda is the one with the least error when each reading is left out. The exact fit is taken
// through all its readings as landmarks, but for those that the ones before explain to 10⁻⁸.
func (a approximation) ownLambda(ctx context.Context) (float64, error) {
	var features engine.FeatureMap = waves(a.m/2, a.seed, a.ell)
	n, landmarks := a.n, a.m
	if a.way == "exact" {
		n, landmarks = mostExact, mostExact
	}
	d := readings(n, a.seed)
	if a.way != "fourier" {
		var err error
		if features, err = engine.NewtonFeatures(engine.Gaussian{Length: a.ell}, d.X[:landmarks]); err != nil {
			return 0, err
		}
	}
	s, err := engine.SumFeatures(ctx, features, d.X, mat.NewDense(n, 1, d.Y))
	if err != nil {
		return 0, err
	}
	return leastLeftOut(s, features.Matrix(d.X), d.Y, ownLambdas)
}

// misreadOver are the shares misread through m features in each draw from 1 to draws: the least
// of those with the λ given, to whichever way that is kind.
func misreadOver(
	ctx context.Context, memo *course.Memo, way, chosen string, m, draws int, lambdas ...float64,
) ([]float64, error) {
	shares := make([]float64, draws)
	for i := range shares {
		v, err := (&digitsFit{way: way, chosen: chosen, seed: i + 1}).sums(ctx, memo, m)
		if err != nil {
			return nil, err
		}
		shares[i] = math.Inf(1)
		for _, lambda := range lambdas {
			s, _, err := v.through(m, lambda)
			if err != nil {
				return nil, err
			}
			shares[i] = min(shares[i], s)
		}
	}
	return shares, nil
}

// exactDigits is the share misread by the exact fit to all digits that are learned from.
func exactDigits() (float64, error) {
	w := digits()
	k := engine.Gaussian{Length: shades}
	A, err := engine.SolveKRRs(engine.Gram(k, w.x), w.Y, digitsLambda)
	if err != nil {
		return 0, err
	}
	var f mat.Dense
	f.Mul(engine.Cross(k, w.fresh, w.x), A)
	return shareOf(w.misread(&f), w.open, true), nil
}

// computeLong computes them.
func computeLong(memo *course.Memo) (course.Facts, error) {
	facts := course.Facts{}
	for prefix, query := range map[string]string{"many": "n=50000&m=100", "wide": "bandwidth=1&n=50000"} {
		p := facts.Read(memo, buildApproximate, query, prefix+"-", "error", "error", "used", "features")
		if prefix == "many" {
			facts["many-here"], facts["many-freedom"] = here(p), p.Find("degrees_of_freedom")
		}
	}
	if err := chosenDigits(memo, facts); err != nil {
		return nil, err
	}
	shares := map[string][]float64{}
	for name, way := range map[string]string{"digits-200": "nystrom", "digits-waves": "fourier"} {
		facts.Read(memo, buildDigits, "m=200&way="+way, "", name, "misread")
		var err error
		shares[way], err = misreadOver(context.Background(), memo, way, drawnAtRandom, 200, digitDraws, digitsLambda)
		if err != nil {
			return nil, err
		}
		facts[name+"-median"] = engine.Median(shares[way])
	}
	facts["digits-win"] = course.Wins(shares["nystrom"], shares["fourier"])
	best, err := misreadOver(context.Background(), memo, "fourier", "", 200, digitDraws,
		1e-6, 1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2) // neither end is the best in any draw
	if err != nil {
		return nil, err
	}
	facts["digits-win-best"] = course.Wins(shares["nystrom"], best)
	facts["digits-exact"], err = exactDigits()
	return facts, err
}

// chosenDigits are the median shares misread through 50 landmarks and 200, chosen each way, and in how
// many draws pivots and means are better than as many that are drawn.
func chosenDigits(memo *course.Memo, facts course.Facts) error {
	for _, m := range []int{50, 200} {
		shares := map[string][]float64{}
		for _, how := range []string{drawnAtRandom, pivoted, centres} {
			v, err := misreadOver(context.Background(), memo, "nystrom", how, m, digitDraws, digitsLambda)
			if err != nil {
				return err
			}
			shares[how] = v
			facts[fmt.Sprintf("digits-%s-%d", how, m)] = engine.Median(v)
			if how != drawnAtRandom {
				facts[fmt.Sprintf("digits-%s-%d-win", how, m)] = course.Wins(v, shares[drawnAtRandom])
			}
		}
	}
	return nil
}

// whistles are samples of 2,000 readings, with ℓ and λ as the figure opens. Claims are of how
// many landmarks are within a tenth of the least distance drawn, and of 100 features held
// against waves and against an exact fit to 100 points.
var whistles = many.Study{
	Claims: []string{"enough-45", "enough-50", "enough-60", "enough-freedom", "enough-100", "even-40", "even-45",
		"pivots-40", "pivots-45", "pivots-50", "means-45", "means-60", "landmarks-points"},
	Draw: func(seed int) []many.Outcome {
		ctx, memo := context.Background(), course.NewMemo(1<<22)
		a := approximation{way: "nystrom", n: 2000, ell: raceEll, lambda: raceLambda, seed: seed}
		p := course.Must(a.pass().read(ctx, memo))
		of := map[int]float64{}
		least := math.Inf(1)
		for _, m := range sizes {
			if m >= 30 {
				theta, _, err := a.fit(p, m)
				if err != nil {
					panic(err) // λ > 0
				}
				of[m] = distance(p.over(theta))
				least = min(least, of[m])
			}
		}
		within := func(e float64) many.Outcome { return many.If(e <= 1.1*least) }
		best, _, err := bestFewOf{100, a.ell, seed}.Compute(ctx, memo)
		if err != nil {
			panic(err)
		}
		chosen := func(how string, m int) many.Outcome {
			b := a
			b.chosen, b.m = how, m
			return within(course.Must(b.alone(ctx, memo)))
		}
		return []many.Outcome{
			chosen(drawnAtRandom, 45), within(of[50]), within(of[60]), within(of[70]), within(of[100]),
			within(course.Must(a.even(ctx, memo, 40))), within(course.Must(a.even(ctx, memo, 45))),
			chosen(pivoted, 40), chosen(pivoted, 45), chosen(pivoted, 50), chosen(centres, 45), chosen(centres, 60),
			many.Less(of[100], best.err),
		}
	},
}
