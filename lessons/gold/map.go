package gold

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure map: all samples, the fit over the land, and its deviation.
type mapped struct {
	// What the controls say.
	kernel engine.Kernel
	lambda float64
	land   *plain // with the samples that are fitted
	at     int    // the sample pointed at, from 1

	// What is computed.
	*survey
}

var buildMap = course.Steps(func(f *course.Form) course.Work {
	m := &mapped{kernel: chosen(f), lambda: priced(f), land: meuse()}
	if f.Choice("soil", "soil", "all", course.Options("all", "all 155 samples",
		"open", "116 of them, and twelve sealed far away"), course.More) == "open" {
		m.land = openSoil()
	}
	m.at = points.PointedAt(f, m.land.Len(), course.Shows("what the others say of it"))
	return m
})

// Compute fits the samples, and leaves each of them out.
func (m *mapped) Compute(ctx context.Context, _ *course.Memo) (err error) {
	if m.survey, err = surveyed(m.land, m.kernel, m.lambda); err != nil {
		return err
	}
	return ctx.Err()
}

// A survey is samples with the process of them, and what each of them is by the others.
type survey struct {
	*plain
	centre         float64
	folds          [][]int // the samples by their squares
	process        *engine.Posterior
	mean, sd       []float64 // over the land
	one, block     []float64 // residuals of what is left out: one sample, a square
	oneSD, blockSD []float64 // the deviation of a sample there
}

