package boundaries

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
)

// Side returns the sign of f = offset + Σⱼ αⱼkⱼ at a place whose kernels with the n points
// are k: 1 or −1, and 0 where f is no larger than the rounding of its terms,
//
//	|f| ≤ 4 n ε (|offset| + Σⱼ |αⱼkⱼ|),
//
// so that it is on neither side of the boundary. It panics if k is shorter than α.
func Side(alpha []float64, offset float64, k []float64) float64 {
	f, size := offset, math.Abs(offset)
	for j, a := range alpha {
		f += a * k[j]
		size += math.Abs(a * k[j])
	}
	if math.Abs(f) <= engine.Rounding(len(alpha), size) {
		return 0
	}
	return math.Copysign(1, f)
}

// Sided counts the points with responses y = ±1 that f is on the side of, K being the
// matrix of their kernels.
func Sided(K mat.Symmetric, alpha []float64, offset float64, y []float64) (right int) {
	k := make([]float64, len(y))
	for i, label := range y {
		for j := range k {
			k[j] = K.At(i, j)
		}
		if Side(alpha, offset, k) == label {
			right++
		}
	}
	return right
}
