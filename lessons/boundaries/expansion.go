package boundaries

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
)

// Expand returns f = Σᵢ αᵢ k(xᵢ, ·) at the nodes that [Over] asks for, of a grid with m
// to a side. The Gaussian, the
// Laplacian and the periodic kernel are products over the inputs,
//
//	k(x, x′) = k(x₁, x₁′) k(x₂, x₂′),
//
// so that on a grid f is the product A diag(α) Bᵀ of what k is along its two sides: 2m values
// a point, and not m².
func Expand(k engine.Kernel, x [][]float64, alpha []float64, nodes [][]float64) []float64 {
	switch k.(type) {
	case engine.Gaussian, engine.Laplacian, engine.Periodic:
	default:
		return engine.Evaluate(&engine.Expansion{Kernel: k, X: x, Alpha: alpha}, nodes)
	}
	of := func(points [][]float64, j int) []float64 { return engine.Dataset{X: points}.Input(j) }
	m := int(math.Round(math.Sqrt(float64(len(nodes)))))
	columns := of(nodes[:m], 0)
	rows := make([]float64, m)
	for i := range rows {
		rows[i] = nodes[i*m][1]
	}
	A := engine.Cross(k, engine.Column(rows), engine.Column(of(x, 1)))
	B := engine.Cross(k, engine.Column(columns), engine.Column(of(x, 0)))
	A.Apply(func(_, i int, v float64) float64 { return alpha[i] * v }, A)
	values := make([]float64, len(nodes))
	mat.NewDense(m, m, values).Mul(A, B.T())
	return values
}
