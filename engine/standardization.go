package engine

import "math"

// A Standardization moves every column to mean 0 and standard deviation 1,
//
//	zⱼ = (xⱼ − Mean[j]) / SD[j],
//
// so that no input counts more than another because of its units. It belongs to
// the points it was made from, and new points go through the same one.
type Standardization struct {
	Mean, SD []float64 // length p
}

// Standardize returns the standardization of the columns of x (n×p):
//
//	Mean[j] = Σᵢ xᵢⱼ / n,   SD[j] = √(Σᵢ (xᵢⱼ − Mean[j])² / n).
//
// The divisor is n, as in scikit-learn's StandardScaler; R's scale has n − 1. A
// column without spread has SD[j] = 1, so that it becomes zero and a new point
// keeps its difference. Standardize panics if x is empty, ragged or not finite.
func Standardize(x [][]float64) Standardization {
	checkInputs(x)
	p := len(x[0])
	s := Standardization{Mean: make([]float64, p), SD: make([]float64, p)}
	for j := range p {
		s.Mean[j], s.SD[j] = moments(Dataset{X: x}.Input(j))
	}
	return s
}

// moments returns the mean and the standard deviation of v, which it spoils. The
// deviation is 1 where there is none.
func moments(v []float64) (mean, sd float64) {
	// By a power of two, which rounds nothing and keeps squares in range; and from
	// the first entry, so that equal ones differ from their mean by nothing.
	_, exponent := math.Frexp(maxAbs(v))
	var sum float64
	for i := range v {
		v[i] = math.Ldexp(v[i], -exponent)
	}
	first := v[0]
	for i := range v {
		v[i] -= first
		sum += v[i]
	}
	n := float64(len(v))
	shift := sum / n
	var squares float64
	for _, a := range v {
		squares += (a - shift) * (a - shift)
	}
	mean = math.Ldexp(first+shift, exponent)
	sd = math.Ldexp(math.Sqrt(squares/n), exponent)
	if sd == 0 {
		sd = 1
	}
	return mean, sd
}

// Apply returns the standardized points, a new n×p slice. A number beyond the
// range of float64 becomes the largest there is. Apply panics if x is empty,
// ragged, not finite or has other than p columns.
func (s Standardization) Apply(x [][]float64) [][]float64 {
	checkInputs(x)
	if len(x[0]) != len(s.Mean) {
		panic("engine: inputs of different lengths")
	}
	z := make([][]float64, len(x))
	for i, xi := range x {
		z[i] = make([]float64, len(xi))
		for j, v := range xi {
			d := (v - s.Mean[j]) / s.SD[j]
			if !finite(d) { // the difference may have left the range alone
				d = (v/2 - s.Mean[j]/2) / s.SD[j] * 2
			}
			z[i][j] = min(max(d, -math.MaxFloat64), math.MaxFloat64)
		}
	}
	return z
}
