package engine

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// primalProblem is n points with the powers of x up to d − 1 as features.
func primalProblem(n, d int) (*mat.Dense, []float64) {
	data := Sine(n, 0.2, rand.New(rand.NewPCG(4, uint64(n))))
	return powers(data.X, d, 5, 5), data.Y
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Max(1, math.Abs(want))) {
		t.Errorf("%s = %.15g, want %.15g", what, got, want)
	}
}

// Ridge regression by singular values is ridge regression by QR, its fitted
// values are those of kernel ridge regression with K = ΦΦᵀ, and leaving a point
// out by formula is leaving it out.
func TestPrimalSpectrumIsRidge(t *testing.T) {
	for _, shape := range []struct{ n, d int }{{20, 6}, {12, 12}, {9, 14}, {1, 1}, {1, 3}} {
		Phi, y := primalProblem(shape.n, shape.d)
		s := Must(SVD(Phi))
		var K mat.SymDense
		K.SymOuterK(1, Phi)
		dual, rows := Must(Eigen(&K)), slices.Collect(slices.Chunk(entries(Phi), shape.d))
		for _, lambda := range []float64{1e-4, 0.01, 1} {
			t.Run(fmt.Sprint(shape, lambda), func(t *testing.T) {
				p := s.Solve(y, lambda)
				if p.Err != nil {
					t.Fatal(p.Err)
				}
				theta := Must(RidgeQR(Phi, y, lambda))
				near(t, "distance to RidgeQR", floats.Distance(theta, p.Theta, 2), 0, 1e-15*p.Condition*p.Condition)
				near(t, "‖θ‖", p.Norm, floats.Norm(theta, 2), 1e-9)
				k := Must(dual.Solve(y, lambda))
				near(t, "distance to the dual", floats.Distance(k.Fitted, p.Fitted, 2), 0, 1e-9)
				near(t, "degrees of freedom", p.DegreesOfFreedom, k.DegreesOfFreedom, 1e-9)
				near(t, "leave-one-out error", p.LOORMSE, k.LOORMSE, 1e-9)
				near(t, "sum of leverages", floats.Sum(p.Leverage), p.DegreesOfFreedom, 1e-12)
				if shape.n == 1 {
					return
				}
				for _, i := range []int{0, shape.n / 2} {
					rest := without(Dataset{rows, y}, i)
					// The same penalty nλ on one point fewer.
					theta := Must(RidgeQR(rowsOf(rest.X), rest.Y, lambda*float64(shape.n)/float64(shape.n-1)))
					near(t, "honest refit", p.LOOResiduals[i], y[i]-floats.Dot(rows[i], theta), 1e-9)
				}
			})
		}
	}
}

func TestPrimalSpectrumLeastSquares(t *testing.T) {
	Phi, y := primalProblem(20, 5)
	s := Must(SVD(Phi))
	p := s.Solve(y, 0)
	if p.Err != nil {
		t.Fatal(p.Err)
	}
	// The residual of least squares is orthogonal to every column.
	r := mat.NewVecDense(20, nil)
	r.SubVec(mat.NewVecDense(20, y), mat.NewVecDense(20, p.Fitted))
	var g mat.VecDense
	g.MulVec(Phi.T(), r)
	near(t, "Φᵀ(y − Φθ)", mat.Norm(&g, math.Inf(1)), 0, 1e-12)
	near(t, "degrees of freedom", p.DegreesOfFreedom, 5, 1e-13)

	t.Run("as many features as points", func(t *testing.T) {
		Phi, y := primalProblem(8, 8)
		s := Must(SVD(Phi))
		p := s.Solve(y, 0)
		if p.Err != nil {
			t.Fatal(p.Err)
		}
		near(t, "train error", p.TrainRMSE, 0, 1e-12)
		if !math.IsInf(p.LOORMSE, 1) {
			t.Errorf("leave-one-out error = %g: without a point there is no unique fit", p.LOORMSE)
		}
	})
	t.Run("more features than points", func(t *testing.T) {
		Phi, y := primalProblem(5, 8)
		s := Must(SVD(Phi))
		if p := s.Solve(y, 0); !errors.Is(p.Err, ErrSingular) {
			t.Errorf("error %v, want ErrSingular", p.Err)
		}
	})
	t.Run("a column twice", func(t *testing.T) {
		Phi, y := primalProblem(9, 3)
		for i := range 9 {
			Phi.Set(i, 2, Phi.At(i, 1))
		}
		s := Must(SVD(Phi))
		if p := s.Solve(y, 0); !errors.Is(p.Err, ErrSingular) || p.Theta != nil {
			t.Errorf("error %v, want ErrSingular and nothing else", p.Err)
		}
	})
	t.Run("not finite", func(t *testing.T) {
		Phi, _ := primalProblem(3, 2)
		Phi.Set(1, 1, math.Inf(1))
		wantError(t, "SVD", errorOf(SVD(Phi)), ErrOverflow)
	})
}

func TestPrimalSpectrumRebuildsPhi(t *testing.T) {
	Phi, _ := primalProblem(7, 4)
	s := Must(SVD(Phi))
	if !slices.IsSortedFunc(s.Values, func(a, b float64) int { return int(math.Copysign(1, b-a)) }) {
		t.Errorf("singular values %v do not descend", s.Values)
	}
	back := productOf(s.U, mat.NewDiagDense(len(s.Values), s.Values), s.V.T())
	wantClose(t, "USVᵀ", entries(back), entries(Phi), 1e-14)
}

func ExampleSVD() {
	Phi := mat.NewDense(3, 2, []float64{1, 0, 1, 1, 1, 2}) // 1 and x at 0, 1, 2
	s, _ := SVD(Phi)
	for _, p := range s.Path([]float64{1, 2, 4}, []float64{0, 1}) {
		fmt.Printf("λ = %g: θ = %.3f, %.3f degrees of freedom\n", p.Lambda, p.Theta, p.DegreesOfFreedom)
	}
	// Output:
	// λ = 0: θ = [0.833 1.500], 2.000 degrees of freedom
	// λ = 1: θ = [0.667 1.000], 0.923 degrees of freedom
}

// The certificate holds over the whole range of λ, and notices a wrong θ.
func TestCertifyRidge(t *testing.T) {
	for _, shape := range []struct{ n, d int }{{20, 6}, {15, 15}, {40, 10}} {
		Phi, y := primalProblem(shape.n, shape.d)
		s := Must(SVD(Phi))
		for _, lambda := range []float64{0, 1e-12, 1e-6, 1} {
			theta := Must(RidgeQR(Phi, y, lambda))
			p := s.Solve(y, lambda)
			if c := CertifyRidge(Phi, y, lambda, theta, p); !c.OK {
				t.Errorf("%v, λ = %g: %+v", shape, lambda, c)
			}
			theta[0] += 1e-3
			if c := CertifyRidge(Phi, y, lambda, theta, p); c.OK {
				t.Errorf("%v, λ = %g: a wrong θ passes", shape, lambda)
			}
		}
	}
}
