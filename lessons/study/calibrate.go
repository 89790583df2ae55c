package study

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
)

// A calibration makes probabilities of decisions f, of two classes from one f,
//
//	P(first) = 1/(1 + exp(−(a + b f))),
//
// and of more from one f each, P(c) = exp(b f_c)/Σ exp(b f): a curve or one temperature, fitted to what
// is decided of each row with that row left out.
//
// Source: Platt, Probabilistic outputs for support vector machines (1999); Guo et al., On calibration of
// modern neural networks (2017).
type calibration struct{ a, b float64 }

// calibrationSteps of Newton's method are more than it takes.
const calibrationSteps = 60

// calibrated fits the curve to decisions, a row for each target and a column for each row of the table.
// Where all are decided rightly there is no largest b: a penalty of b²/200 keeps it.
func calibrated(decisions [][]float64, labels []int) calibration {
	c := calibration{0, 1}
	for range calibrationSteps {
		var step calibration
		if len(decisions) == 1 {
			step = c.curveStep(decisions[0], labels)
		} else {
			step.b = c.temperatureStep(decisions, labels)
		}
		size := math.Max(1, math.Max(math.Abs(step.a), math.Abs(step.b))/5) // a step may be too bold
		c.a, c.b = c.a-step.a/size, c.b-step.b/size
		if math.Abs(step.a)+math.Abs(step.b) < 1e-10 {
			break
		}
	}
	c.b = math.Max(c.b, 0)
	return c
}

// priorPrecision is that of b.
const priorPrecision = 0.01

func (c calibration) curveStep(f []float64, labels []int) calibration {
	var ga, gb, haa, hab, hbb float64
	for i, v := range f {
		p := engine.Logistic(c.a + c.b*v)
		miss := p
		if labels[i] == 0 {
			miss--
		}
		w := p * (1 - p)
		ga, gb, haa, hab, hbb = ga+miss, gb+miss*v, haa+w, hab+w*v, hbb+w*v*v
	}
	ga, gb, haa, hbb = ga+priorPrecision*c.a, gb+priorPrecision*c.b, haa+priorPrecision, hbb+priorPrecision
	det := haa*hbb - hab*hab
	return calibration{(hbb*ga - hab*gb) / det, (haa*gb - hab*ga) / det}
}

func (c calibration) temperatureStep(f [][]float64, labels []int) float64 {
	g, h := priorPrecision*c.b, priorPrecision
	row := make([]float64, len(f))
	for i, label := range labels {
		for q := range f {
			row[q] = f[q][i]
		}
		p := c.probabilities(row)
		mean, square := floats.Dot(p, row), 0.0
		for q, v := range row {
			square += p[q] * v * v
		}
		g, h = g+mean-row[label], h+square-mean*mean
	}
	return g / h
}

// probabilities are those of all classes, which add up to 1.
func (c calibration) probabilities(f []float64) []float64 {
	if len(f) == 1 {
		p := engine.Logistic(c.a + c.b*f[0])
		return []float64{p, 1 - p}
	}
	p := make([]float64, len(f))
	most := floats.Max(f)
	for q, v := range f {
		p[q] = math.Exp(c.b * (v - most))
	}
	floats.Scale(1/floats.Sum(p), p)
	return p
}
