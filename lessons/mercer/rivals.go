package mercer

import (
	_ "embed"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
)

// Rivals of the power series: how many features others take to within 0.01.

// shares are the counts of [pointSamples].
//
//go:embed shares.csv
var shares string

// quadrature is how many places the integral equation is solved at.
const quadrature = 80

// ownNeeded is how many of Mercer's eigenfunctions, of length on [−far, far], rebuild the
// Gaussian there to within 0.01. The integral equation is solved at Gauss and Legendre's
// nodes zᵢ with weights wᵢ (Nyström's method): W^½KW^½ = Σ λⱼ uⱼuⱼᵀ, and elsewhere
//
//	√λⱼ eⱼ(x) = Σᵢ √wᵢ k(x, zᵢ) uᵢⱼ / √λⱼ.
//
// What the first m leave out is a kernel, so that its largest entry is on the diagonal.
func ownNeeded(far, ell float64) int {
	z, w := make([]float64, quadrature), make([]float64, quadrature)
	quad.Legendre{}.FixedLocations(z, w, -far, far)
	k := engine.Gaussian{Length: ell}
	K := engine.Gram(k, engine.Column(z))
	s := course.Must(engine.Eigen(engine.Symmetric(len(z), func(i, j int) float64 {
		return math.Sqrt(w[j]) * K.At(i, j) * math.Sqrt(w[i])
	})))
	at := make([]float64, nodes)
	floats.Span(at, -far, far)
	cross := engine.Cross(k, engine.Column(at), engine.Column(z))
	left := slices.Repeat([]float64{1}, nodes) // of k(x, x)
	for j, lambda := range s.Values {
		if floats.Max(left) <= small || lambda <= s.Rounding() {
			return j
		}
		for i := range at {
			sum := 0.0
			for l := range z {
				sum += math.Sqrt(w[l]) * cross.At(i, l) * s.Vectors.At(l, j)
			}
			left[i] -= sum * sum / lambda
		}
	}
	return len(s.Values)
}

// greedyNeeded is how many features rebuild the table of some points to within 0.01, if one
// after the other is the bump at the point of which most is missing (pivoted Cholesky).
// Source: S. Fine and K. Scheinberg, Efficient SVM training using low-rank kernel
// representations, Journal of Machine Learning Research 2, 2001.
func greedyNeeded(k engine.Kernel, x [][]float64) int {
	left := make([]float64, len(x)) // of k(x, x)
	for i := range x {
		left[i] = k.Eval(x[i], x[i])
	}
	var rows [][]float64
	for floats.Max(left) > small {
		p := floats.MaxIdx(left)
		row := make([]float64, len(x))
		for i := range x {
			row[i] = k.Eval(x[p], x[i])
			for _, r := range rows {
				row[i] -= r[p] * r[i]
			}
		}
		floats.Scale(1/math.Sqrt(left[p]), row)
		for i, v := range row {
			left[i] -= v * v
		}
		rows = append(rows, row)
	}
	return len(rows)
}

// span are places from −far to far.
func span(far float64) [][]float64 {
	at := make([]float64, 2*nodes-1)
	return engine.Column(floats.Span(at, -far, far))
}

// rivalFacts are how many features each way takes on two intervals, and on the rectangle
// that the foods lie in.
func rivalFacts(facts course.Facts) {
	for name, far := range map[string]float64{"three": sampleReach, "five": side} {
		facts[name+"-series"] = float64(needed(far, 1))
		facts[name+"-own"] = float64(ownNeeded(far, 1))
		facts[name+"-greedy"] = float64(greedyNeeded(engine.Gaussian{Length: 1}, span(far)))
	}
	facts["seven"] = facts["three-own"] - 1
	most := [2]float64{}
	for _, x := range data.Foods().X {
		most[0], most[1] = math.Max(most[0], x[0]), math.Max(most[1], x[1])
	}
	var box [][]float64
	const step = 2 // g
	for a := 0.0; a <= most[0]; a += step {
		for b := 0.0; b <= most[1]; b += step {
			box = append(box, []float64{a, b})
		}
	}
	facts["box-first"], facts["box-second"] = most[0], most[1]
	facts["box-greedy"] = float64(greedyNeeded(engine.Gaussian{Length: openWidth}, box))
}

// samplePlaces are those of a sample, on the line, and how far the farthest is from 0.
func samplePlaces(seed int) (x [][]float64, far float64) {
	rng := rand.New(rand.NewPCG(uint64(seed), 0))
	x = make([][]float64, samplePoints)
	for i := range x {
		x[i] = []float64{sampleReach * (2*rng.Float64() - 1)}
		far = math.Max(far, math.Abs(x[i][0]))
	}
	return x, far
}
