package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

func mustKPCA(t *testing.T, p KernelPCA, K mat.Symmetric) *KernelComponents {
	t.Helper()
	c, err := p.Fit(context.Background(), K)
	noError(t, err, p)
	return c
}

// Every kernel, few points and many, both scalings, centred and not.
func TestKernelPCALaws(t *testing.T) {
	sets := pointSets()
	sets["many"], _ = twoRings(200, 0.05, 1)
	for name, x := range sets {
		for _, k := range kernels {
			K := Gram(k, x)
			n := len(x)
			s, err := Eigen(K)
			if errors.Is(err, ErrOverflow) {
				err := errorOf(KernelPCA{Components: 1}.Fit(t.Context(), K))
				wantError(t, fmt.Sprintf("%s, %v", name, k), err, ErrOverflow)
				continue
			}
			noError(t, err)
			for _, p := range []KernelPCA{
				{min(3, n), true, UnitDirection}, {min(3, n), true, UnitCoefficients},
				{min(3, n), false, UnitDirection}, {min(3, n), false, UnitCoefficients},
			} {
				t.Run(fmt.Sprintf("%s/%v/%+v", name, k, p), func(t *testing.T) {
					c := mustKPCA(t, p, K)
					Kp := mat.DenseCopyOf(K)
					if p.Centred {
						centre(Kp)
					}
					// K is known to rounding, and small components only as well.
					rounding := 10 * float64(n) * Epsilon * s.Values[0]
					for j, lambda := range c.Eigenvalues {
						a, score := c.Coefficients.ColView(j), mat.Col(nil, j, c.Scores)
						length, want := mat.Dot(a, a), lambda*lambda/float64(n)
						if p.Scaling == UnitDirection {
							length, want = mat.Inner(a, Kp, a), lambda/float64(n)
						}
						mean, variance := stat.Mean(score, nil), dot(score, score)/float64(n)
						if j >= c.Rank {
							if length != 0 || variance != 0 {
								t.Errorf("component %d beyond the rank is not zero", j)
							}
							continue
						}
						relative := rounding/lambda + 1e-12
						wantNear(t, "length", length, 1, relative)
						wantNear(t, "variance", variance, want, relative)
						wantNear(t, "variance", c.Variances[j], lambda/float64(n), Epsilon)
						if p.Centred && !(math.Abs(mean) <= relative*math.Sqrt(want)) {
							t.Errorf("the scores have mean %g", mean)
						}
					}
					if total := c.TotalVariance * float64(n); !(math.Abs(total-mat.Trace(Kp)) <= rounding*float64(n)) {
						t.Errorf("total variance is %g, the trace %g", total, mat.Trace(Kp))
					}
					// The data, taken for new points, land where they were.
					P := Must(c.Project(mat.DenseCopyOf(K)))
					for j := range c.Rank {
						got, want := mat.Col(nil, j, P), mat.Col(nil, j, c.Scores)
						wantClose(t, "projection", got, want,
							rounding/c.Eigenvalues[j]*math.Sqrt(float64(n))+1e-11*c.Eigenvalues[0]/c.Eigenvalues[j])
					}
				})
			}
		}
	}
}

func TestCentreInPlace(t *testing.T) {
	for _, x := range pointSets() {
		K := Gram(Gaussian{0.7}, x)
		A := mat.DenseCopyOf(K)
		centre(A)
		if limit := 4 * Epsilon * float64(len(x)); !mat.EqualApprox(A, Centre(K), limit) {
			t.Errorf("n = %d: not Centre", len(x))
		}
	}
}

