package engine

import (
	"context"
	"fmt"
	"testing"
)

// Numbers by SciPy and scikit-learn: testdata/reference_classification.py has the
// calls.
func TestReferenceClassification(t *testing.T) {
	type data struct {
		X [][]float64
		Y []float64
	}
	type logistic struct {
		Data, Kernel                 string
		Parameters                   []float64
		Lambda, Loss, Norm           float64
		Alpha, Decision, Probability []float64
	}
	var reference struct {
		Data     map[string]data
		KLR      []logistic
		Logistic struct {
			Lambda float64
			Theta  []float64
		} `json:"logistic_regression"`
		Standardization struct{ Mean, SD, New []float64 }
	}
	readJSON(t, "testdata/reference_classification.json", &reference)
	ctx := context.Background()
	if len(reference.KLR) == 0 {
		t.Fatal("the reference file is empty")
	}
	for _, r := range reference.KLR {
		k, d := kernelNamed(r.Kernel, r.Parameters), reference.Data[r.Data]
		t.Run(fmt.Sprintf("KLR/%v/%s/%g", k, r.Data, r.Lambda), func(t *testing.T) {
			fit, err := KLR(ctx, k, Dataset(d), r.Lambda)
			if err != nil {
				t.Fatal(err)
			}
			wantClose(t, "α", fit.Alpha, r.Alpha, referenceTolerance)
			wantClose(t, "decision", fit.Decision, r.Decision, referenceTolerance)
			wantClose(t, "probability", fit.Probability, r.Probability, referenceTolerance)
			wantNear(t, "loss", fit.Loss, r.Loss, referenceTolerance)
			wantNear(t, "norm", fit.Norm, r.Norm, referenceTolerance)
		})
	}

	// With the linear kernel θ = Xᵀα.
	d := reference.Data["blobs"]
	fit, err := KLR(ctx, Linear{}, Dataset(d), reference.Logistic.Lambda)
	if err != nil {
		t.Fatal(err)
	}
	theta := make([]float64, len(d.X[0]))
	for i, x := range d.X {
		for j, v := range x {
			theta[j] += fit.Alpha[i] * v
		}
	}
	wantClose(t, "logistic regression", theta, reference.Logistic.Theta, referenceTolerance)

	s := Standardize(d.X)
	wantClose(t, "mean", s.Mean, reference.Standardization.Mean, referenceTolerance)
	wantClose(t, "standard deviation", s.SD, reference.Standardization.SD, referenceTolerance)
	wantClose(t, "new point", s.Apply([][]float64{{1, 2, 3}})[0], reference.Standardization.New, referenceTolerance)
}
