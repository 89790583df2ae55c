package gold

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/data"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// The figure map: all samples, the fit over the land, and its deviation.

func buildMap(f *course.Form) course.Draw {
	k := chosen(f)
	lambda := priced(f)
	at := points.PointedAt(f, meuse().Len(), course.Shows("what the others say of it"))
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		s, err := surveyed(k, lambda)
		if err != nil {
			return nil, err
		}
		return s.picture(f, at), ctx.Err()
	}
}

// A survey is all samples with the process of them, and what each of them is by the others.
type survey struct {
	*plain
	centre         float64
	process        *engine.Posterior
	mean, sd       []float64 // over the land
	one, block     []float64 // residuals of what is left out: one sample, a square
	oneSD, blockSD []float64 // the deviation of a sample there
}

func surveyed(k engine.Kernel, lambda float64) (*survey, error) {
	s := &survey{plain: meuse()}
	d, centre := centred(s.Dataset)
	s.centre = centre
	var err error
	if s.process, err = engine.GaussianProcess(k, d, lambda); err != nil {
		return nil, err
	}
	if s.mean, s.sd, err = s.process.Predict(s.nodes); err != nil {
		return nil, err
	}
	for i := range s.mean {
		s.mean[i] += centre
	}
	var twice error
	s.one, s.oneSD, err = s.process.LeaveOut(singles(d.Len()))
	s.block, s.blockSD, twice = s.process.LeaveOut(squares())
	return s, errors.Join(err, twice)
}

// within counts the residuals that are at most so many deviations.
func within(residual, sd []float64, most float64) float64 {
	n := 0.0
	for i, r := range residual {
		if math.Abs(r) <= most*sd[i] {
			n++
		}
	}
	return n
}

// rms is the root of the mean of squares.
func rms(r []float64) float64 { return math.Sqrt(engine.MeanSquare(r, make([]float64, len(r)))) }

