package engine

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// A Survey is a Gaussian process on m places, of which responses come one at a time:
// what is to be measured next may depend on what was. It is a [Posterior] at each of
// the places after every response, with noise of a fixed share of the variance of f,
//
//	nλ = σ²/σ_f²,
//
// where n counts the responses so far: λ falls as they come, since one more does not
// change the noise of those before.
//
// A response adds a row to U⁻ᵀK, where K + nλI = UᵀU on the places measured. That is
// n·m multiplications, where starting again would be n³/3 + n²m. The i-th row is that
// of a Cholesky decomposition of K with the places measured as its pivots.
type Survey struct {
	k     mat.Symmetric
	noise float64     // nλ
	rows  [][]float64 // of U⁻ᵀK, n of m entries; shared by clones
	y     []float64   // U⁻ᵀy
	ones  []float64   // U⁻ᵀ1
	sum   float64     // of responses
	left  []float64   // of the variance at each place, in units of σ_f²
}

// NewSurvey returns the survey of places with Gram matrix K before there is any
// response. It panics unless noise, nλ, is positive and finite.
func NewSurvey(K mat.Symmetric, noise float64) *Survey {
	if !(noise > 0 && finite(noise)) {
		panic("engine: noise is not positive and finite")
	}
	return &Survey{k: K, noise: noise, left: diagonalOf(K)}
}

// Clone returns a survey that goes on from here by itself.
func (s *Survey) Clone() *Survey {
	c := *s
	c.rows, c.y, c.ones, c.left = slices.Clip(s.rows), slices.Clip(s.y), slices.Clip(s.ones), slices.Clone(s.left)
	return &c
}

// Len is the number of responses so far.
func (s *Survey) Len() int { return len(s.y) }

// Measure takes the response y of the place numbered i. A place may be measured again.
func (s *Survey) Measure(i int, y float64) {
	row := make([]float64, len(s.left))
	pivot := math.Sqrt(s.left[i] + s.noise)
	own, one := y, 1.0
	for j := range row {
		row[j] = s.k.At(i, j)
	}
	for t, r := range s.rows {
		for j, v := range r {
			row[j] -= r[i] * v
		}
		own -= r[i] * s.y[t]
		one -= r[i] * s.ones[t]
	}
	for j := range row {
		row[j] /= pivot
		s.left[j] = max(s.left[j]-row[j]*row[j], 0)
	}
	s.rows, s.y, s.ones, s.sum = append(s.rows, row), append(s.y, own/pivot), append(s.ones, one/pivot), s.sum+y
}

// Centre is the mean of the responses, which Mean takes off them first and puts back
// last; NaN before the first.
func (s *Survey) Centre() float64 { return s.sum / float64(len(s.y)) }

// Mean is the mean of f at the place numbered j, that of the Gaussian process of the
// responses less Centre, plus Centre.
func (s *Survey) Mean(j int) float64 {
	c := s.Centre()
	f := c
	for t, r := range s.rows {
		f += r[j] * (s.y[t] - c*s.ones[t])
	}
	return f
}

// Variance is that of f at the place numbered j in units of σ_f². It depends on the
// places measured and not on the responses.
func (s *Survey) Variance(j int) float64 { return s.left[j] }

// Signal is the most likely σ_f, as [GaussianProcess] has it of the responses less
// Centre.
func (s *Survey) Signal() float64 {
	c, sum := s.Centre(), 0.0
	for t, y := range s.y {
		v := y - c*s.ones[t]
		sum += v * v
	}
	return math.Sqrt(sum / float64(len(s.y)))
}
