package engine

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// float32Tolerance is for LIBSVM, and kernlab which contains it: kernel values are
// kept as float32 there, with errors of 6·10⁻⁸, which the condition number of the
// free support vectors' equations multiplies.
const float32Tolerance = 1e-6

// inFloat32 makes of K a positive definite matrix that LIBSVM holds exactly, as
// testdata/reference_classification.py does.
func inFloat32(K *mat.SymDense) *mat.SymDense {
	n := K.SymmetricDim()
	R := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			R.SetSym(i, j, math.RoundToEven(K.At(i, j)*0x1p14)*0x1p-14)
		}
		R.SetSym(i, i, R.At(i, i)+0x1p-8)
	}
	return R
}

// A classificationReference is what reference_classification.py computed.
type classificationReference struct {
	Data map[string]Dataset
	KLR  []struct {
		Data, Kernel                 string
		Parameters                   []float64
		Lambda, Loss, Norm           float64
		Alpha, Decision, Probability []float64
	}
	Logistic struct {
		Lambda float64
		Theta  []float64
	} `json:"logistic_regression"`
	SVM []struct {
		Data, Kernel                 string
		Parameters                   []float64
		C, Offset, Margin, Objective float64
		Alpha, Decision              []float64
		Support                      []int
	}
	OneAgainstRest struct {
		X          [][]float64
		Labels     []int
		KLR        [][]float64
		SVM, Ridge [][]float64
	} `json:"one_against_rest"`
	Standardization struct{ Mean, SD, New []float64 }
}

// Numbers by SciPy and scikit-learn: testdata/reference_classification.py has the
// calls.
func TestReferenceClassification(t *testing.T) {
	var reference classificationReference
	readJSON(t, "testdata/reference_classification.json", &reference)
	if len(reference.KLR) == 0 || len(reference.SVM) == 0 {
		t.Fatal("the reference file is empty")
	}
	reference.checkKLR(t)
	reference.checkLogistic(t)
	reference.checkSVM(t)
	reference.checkOneAgainstRest(t)
	reference.checkStandardization(t)
}

func (reference *classificationReference) checkKLR(t *testing.T) {
	for _, r := range reference.KLR {
		k, d := kernelNamed(r.Kernel, r.Parameters), reference.Data[r.Data]
		t.Run(fmt.Sprintf("KLR/%v/%s/%g", k, r.Data, r.Lambda), func(t *testing.T) {
			fit := Must(KLR(t.Context(), k, d, r.Lambda))
			wantClose(t, "α", fit.Alpha, r.Alpha, referenceTolerance)
			wantClose(t, "decision", fit.Decision, r.Decision, referenceTolerance)
			wantClose(t, "probability", fit.Probability, r.Probability, referenceTolerance)
			wantNear(t, "loss", fit.Loss, r.Loss, referenceTolerance)
			wantNear(t, "norm", fit.Norm, r.Norm, referenceTolerance)
		})
	}
}

func (reference *classificationReference) checkLogistic(t *testing.T) {
	// With the linear kernel θ = Xᵀα.
	d := reference.Data["blobs"]
	fit := Must(KLR(t.Context(), Linear{}, d, reference.Logistic.Lambda))
	theta := make([]float64, len(d.X[0]))
	for i, x := range d.X {
		for j, v := range x {
			theta[j] += fit.Alpha[i] * v
		}
	}
	wantClose(t, "logistic regression", theta, reference.Logistic.Theta, referenceTolerance)
}

func (reference *classificationReference) checkSVM(t *testing.T) {
	for _, r := range reference.SVM {
		k, d := kernelNamed(r.Kernel, r.Parameters), reference.Data[r.Data]
		t.Run(fmt.Sprintf("SVM/%v/%s/%g", k, r.Data, r.C), func(t *testing.T) {
			fit := Must(SolveSVM(t.Context(), inFloat32(Gram(k, d.X)), d.Y, r.C))
			wantClose(t, "decision", fit.Decision, r.Decision, referenceTolerance)
			wantNear(t, "offset", fit.Offset, r.Offset, referenceTolerance)
			wantNear(t, "margin", fit.Margin, r.Margin, referenceTolerance)
			wantNear(t, "objective", fit.Objective, r.Objective, referenceTolerance)
			wantClose(t, "α", fit.Alpha, r.Alpha, referenceTolerance)
			wantEqual(t, "support vectors", fit.Support, r.Support)
		})
	}
}

func (reference *classificationReference) checkOneAgainstRest(t *testing.T) {
	l := Labelled{X: reference.OneAgainstRest.X, Labels: reference.OneAgainstRest.Labels}
	for name, method := range map[string]struct {
		fit       func(d Dataset) (Function, error)
		want      [][]float64 // a row for each class
		tolerance float64
	}{
		"KLR": {func(d Dataset) (Function, error) { return KLR(t.Context(), Gaussian{1}, d, 1e-2) },
			reference.OneAgainstRest.KLR, referenceTolerance},
		"SVM": {func(d Dataset) (Function, error) { return SVM(t.Context(), Gaussian{1}, d, 1) },
			reference.OneAgainstRest.SVM,
			float32Tolerance},
		"KRR": {func(d Dataset) (Function, error) { return KRR(Gaussian{1}, d, 1e-2) }, reference.OneAgainstRest.Ridge,
			referenceTolerance},
	} {
		for class, want := range method.want {
			f := Must(method.fit(l.Against(class)))
			wantClose(t, fmt.Sprintf("%s, class %d", name, class), Evaluate(f, l.X), want, method.tolerance)
		}
	}
}

func (reference *classificationReference) checkStandardization(t *testing.T) {
	s := Standardize(reference.Data["blobs"].X)
	wantClose(t, "mean", s.Mean, reference.Standardization.Mean, referenceTolerance)
	wantClose(t, "standard deviation", s.SD, reference.Standardization.SD, referenceTolerance)
	wantClose(t, "new point", s.Apply([][]float64{{1, 2, 3}})[0], reference.Standardization.New, referenceTolerance)
}

// Numbers by R's kernlab: testdata/reference_classification.R has the calls.
func TestReferenceClassificationR(t *testing.T) {
	var r map[string][]float64
	readJSON(t, "testdata/reference_classification_R.json", &r)
	d := Dataset{X: slices.Collect(slices.Chunk(r["x"], 2)), Y: r["y"]}
	fit := Must(SVM(context.Background(), Gaussian{0.8}, d, 2))
	// Points of iris occur more than once, and only the sum of their α is determined.
	wantClose(t, "decision", fit.Decision, r["decision"], float32Tolerance)
	wantClose(t, "offset", []float64{fit.Offset}, r["offset"], float32Tolerance)
}
