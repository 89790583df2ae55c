package study

import (
	"math"
	"testing"
)

// penalised is the loss that a calibration makes least: Σ −log P of the classes, and what keeps it finite.
func penalised(c calibration, decisions [][]float64, labels []int) float64 {
	loss := priorPrecision / 2 * (c.a*c.a + c.b*c.b)
	for i, label := range labels {
		loss -= math.Log(c.probabilities(column(decisions, i))[label])
	}
	return loss
}

// decided are decisions of n rows on k classes, one for two, that are right more often the larger apart is.
func decided(n, k int, apart float64) (decisions [][]float64, labels []int) {
	rng := newRand(4)
	decisions = make([][]float64, k)
	if k == 2 {
		decisions = decisions[:1]
	}
	for i := range n {
		labels = append(labels, i%k)
		for q := range decisions {
			mean := -apart
			if labels[i] == q {
				mean = apart
			}
			decisions[q] = append(decisions[q], mean+rng.NormFloat64())
		}
	}
	return decisions, labels
}

// The gradient is zero where the calibration ends, and the loss is larger beside it; probabilities add up to 1.
func TestCalibrationIsLeast(t *testing.T) {
	const h = 1e-5
	for _, k := range []int{2, 3, 5} {
		for _, apart := range []float64{0.2, 0.7, 1.5} {
			decisions, labels := decided(90, k, apart)
			c := calibrated(decisions, labels)
			if k > 2 && c.a != 0 {
				t.Errorf("%d classes have a curve, %+v", k, c)
			}
			at := penalised(c, decisions, labels)
			for _, to := range []calibration{{h, 0}, {0, h}} {
				if to.a != 0 && k > 2 {
					continue
				}
				up := penalised(calibration{c.a + to.a, c.b + to.b}, decisions, labels)
				down := penalised(calibration{c.a - to.a, c.b - to.b}, decisions, labels)
				if slope := (up - down) / (2 * h); math.Abs(slope) > 1e-6 || up < at || down < at {
					t.Errorf("%d classes, %v apart: %+v has slope %v", k, apart, c, slope)
				}
			}
			for i := range labels {
				areProbabilities(t, "calibrated", c.probabilities(column(decisions, i)))
			}
		}
	}
}

// Classes that are decided rightly throughout have a finite curve, and probabilities near 1; decisions
// that are worth nothing have those of the classes' shares, and what is decided wrongly is not turned.
func TestCalibrationAtItsEdges(t *testing.T) {
	for _, k := range []int{2, 4} {
		for _, scale := range []float64{1e-3, 1, 1e6} {
			decisions, labels := decided(40, k, 50)
			for q := range decisions {
				for i := range decisions[q] {
					decisions[q][i] *= scale / 50
				}
			}
			c := calibrated(decisions, labels)
			if math.IsNaN(c.a+c.b) || math.IsInf(c.a+c.b, 0) || c.b <= 0 {
				t.Fatalf("%d separated classes at %v: %+v", k, scale, c)
			}
			for i, label := range labels {
				p := c.probabilities(column(decisions, i))
				areProbabilities(t, "separated", p)
				if scale >= 1 && p[label] < 0.9 {
					t.Errorf("%d separated classes at %v: %v of class %d", k, scale, p, label)
				}
			}
		}
	}
	decisions, labels := decided(400, 2, 0)
	if c := calibrated(decisions, labels); c.b > 0.3 || math.Abs(c.a) > 0.3 {
		t.Errorf("nothing is decided, and the curve is %+v", c)
	}
	decisions, labels = decided(60, 2, -2)
	if c := calibrated(decisions, labels); c.b != 0 {
		t.Errorf("all is decided wrongly, and the curve is %+v", c)
	}
}
