package boundaries

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
)

// A Decision is a fit to labels y = ±1 at the n points whose kernels are K,
//
//	f(xᵢ) = offset + Σⱼ αⱼKᵢⱼ,
//
// with the values that its method found. Where α is large and of both signs they are better
// than the sum is: α is 1/2nλ at most, and f of the size of the labels however small λ is.
type Decision struct {
	K      mat.Symmetric
	Alpha  []float64
	Offset float64
	Values []float64 // f(xᵢ)
	norm   float64   // of f without its offset
}

// Decided returns the decision of those coefficients; values are the sums if nil.
func Decided(K mat.Symmetric, alpha []float64, offset float64, values []float64) Decision {
	if values == nil {
		values = engine.Apply(K, alpha)
		floats.AddConst(offset, values)
	}
	square := 0.0
	for i, a := range alpha {
		square += a * (values[i] - offset)
	}
	return Decision{K, alpha, offset, values, math.Sqrt(max(square, 0))}
}

// Side returns the sign of f at point i: 1 or −1, and 0 where f is no larger than its own
// rounding, so that the point is on neither side of the boundary. The sum is wrong by what
// rounding leaves of its terms; the value that the method found, by what it leaves of the
// labels and of ‖f‖√k(x, x), which |f(x)| does not exceed. That of less rounding is held to it,
//
//	|f| ≤ 4 n ε (|offset| + min(Σⱼ |αⱼKᵢⱼ|, 1 + ‖f‖√Kᵢᵢ)).
func (d Decision) Side(i int) float64 {
	f, terms := d.Offset, 0.0
	for j, a := range d.Alpha {
		f += a * d.K.At(i, j)
		terms += math.Abs(a * d.K.At(i, j))
	}
	if size := 1 + d.norm*math.Sqrt(max(d.K.At(i, i), 0)); size < terms {
		f, terms = d.Values[i], size
	}
	if math.Abs(f) <= engine.Rounding(len(d.Alpha), math.Abs(d.Offset)+terms) {
		return 0
	}
	return math.Copysign(1, f)
}

// Right counts the points that f is on the side of.
func (d Decision) Right(y []float64) (right int) {
	for i, label := range y {
		if d.Side(i) == label {
			right++
		}
	}
	return right
}