// Kernel PCA with the linear kernel is PCA, gonum's.
func TestLinearKernelPCA(t *testing.T) {
	for _, n := range []int{4, 30, 300} { // n < p, and Lanczos
		x := normalPoints(n, 5, newRand(3))
		for _, xi := range x {
			xi[1] = 3*xi[1] + 7
			xi[2] = 0.3*xi[2] - xi[1]
		}
		m := min(n-1, 4)
		c := mustKPCA(t, KernelPCA{Components: m, Centred: true}, Gram(Linear{}, x))
		X := rowsOf(x)
		var pc stat.PC
		if !pc.PrincipalComponents(X, nil) {
			t.Fatal("stat.PC failed")
		}
		var V mat.Dense
		pc.VectorsTo(&V)
		scores := productOf(X, &V)
		total := 0.0
		for j, v := range pc.VarsTo(nil) {
			v *= float64(n-1) / float64(n)
			total += v
			if j < m {
				wantNear(t, "variance", c.Variances[j], v, algebra)
				along := stat.Correlation(mat.Col(nil, j, scores), mat.Col(nil, j, c.Scores), nil)
				wantNear(t, "correlation of the scores", math.Abs(along), 1, algebra)
			}
		}
		wantNear(t, "total variance", c.TotalVariance, total, algebra)
	}
}

// The 15 features of (xᵀy + 1)⁴ in two inputs: the eigenvalues of their 15×15
// covariance are those of K′/n, and v = Σₗ aₗ φ′(xₗ) is its eigenvector.
func TestKernelPCADerivation(t *testing.T) {
	x := normalPoints(40, 2, newRand(5))
	n := len(x)
	Phi := mat.NewDense(n, 15, nil)
	for i, xi := range x {
		column := 0
		for a := range 5 {
			for b := range 5 - a {
				// (x₁y₁ + x₂y₂ + 1)⁴ = Σ 4!/(a! b! (4−a−b)!) (x₁y₁)ᵃ(x₂y₂)ᵇ
				count := math.Gamma(5) / math.Gamma(float64(a+1)) / math.Gamma(float64(b+1)) /
					math.Gamma(float64(5-a-b))
				Phi.Set(i, column, math.Sqrt(count)*math.Pow(xi[0], float64(a))*math.Pow(xi[1], float64(b)))
				column++
			}
		}
	}
	K := Gram(Polynomial{4, 1}, x)
	wantClose(t, "ΦΦᵀ", entries(productOf(Phi, Phi.T())), entries(K), algebra)

	var covariance mat.SymDense
	stat.CovarianceMatrix(&covariance, Phi, nil) // divides by n − 1
	covariance.ScaleSym(float64(n-1)/float64(n), &covariance)
	c := mustKPCA(t, KernelPCA{Components: 3, Centred: true}, K)
	s := Must(Eigen(&covariance))
	wantClose(t, "variances", c.Variances, s.Values[:3], algebra)
	for j := range 3 {
		for column := range 15 {
			mean := stat.Mean(mat.Col(nil, column, Phi), nil)
			for i := range n {
				Phi.Set(i, column, Phi.At(i, column)-mean)
			}
		}
		along := mat.Dot(productOf(Phi.T(), c.Coefficients.ColView(j)).ColView(0), s.Vectors.ColView(j))
		wantNear(t, "cosine of v with the eigenvector", math.Abs(along), 1, algebra)
	}
}

// separation returns how far apart the classes lie along v: the gap between
// them, negative if they overlap.
func separation(v []float64, labels []int) float64 {
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for i, c := range labels {
		low[c], high[c] = min(low[c], v[i]), max(high[c], v[i])
	}
	return max(low[0]-high[1], low[1]-high[0])
}

// The direction that separates two rings is the first for ℓ from 0.3 to 0.5, the
// third for ℓ ≥ 0.7, and linear PCA has none.
func TestKernelPCARings(t *testing.T) {
	for _, n := range []int{100, 400} {
		x, labels := twoRings(n, 0.05, 7)
		for _, test := range []struct {
			length float64
			first  int // component that separates, from 0
		}{{0.3, 0}, {0.4, 0}, {0.5, 0}, {0.7, 2}, {1, 2}} {
			c := mustKPCA(t, KernelPCA{Components: 3, Centred: true}, Gram(Gaussian{test.length}, x))
			for j := range test.first + 1 {
				gap := separation(mat.Col(nil, j, c.Scores), labels)
				if (gap > 0) != (j == test.first) {
					t.Errorf("n = %d, ℓ = %g: gap %g along component %d", n, test.length, gap, j+1)
				}
			}
		}
		pca := mustKPCA(t, KernelPCA{Components: 2, Centred: true}, Gram(Linear{}, x))
		for j := range 2 {
			if separation(mat.Col(nil, j, pca.Scores), labels) > 0 {
				t.Errorf("linear component %d separates rings", j+1)
			}
		}
	}
}

