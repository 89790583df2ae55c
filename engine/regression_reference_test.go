package engine

import (
	"fmt"
	"slices"
	"testing"
)

// A regressionReference is what reference_regression.py computed.
type regressionReference struct {
	X, New  [][]float64
	Y       []float64
	Process []struct {
		Kernel                 string
		Length, Lambda, Signal float64
		Mean, SD               []float64
		LogLikelihood          float64 `json:"log_likelihood"`
		Likely                 float64
	}
	Hat struct {
		Length, Lambda, GCV float64
		Leverage            []float64
	}
	Ridge []struct {
		Lambda float64
		Theta  []float64
	}
	Semiparametric []struct {
		Degree                 int
		Length, Lambda         float64
		Alpha, Beta, Predicted []float64
	}
	Lasso []struct {
		Lambda, Objective float64
		Theta             []float64
	}
	SVRX [][]float64 `json:"svr_x"`
	SVRY []float64   `json:"svr_y"`
	SVR  []struct {
		Length, Lambda, Epsilon, Objective float64
		Fitted                             []float64
	}
	Losses []struct {
		Lambda, Delta, Absolute, Largest, Huber float64
		HuberAlpha                              []float64 `json:"huber_alpha"`
	}
	Nystroem struct {
		Length, Lambda, Error    float64
		Landmarks, Approximation [][]float64
		Predicted                []float64
	}
	Landmarks struct {
		Length   float64
		Pivots   []int
		Clusters int
		Centres  [][]float64
	}
}

// Numbers by scikit-learn, SciPy and NumPy: testdata/reference_regression.py has
// the calls.
func TestReferenceRegression(t *testing.T) {
	var reference regressionReference
	readJSON(t, "testdata/reference_regression.json", &reference)
	if len(reference.X) == 0 {
		t.Fatal("the reference file is empty")
	}
	reference.checkProcesses(t)
	reference.checkHat(t)
	reference.checkRidge(t)
	reference.checkSemiparametric(t)
	reference.checkLasso(t)
	reference.checkSVR(t)
	reference.checkLosses(t)
	reference.checkNystroem(t)
	reference.checkLandmarks(t)
}

func (reference *regressionReference) checkLandmarks(t *testing.T) {
	r := reference.Landmarks
	pivots, err := Pivots(Gaussian{r.Length}, reference.X, len(r.Pivots))
	if err != nil || len(pivots) == 0 || !slices.Equal(pivots, r.Pivots) {
		t.Errorf("pivots are %v, LAPACK's %v: %v", pivots, r.Pivots, err)
	}
	centres, err := Centres(t.Context(), reference.X, reference.X[:r.Clusters], 100)
	if err != nil || len(centres) != len(r.Centres) || len(centres) == 0 {
		t.Fatal(err)
	}
	for j, c := range centres {
		wantClose(t, "a centre of k-means", c, r.Centres[j], referenceTolerance)
	}
}

func (reference *regressionReference) data() Dataset { return Dataset{X: reference.X, Y: reference.Y} }

func (reference *regressionReference) checkProcesses(t *testing.T) {
	d := reference.data()
	for _, r := range reference.Process {
		p := Must(GaussianProcess(kernelNamed(r.Kernel, []float64{r.Length}), d, r.Lambda))
		wantNear(t, "likely signal", p.Signal, r.Likely, referenceTolerance)
		p.Signal = r.Signal
		mean, sd, err := p.Predict(reference.New)
		noError(t, err)
		wantClose(t, "mean", mean, r.Mean, referenceTolerance)
		wantClose(t, "deviation", sd, r.SD, referenceTolerance)
		wantNear(t, "log likelihood", p.LogLikelihood(), r.LogLikelihood, referenceTolerance)
	}
}

func (reference *regressionReference) checkHat(t *testing.T) {
	d := reference.data()
	r := reference.Hat
	s := Must(Eigen(Gram(Gaussian{r.Length}, d.X)))
	p := Must(s.Solve(d.Y, r.Lambda))
	wantNear(t, "GCV", p.GCVRMSE, r.GCV, referenceTolerance)
	h := Must(s.Leverage(r.Lambda))
	wantClose(t, "leverage", h, r.Leverage, referenceTolerance)
}

