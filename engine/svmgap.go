package engine

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// DualityGap returns by how much the objective of the fit may exceed the least there is,
//
//	(P − D)/P,   P = ½‖w‖² + C Σᵢ max(0, 1 − yᵢ f(xᵢ)),   D = Σᵢ |αᵢ| − ½ αᵀKα,
//
// for whichever kernel K is rounded from: P is the largest and D the least that they may be
// where each entry of K is known to within [RoundingFactor]·ε of it, and so f(xᵢ) to within
//
//	eᵢ = 4 ε (Σⱼ |Kᵢⱼ||αⱼ| + |Offset|).
//
// For P, f is first stretched by 1/(1 − e), with e the largest eᵢ plus what an αᵢ below C
// lacks of the margin, so that C multiplies no error of those that are on the margin. Where
// e is ½ or more, rounding has hidden the differences of K, nothing is known of f, and the
// gap is +Inf. It panics if K or y has another size than the fit.
//
// Inputs of 10⁸ and the square of a polynomial kernel have entries of 10³², whose differences
// of 1 are gone: what is computed from them is optimal for K as it is, and no solution.
func (f *SVMFit) DualityGap(K mat.Symmetric, y []float64) float64 {
	n := len(f.Alpha)
	if K.SymmetricDim() != n || len(y) != n {
		panic("engine: matrix, responses and fit differ in size")
	}
	wrong := make([]float64, n)
	var square, unsure, worst float64
	for i, a := range f.Alpha {
		size := math.Abs(f.Offset)
		for j, b := range f.Alpha {
			size += math.Abs(K.At(i, j)) * math.Abs(b)
		}
		wrong[i] = RoundingFactor * Epsilon * size
		unsure += math.Abs(a) * wrong[i]
		square += a * (f.Decision[i] - f.Offset)
		lacks := wrong[i]
		if math.Abs(a) < f.C {
			lacks += max(0, 1-y[i]*f.Decision[i])
		}
		worst = max(worst, lacks)
	}
	if !(worst < 0.5) {
		return math.Inf(1)
	}
	stretch := 1 / (1 - worst)
	primal := stretch * stretch * (max(square, 0) + unsure) / 2
	for i, a := range f.Alpha {
		if math.Abs(a) == f.C {
			primal += f.C * max(0, 1-stretch*(y[i]*f.Decision[i]-wrong[i]))
		}
	}
	dual := floats.Norm(f.Alpha, 1) - (square+unsure)/2 - math.Abs(floats.Sum(f.Alpha)*f.Offset)
	return max(0, relative(primal-dual, primal))
}