func (s *survey) picture(f *course.Form, at int) *course.Picture {
	n := s.Len()
	zinc, dev := s.zincMap(s.mean), s.devMap(s.sd)
	for i := range n {
		zinc.Samples = append(zinc.Samples, s.at(i))
	}
	dev.Samples = zinc.Samples
	least, most := s.sd[0], s.sd[0]
	for _, v := range s.sd {
		least, most = math.Min(least, v), math.Max(most, v)
	}
	one, block := rms(s.one), rms(s.block)
	covered, blocksCovered := within(s.one, s.oneSD, two), within(s.block, s.blockSD, two)
	p := &course.Picture{
		Numbers: []course.Number{
			{Name: "block_rmse", Label: "squares left out: error", Means: "By how much, in log₁₀ of mg/kg, the others miss the samples of a square of 500 m when all of it is left out; the root of the mean square over all squares.", Value: block},
			{Name: "loo_rmse", Label: "one left out: error", Means: "The same when one sample at a time is left out.", Value: one},
			{Name: "covered", Label: "within two deviations", Means: "How many of the 155 samples lie within 1.96 deviations of what the others predict when it alone is left out: the deviation of a measurement, its noise included.", Value: covered, Whole: true},
			{Name: "blocks_covered", Label: "the same with squares left out", Value: blocksCovered, Whole: true},
			{Name: "signal", Label: "deviation τ of f, far from samples", Value: s.process.Signal},
			{Name: "noise", Label: "deviation σ of the noise", Value: s.process.Noise()},
			{Name: "noise_share", Label: "nλ = σ²/τ²", Value: float64(n) * s.process.Lambda},
			{Name: "log_likelihood", Label: "log likelihood", Value: s.process.LogLikelihood()},
			{Name: "centre", Label: "mean of the samples, taken off first", Value: s.centre},
			{Name: "block_standard_error", Label: "standard error of the squares’ error", Value: squareError(s.block)},
			{Name: "condition", Label: "condition number, at most", Value: 1 + 1/s.process.Lambda, Aside: true},
		},
		Description: fmt.Sprintf("The map misses a sample left out by %s, and a square left out whole by %s. On the land its deviation is between %s and %s. Of %d samples left out one at a time, %s lie within 1.96 deviations; with squares left out, %s.",
			course.Digits(one), course.Digits(block), course.Digits(least), course.Digits(most), n, course.Count(covered), course.Count(blocksCovered)),
		Certificate: s.certificate(),
		Goals: []course.Goal{{Name: "blocks", At: "bandwidth=0.8&lambda=0.00001", Now: course.Digits(block), Reached: block < 0.2,
			Text: fmt.Sprintf("Goal reached: %s; by the spread between the squares, give or take %s.", course.Digits(block), course.Digits(squareError(s.block)))}},
	}
	if at > 0 {
		i := at - 1
		ring := points.Ring(i, s.X[i][0], s.X[i][1])
		zinc.Markers, dev.Markers = append(zinc.Markers, ring), append(dev.Markers, ring)
		p.Datum = fmt.Sprintf("Point %d reads %s mg/kg, in log₁₀ %s; without it the others say %s, give or take %s.",
			at, course.Count(math.Pow(10, s.Y[i])), course.Digits(s.Y[i]), course.Digits(s.Y[i]-s.one[i]), course.Digits(s.oneSD[i]))
	}
	says, off := panel("map-zinc", "What the samples say: f", zinc), panel("map-deviation", "How far f may be off: ±", dev)
	says.Lead, off.Lead = true, true
	p.Columns = [][]plots.Panel{{says}, {off}}
	xs, ys := columns(s.X)
	gx, gy := columns(s.nodes)
	p.Series = []course.Series{
		course.Table("data", "x y log_zinc", xs, ys, s.Y),
		course.Table("loo", "residual deviation", s.one, s.oneSD),
		course.Table("blocks", "residual deviation", s.block, s.blockSD),
		course.Table("grid", "x y mean deviation", gx, gy, s.mean, s.sd),
		course.Table("alpha", "alpha", s.process.Alpha),
	}
	p.Code = programs.Code("map", f, course.Values{"X": xs, "Y": ys, "Zinc": data.Meuse().Y, "Parameters": []string{"bandwidth"}})
	return p
}

// squareError is the standard error of the root mean square of residuals that go
// together by squares, by the squares' own spread.
func squareError(residual []float64) float64 {
	var sums []float64
	for _, fold := range squares() {
		sum := 0.0
		for _, i := range fold {
			sum += residual[i] * residual[i]
		}
		sums = append(sums, sum)
	}
	n := float64(len(residual))
	// The root of a mean moves by half as much as the mean, over the root.
	return stat.StdDev(sums, nil) * math.Sqrt(float64(len(sums))) / n / 2 / rms(residual)
}

// certificate compares f at the samples computed twice: as Kα, and as y − nλα.
func (s *survey) certificate() *course.Certificate {
	K := engine.Gram(s.process.Kernel, s.X)
	n := float64(s.Len())
	gap, most := 0.0, 0.0
	for i, y := range s.Y {
		f := 0.0
		for j, a := range s.process.Alpha {
			f += K.At(i, j) * a
		}
		gap = math.Max(gap, math.Abs(f-(y-s.centre-n*s.process.Lambda*s.process.Alpha[i])))
		most = math.Max(most, math.Abs(y-s.centre))
	}
	// The largest eigenvalue of K is at most its trace, n.
	bound := engine.RoundingBound(s.Len(), 1+1/s.process.Lambda)
	return course.Agreement(engine.Certified(gap/most, gap/most, bound), "Kα and y − nλα",
		"At the samples f is Kα, and by (K + nλI)α = y also y − nλα. The two agree as far as the system was solved.",
		"Rounding allows 4√n·ε·cond, with cond at most 1 + 1/λ, since no eigenvalue of K is above n.")
}