func (reference *regressionReference) checkRidge(t *testing.T) {
	d := reference.data()
	for _, r := range reference.Ridge {
		theta := Must(RidgeQR(powers(d.X, len(r.Theta), 0, 10), d.Y, r.Lambda))
		wantClose(t, fmt.Sprintf("ridge by QR, λ = %g", r.Lambda), theta, r.Theta, referenceTolerance)
	}
}

func (reference *regressionReference) checkSemiparametric(t *testing.T) {
	d := reference.data()
	for _, r := range reference.Semiparametric {
		name := fmt.Sprintf("trend of degree %d: ", r.Degree)
		f, err := SemiparametricKRR(Gaussian{r.Length}, d, r.Degree, r.Lambda)
		noError(t, err, name)
		wantClose(t, name+"α", f.Kernel.Alpha, r.Alpha, referenceTolerance)
		wantClose(t, name+"β", f.Trend.Beta, r.Beta, referenceTolerance)
		wantClose(t, name+"predicted", evaluate(f, reference.New), r.Predicted, referenceTolerance)
	}
}

func (reference *regressionReference) checkLasso(t *testing.T) {
	d := reference.data()
	// Coordinate descent in scikit-learn stops at a gap of its own, which bounds θ to
	// about its square root over the least curvature.
	const descent = 1e-6
	for _, r := range reference.Lasso {
		f := Must(Lasso(t.Context(), powers(d.X, len(r.Theta), 0, 10), d.Y, r.Lambda))
		wantNear(t, "lasso", f.Objective, r.Objective, referenceTolerance)
		wantClose(t, "lasso: θ", f.Theta, r.Theta, descent)
	}
}

func (reference *regressionReference) checkSVR(t *testing.T) {
	for _, r := range reference.SVR {
		_, f, err := KernelRegression(t.Context(), Gaussian{r.Length}, Dataset{X: reference.SVRX, Y: reference.SVRY},
			EpsilonInsensitive{r.Epsilon}, r.Lambda)
		noError(t, err)
		// LIBSVM keeps the kernel in single precision.
		wantNear(t, "SVR", f.Objective, r.Objective, 1e-6)
		wantClose(t, "SVR: fitted", f.Fitted, r.Fitted, 1e-5)
	}
}

func (reference *regressionReference) checkLosses(t *testing.T) {
	d := reference.data()
	for _, r := range reference.Losses {
		K := Gram(Gaussian{1}, d.X)
		for i := range d.Len() {
			K.SetSym(i, i, K.At(i, i)+1e-9) // as the script, for SciPy's sake
		}
		for _, c := range []struct {
			loss      Loss
			objective float64
		}{
			{Absolute{}, r.Absolute}, {LargestError{}, r.Largest}, {Huber{r.Delta}, r.Huber},
		} {
			f := Must(SolveLoss(t.Context(), K, d.Y, c.loss, r.Lambda))
			wantNear(t, fmt.Sprintf("%T, λ = %g", c.loss, r.Lambda), f.Objective, c.objective, referenceTolerance)
			if _, ok := c.loss.(Huber); ok {
				wantClose(t, "Huber: α", f.Alpha, r.HuberAlpha, referenceTolerance)
			}
		}
	}
}

func (reference *regressionReference) checkNystroem(t *testing.T) {
	d := reference.data()
	ny := reference.Nystroem
	features := Must(NystromFeatures(Gaussian{ny.Length}, ny.Landmarks))
	Phi := features.Matrix(d.X)
	wantMatrix(t, "Nyström", productOf(Phi, Phi.T()), ny.Approximation)
	wantNear(t, "Nyström: error", GramError(Gram(Gaussian{ny.Length}, d.X), Phi), ny.Error, referenceTolerance)
	f := ridgeOn(t, features, d, ny.Lambda)
	wantClose(t, "Nyström: predicted", evaluate(f, reference.New), ny.Predicted, referenceTolerance)
}
