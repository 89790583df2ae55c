package largen

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// A condensed is few places with weights that stand for many readings: where f is a polynomial
// of a degree less than the number of places q,
//
//	Σᵢ f(xᵢ) = Σⱼ wⱼ f(tⱼ),   Σᵢ yᵢ f(xᵢ) = Σⱼ vⱼ f(tⱼ).
//
// A product of two features is one to rounding, so that the sums over the readings that a fit
// needs are found at q places. The places are Chebyshev's; those of the weights are what the
// polynomials lⱼ that interpolate there sum to over the readings,
//
//	wⱼ = Σᵢ lⱼ(xᵢ),   lⱼ(x) = 1/q + (2/q) Σ_{0<k<q} Tₖ(tⱼ) Tₖ(x),
//
// with x from −1 to 1.
//
// Source: Trefethen, Approximation Theory and Approximation Practice, SIAM 2013, chapters 3 and 4.
type condensed struct {
	n    int         // readings
	at   [][]float64 // places
	w, v []float64
}

type condensedOf struct {
	n    int
	ell  float64
	seed int
}

// sums are those of features over all readings: of the fit in sight by one pass, which is what
// the lesson is about; of others, of which there are many, condensed, which comes to the same.
func (a passOf) sums(
	ctx context.Context, memo *course.Memo, features engine.FeatureMap,
) (*engine.FeatureSums, error) {
	if (a.short || course.Redrawn(ctx)) && condensedPlaces(a.ell) < a.n {
		c, err := course.Remember(ctx, memo, condensedOf{a.n, a.ell, a.seed})
		if err != nil {
			return nil, err
		}
		return c.sum(features), nil
	}
	d := readings(a.n, a.seed)
	return engine.SumFeatures(ctx, features, d.X, mat.NewDense(a.n, 1, d.Y))
}

// Compute finds places for features of a kernel of width ℓ, and returns their bytes.
func (of condensedOf) Compute(context.Context, *course.Memo) (*condensed, int, error) {
	d, q := readings(of.n, of.seed), condensedPlaces(of.ell)
	c := &condensed{n: len(d.X), at: make([][]float64, q), w: make([]float64, q), v: make([]float64, q)}
	ones, sums := chebyshevSums(d, q)
	table := make([]float64, 4*q) // Tₖ(tⱼ) = cos(k(2j + 1)π/2q)
	for i := range table {
		table[i] = math.Cos(float64(i) * math.Pi / float64(2*q))
	}
	for j := range q {
		c.at[j] = []float64{length / 2 * (1 + table[2*j+1])}
		c.w[j], c.v[j] = ones[0], sums[0]
		for k := 1; k < q; k++ {
			t := 2 * table[k*(2*j+1)%(4*q)]
			c.w[j] += t * ones[k]
			c.v[j] += t * sums[k]
		}
	}
	floats.Scale(1/float64(q), c.w)
	floats.Scale(1/float64(q), c.v)
	return c, 56 * q, nil
}

// condensedPlaces are so many that a distance differs in its seventh digit at most, and at λ = 10⁻⁹
// in its fifth: a bump of width ℓ has hardly any wave of over 6.5/ℓ radians in 1 ms, a product of two
// twice that, and one of ω radians in 1 ms is a polynomial of degree ωT/2, of T ms, and some more.
func condensedPlaces(ell float64) int { return 20 + int(6.5*length/ell) }

// chebyshevSums are Σᵢ Tₖ(xᵢ) and Σᵢ yᵢ Tₖ(xᵢ) for k < q, by Tₖ₊₁ = 2xTₖ − Tₖ₋₁.
func chebyshevSums(d engine.Dataset, q int) (ones, sums []float64) {
	n := len(d.X)
	x, last, now := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range d.X {
		x[i] = 2*d.X[i][0]/length - 1
		last[i], now[i] = x[i], 1 // T₋₁ = T₁
	}
	for range q {
		ones, sums = append(ones, floats.Sum(now)), append(sums, floats.Dot(now, d.Y))
		for i, t := range now {
			last[i] = 2*x[i]*t - last[i]
		}
		last, now = now, last
	}
	return ones, sums
}

// sum is what [engine.SumFeatures] finds by a pass over all readings.
func (c *condensed) sum(features engine.FeatureMap) *engine.FeatureSums {
	Phi := features.Matrix(c.at)
	_, m := Phi.Dims()
	s := &engine.FeatureSums{N: c.n, Gram: mat.NewSymDense(m, nil), Cross: mat.NewDense(m, 1, nil)}
	s.Cross.Mul(Phi.T(), mat.NewVecDense(len(c.v), c.v))
	for j, w := range c.w {
		s.Gram.SymRankOne(s.Gram, w, Phi.RowView(j))
	}
	return s
}
