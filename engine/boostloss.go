package engine

import "math"

// A boostLoss is the loss of n rows that boosting lowers, by functions f_c of which f[c][i] is
// the value at row i.
type boostLoss interface {
	functions() int
	// start returns the constants with the least loss over rows with a weight.
	start(weight []int32) []float64
	// slopes sets −∂loss/∂f and ∂²loss/∂f² of each row by each function.
	slopes(f, slope, curve [][]float64)
	// newton is what a leaf's Newton step is multiplied by.
	newton() float64
	// at is the loss of row i.
	at(f [][]float64, i int) float64
}

// squaredLoss is (y − f)², halved in its slopes.
type squaredLoss struct{ y []float64 }

func (l squaredLoss) functions() int  { return 1 }
func (l squaredLoss) newton() float64 { return 1 }

func (l squaredLoss) start(weight []int32) []float64 {
	first, sum, count := 0.0, 0.0, 0.0
	for i, w := range weight {
		if w == 0 {
			continue
		}
		if count == 0 {
			first = l.y[i]
		}
		sum += l.y[i] - first
		count++
	}
	return []float64{first + sum/count}
}

func (l squaredLoss) slopes(f, slope, curve [][]float64) {
	for i, y := range l.y {
		slope[0][i], curve[0][i] = y-f[0][i], 1
	}
}

func (l squaredLoss) at(f [][]float64, i int) float64 {
	d := l.y[i] - f[0][i]
	return d * d
}

// logLoss is −log P(cᵢ | xᵢ) of classes from 0 to k − 1. Of two classes f is the log odds of
// the second, of others
//
//	P(c | x) = e^(f_c) / Σ_b e^(f_b).
type logLoss struct {
	class []int32
	k     int
}

func (l logLoss) functions() int {
	if l.k == 2 {
		return 1
	}
	return l.k
}

// newton is (k − 1)/k for k functions, of which one is too many (Friedman, Algorithm 6).
func (l logLoss) newton() float64 {
	if l.k == 2 {
		return 1
	}
	return float64(l.k-1) / float64(l.k)
}

// start has the log odds, or logarithms, of the classes' shares. A class that no row with a
// weight has counts as half a row.
func (l logLoss) start(weight []int32) []float64 {
	counts, sum := make([]float64, l.k), 0.0
	for i, w := range weight {
		counts[l.class[i]] += float64(w)
		sum += float64(w)
	}
	for c := range counts {
		counts[c] = math.Log(max(counts[c], 0.5) / sum)
	}
	if l.k == 2 {
		return []float64{counts[1] - counts[0]}
	}
	return counts
}

func (l logLoss) slopes(f, slope, curve [][]float64) {
	p := make([]float64, l.k)
	for i, class := range l.class {
		l.probabilities(p, f, i)
		for c := range f {
			of := c
			if l.k == 2 {
				of = 1
			}
			others := others(p, of)
			slope[c][i], curve[c][i] = -p[of], p[of]*others
			if int(class) == of {
				slope[c][i] = others
			}
		}
	}
}

// others is 1 − p_c with its relative accuracy.
func others(p []float64, c int) float64 {
	sum := 0.0
	for b, v := range p {
		if b != c {
			sum += v
		}
	}
	return sum
}

// probabilities sets those of the classes at row i.
func (l logLoss) probabilities(p []float64, f [][]float64, i int) {
	if l.k == 2 {
		p[0], p[1] = Logistic(-f[0][i]), Logistic(f[0][i])
		return
	}
	top := math.Inf(-1)
	for c := range f {
		top = max(top, f[c][i])
	}
	for c := range f {
		p[c] = math.Exp(f[c][i] - top)
	}
	shares(p)
}

func (l logLoss) at(f [][]float64, i int) float64 {
	if l.k == 2 {
		if l.class[i] == 1 {
			return LogisticLoss(f[0][i])
		}
		return LogisticLoss(-f[0][i])
	}
	top, sum := math.Inf(-1), 0.0
	for c := range f {
		top = max(top, f[c][i])
	}
	for c := range f {
		sum += math.Exp(f[c][i] - top)
	}
	return top - f[l.class[i]][i] + math.Log(sum)
}