// Without centring the first component mostly finds the mean: all projections
// have one sign.
func TestKernelPCAUncentred(t *testing.T) {
	c := mustKPCA(t, KernelPCA{Components: 1}, Gram(Gaussian{1}, Rings(80, 0.05, newRand(8)).X))
	if least := mat.Min(c.Scores); least <= 0 {
		t.Errorf("the least score is %g", least)
	}
}

// Points that lie on each other do not vary: what rounding leaves of zero is zero, in
// the whole as in each component.
func TestKernelPCAOfCoincidentPoints(t *testing.T) {
	for _, at := range []float64{0.1, 0.7, 3.3, 1e6} {
		for _, k := range []Kernel{Linear{}, Polynomial{Degree: 3, Offset: 0.3}, Gaussian{Length: 0.4}} {
			K := Gram(k, slices.Repeat([][]float64{{at, 0.3}}, 7))
			c := mustKPCA(t, KernelPCA{Components: 2, Centred: true}, K)
			if c.Rank != 0 || c.TotalVariance != 0 || c.ZeroBelow != Rounding(7, mat.Norm(K, math.Inf(1))) {
				t.Errorf("%v at %v: %d components, variance %v, zero below %v", k, at, c.Rank, c.TotalVariance,
					c.ZeroBelow)
			}
		}
	}
}

func TestKernelPCAExtremes(t *testing.T) {
	ctx := context.Background()
	// One point has no variance.
	c := mustKPCA(t, KernelPCA{Components: 1, Centred: true}, mat.NewSymDense(1, []float64{3}))
	if c.Rank != 0 || c.TotalVariance != 0 || c.Scores.At(0, 0) != 0 {
		t.Errorf("one point: %+v", c)
	}
	c = mustKPCA(t, KernelPCA{Components: 1}, mat.NewSymDense(1, []float64{4}))
	if c.Rank != 1 || c.Scores.At(0, 0) != 2 || c.Coefficients.At(0, 0) != 0.5 {
		t.Errorf("one point, not centred: %+v", c)
	}
	// Inputs of either extreme: K underflows to zero, or overflows.
	for _, scale := range []float64{1e-300, 1e-150, 1e150} {
		x := [][]float64{{scale}, {-scale}, {2 * scale}}
		for _, scaling := range []Scaling{UnitDirection, UnitCoefficients} {
			c := mustKPCA(t, KernelPCA{2, true, scaling}, Gram(Linear{}, x))
			P, err := c.Project(Cross(Linear{}, x, x))
			if err != nil || !allFinite(entries(P)) || !allFinite(entries(c.Scores)) ||
				!allFinite(entries(c.Coefficients)) {
				t.Errorf("inputs of %g, %v: error %v", scale, scaling, err)
			}
		}
	}
	x := [][]float64{{1e300}, {-1e300}}
	wantError(t, "inputs of 10³⁰⁰", errorOf(KernelPCA{Components: 1}.Fit(ctx, Gram(Linear{}, x))), ErrOverflow)
	c = mustKPCA(t, KernelPCA{Components: 1, Centred: true}, mat.NewSymDense(2, []float64{2, 1, 1, 2}))
	wantError(t, "an infinite new row", errorOf(c.Project(mat.NewDense(1, 2, []float64{math.Inf(1), 0}))), ErrOverflow)
	wantError(t, "indefinite", errorOf(KernelPCA{Components: 2}.Fit(ctx, mat.NewSymDense(2, []float64{0, 1, 1, 0}))),
		ErrIndefinite)
	wantPanic(t, "columns", func() { c.Project(mat.NewDense(1, 3, nil)) })
	wantPanic(t, "scaling", func() { (KernelPCA{1, false, 7}).Fit(ctx, mat.NewSymDense(1, []float64{1})) })
	wantPanic(t, "components", func() { (KernelPCA{}).Fit(ctx, mat.NewSymDense(1, []float64{1})) })
}
