package lessons

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
)

// liftLambda is the λ of the separating planes: so small that where a plane parts
// the classes, this one does.
const liftLambda = 1e-6

// A separation is logistic regression with next to no penalty, on scaled inputs u:
//
//	f = θ₀ + θᵀu,   least (1/n) Σ log(1 + e^(−yᵢ f(uᵢ))) + λ(θ₀² + ‖θ‖²).
type separation struct {
	theta    []float64 // of 1, u₁, u₂ and so on
	right    int       // points on the right side
	loss     float64
	gap      float64 // between f by θ and by α, of the largest |f|
	gradient float64 // of the objective at θ
	bound    float64 // what rounding allows both to be
}

// separate finds the plane; u are scaled to about [−1, 1].
func separate(ctx context.Context, u engine.Dataset) (*separation, error) {
	fit, err := engine.KLR(ctx, engine.Sum{engine.Constant{Value: 1}, engine.Linear{}}, u, liftLambda)
	if err != nil {
		return nil, err
	}
	n, d := float64(u.Len()), len(u.X[0])+1
	s := &separation{theta: make([]float64, d), loss: fit.Loss}
	row := func(i int) []float64 { return append([]float64{1}, u.X[i]...) }
	sum, longest := 0.0, 0.0
	for i, a := range fit.Alpha { // θ = Φᵀα
		square := 0.0
		for j, v := range row(i) {
			s.theta[j] += a * v
			square += v * v
		}
		sum, longest = sum+math.Abs(a), math.Max(longest, square)
	}
	gradient, top := make([]float64, d), 1.0
	for j, v := range s.theta {
		gradient[j] = 2 * liftLambda * v
	}
	for i, y := range u.Y {
		f := 0.0
		for j, v := range row(i) {
			f += s.theta[j] * v
		}
		if y*f > 1e-9 { // on the plane is on neither side
			s.right++
		}
		top = math.Max(top, math.Abs(f))
		s.gap = math.Max(s.gap, math.Abs(f-fit.Decision[i]))
		for j, v := range row(i) {
			gradient[j] -= y * v * engine.Logistic(-y*f) / n
		}
	}
	s.gap /= top
	s.gradient = mat.Norm(mat.NewVecDense(d, gradient), 2)
	// Both f add up n and d numbers of the size |αᵢ|‖φ‖², which cancel.
	s.bound = (n + float64(d)) * 0x1p-52 * sum * longest / top
	return s, nil
}

// check is the certificate with its reasons.
func (s *separation) check() *Certificate {
	c := engine.Certificate{PrimalDualGap: s.gap, Residual: s.gradient, Bound: s.bound}
	c.OK = c.PrimalDualGap <= c.Bound && c.Residual <= math.Max(c.Bound, 1e-9) && c.Bound < 1e-6
	return agreement(c, "two ways to write the plane",
		fmt.Sprintf("The plane by its θ, and as a sum over the points. Their values differ by at most %s of the largest.", Digits(c.PrimalDualGap)),
		fmt.Sprintf("The objective is convex, so that a zero gradient is enough. Its length at θ is %s.", Digits(c.Residual)),
		fmt.Sprintf("Logistic regression with a penalty of λ = %s, which hardly counts: where some plane parts the classes, so does this one, but for points that all but touch it.", Digits(liftLambda)),
		fmt.Sprintf("Bound: the sum over the points has terms that cancel; (n + d) · ε times their size is %s.", Digits(c.Bound)),
	)
}
