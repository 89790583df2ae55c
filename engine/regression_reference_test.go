package engine

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Numbers by scikit-learn, SciPy and NumPy: testdata/reference_regression.py has
// the calls.
func TestReferenceRegression(t *testing.T) {
	var reference struct {
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
	}
	readJSON(t, "testdata/reference_regression.json", &reference)
	d := Dataset{X: reference.X, Y: reference.Y}
	n := d.Len()
	if n == 0 {
		t.Fatal("the reference file is empty")
	}
	for _, r := range reference.Process {
		p, err := GaussianProcess(kernelNamed(r.Kernel, []float64{r.Length}), d, r.Lambda)
		if err != nil {
			t.Fatal(err)
		}
		wantNear(t, "likely signal", p.Signal, r.Likely, referenceTolerance)
		p.Signal = r.Signal
		mean, sd, err := p.Predict(reference.New)
		if err != nil {
			t.Fatal(err)
		}
		wantClose(t, "mean", mean, r.Mean, referenceTolerance)
		wantClose(t, "deviation", sd, r.SD, referenceTolerance)
		wantNear(t, "log likelihood", p.LogLikelihood(), r.LogLikelihood, referenceTolerance)
	}

	r := reference.Hat
	s, err := Eigen(Gram(Gaussian{r.Length}, d.X))
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Solve(d.Y, r.Lambda)
	if err != nil {
		t.Fatal(err)
	}
	wantNear(t, "GCV", p.GCVRMSE, r.GCV, referenceTolerance)
	h, err := s.Leverage(r.Lambda)
	if err != nil {
		t.Fatal(err)
	}
	wantClose(t, "leverage", h, r.Leverage, referenceTolerance)

	for _, r := range reference.Ridge {
		theta, err := RidgeQR(powers(d.X, len(r.Theta)), d.Y, r.Lambda)
		if err != nil {
			t.Fatal(err)
		}
		wantClose(t, fmt.Sprintf("ridge by QR, λ = %g", r.Lambda), theta, r.Theta, referenceTolerance)
	}

	for _, r := range reference.Semiparametric {
		name := fmt.Sprintf("trend of degree %d: ", r.Degree)
		f, err := SemiparametricKRR(Gaussian{r.Length}, d, r.Degree, r.Lambda)
		if err != nil {
			t.Fatal(name, err)
		}
		wantClose(t, name+"α", f.Kernel.Alpha, r.Alpha, referenceTolerance)
		wantClose(t, name+"β", f.Trend.Beta, r.Beta, referenceTolerance)
		wantClose(t, name+"predicted", evaluate(f, reference.New), r.Predicted, referenceTolerance)
	}
}

// powers returns the n×d matrix of (x/10)ʲ, j < d.
func powers(x [][]float64, d int) *mat.Dense {
	Phi := mat.NewDense(len(x), d, nil)
	for i, xi := range x {
		v := 1.0
		for j := range d {
			Phi.Set(i, j, v)
			v *= xi[0] / 10
		}
	}
	return Phi
}

func evaluate(f interface{ Eval(x []float64) float64 }, x [][]float64) []float64 {
	v := make([]float64, len(x))
	for i := range x {
		v[i] = f.Eval(x[i])
	}
	return v
}