func surveyed(land *plain, k engine.Kernel, lambda float64) (*survey, error) {
	s := &survey{plain: land, folds: squaresOf(land.X)}
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
	s.one, s.oneSD, err = s.process.LeaveOut(engine.Singles(d.Len()))
	s.block, s.blockSD, twice = s.process.LeaveOut(s.folds)
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

func (m *mapped) Show(f *course.Form) *course.Picture {
	xs, ys := columns(m.X)
	gx, gy := columns(m.nodes)
	return &course.Picture{
		Columns:     m.maps(),
		Numbers:     m.numbers(),
		Says:        m.says(),
		SaysOfDatum: m.saysOfDatum(),
		Certificate: m.certificate(),
		Goals:       []course.Goal{m.goal()},
		Series: []course.Series{
			course.Table("data", "x y log_zinc", xs, ys, m.Y),
			course.Table("loo", "residual deviation", m.one, m.oneSD),
			course.Table("blocks", "residual deviation", m.block, m.blockSD),
			course.Table("grid", "x y mean deviation", gx, gy, m.mean, m.sd),
			course.Table("alpha", "alpha", m.process.Alpha),
		},
		Code: programs.Code("map", f, course.Values{
			"X": xs, "Y": ys, "Zinc": m.zinc(), "Parameters": []string{"bandwidth"},
		}),
	}
}

// zinc is what the samples hold, in mg/kg.
func (s *survey) zinc() []float64 {
	v := make([]float64, s.Len())
	for i, y := range s.Y {
		v[i] = course.Round(math.Pow(10, y), 9) // it was measured in whole mg/kg, or tenths
	}
	return v
}

// maps are those of f and of its deviation, with the samples.
func (m *mapped) maps() [][]plots.Panel {
	zinc, dev := m.zincMap(m.mean), m.devMap(m.sd)
	for i := range m.Len() {
		zinc.Samples = append(zinc.Samples, m.plain.at(i))
	}
	dev.Samples = zinc.Samples
	if i := m.at - 1; i >= 0 {
		ring := []plots.Marker{points.Ring(i, m.X[i][0], m.X[i][1])}
		zinc.Markers, dev.Markers = ring, ring
	}
	says, off := panel("map-zinc", "What the samples say: f", zinc), panel("map-deviation", "How far f may be off: ±",
		dev)
	says.Lead, off.Lead = true, true
	return [][]plots.Panel{{says}, {off}}
}

func (m *mapped) numbers() []course.Number {
	return []course.Number{
		{Name: "block_rmse", Label: "squares left out: error", Value: rms(m.block),
			Means: "By how much, in log₁₀ of mg/kg, the others miss the samples of a square of 500 m when all of it " +
				"is left out; " +
				"the root of the mean square over all squares."},
		{Name: "loo_rmse", Label: "one left out: error", Value: rms(m.one),
			Means: "The same when one sample at a time is left out."},
		{Name: "covered", Label: "within two deviations", Value: within(m.one, m.oneSD, two), Whole: true,
			Means: "How many of the samples lie within 1.96 deviations of what the others predict when it alone " +
				"is left out: " +
				"the deviation of a measurement, its noise included."},
		{Name: "blocks_covered", Label: "the same with squares left out", Value: within(m.block, m.blockSD, two),
			Whole: true},
		{Name: "signal", Label: "deviation τ of f, far from samples", Value: m.process.Signal},
		{Name: "noise", Label: "deviation σ of the noise", Value: m.process.Noise()},
		{Name: "noise_share", Label: "nλ = σ²/τ²", Value: float64(m.Len()) * m.process.Lambda},
		{Name: "log_likelihood", Label: "log likelihood", Value: m.process.LogLikelihood()},
		{Name: "centre", Label: "mean of the samples, taken off first", Value: m.centre},
		{Name: "block_standard_error", Label: "standard error of the squares’ error", Value: m.squareError()},
		{Name: "condition", Label: "condition number, at most", Value: 1 + 1/m.process.Lambda, Aside: true},
	}
}

const (
	saysMisses = "The map misses a sample left out by {loo_rmse}, and a square left out whole by {block_rmse}."
	saysSample = "Point {at} reads {zinc} mg/kg, in log₁₀ {log_zinc}; without it the others say {predicted}, " +
		"give or take {deviation}."
)

func (m *mapped) says() []course.Said {
	return []course.Said{course.Say(saysMisses, rms(m.one), rms(m.block))}
}

func (m *mapped) saysOfDatum() []course.Said {
	i := m.at - 1
	if i < 0 {
		return nil
	}
	zinc := course.Count(math.Pow(10, m.Y[i]))
	return []course.Said{course.Say(saysSample, m.at, zinc, m.Y[i], m.Y[i]-m.one[i], m.oneSD[i])}
}

// What is asked of the map: an error with squares left out, and that few of the splits that nobody sees are
// missed by far, as they are where f swings beyond its samples.
const (
	blocksGoal, swingGoal  = 0.2, 0.28
	swingNeed, swingSplits = 92, 100
)

func (m *mapped) goal() course.Goal {
	block, but := rms(m.block), ""
	if m.land != meuse() {
		but = "with a part of the samples"
	}
	return course.Goal{
		Name: "blocks", At: "kernel=matern32&bandwidth=1.7&lambda=0.0001",
		Now: course.Digits(block) + ", hidden splits aside",
		But: but, Reached: but == "" && block < blocksGoal,
		Hidden: &course.Hidden{Number: "test_rmse", Below: swingGoal, Of: swingSplits, Need: swingNeed,
			Tuned: "bandwidth=0.8&lambda=0.00001"},
		Text: fmt.Sprintf("Here it is %s; by the spread between the squares, give or take %s.",
			course.Digits(block), course.Digits(m.squareError())),
	}
}

// squareError is the standard error of the root mean square of residuals with squares left
// out, by the squares' own spread.
func (s *survey) squareError() float64 {
	var sums []float64
	for _, fold := range s.folds {
		sum := 0.0
		for _, i := range fold {
			sum += s.block[i] * s.block[i]
		}
		sums = append(sums, sum)
	}
	n := float64(len(s.block))
	// The root of a mean moves by half as much as the mean, over the root.
	return stat.StdDev(sums, nil) * math.Sqrt(float64(len(sums))) / n / 2 / rms(s.block)
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
