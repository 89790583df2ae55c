package engine

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

type unsupervisedData struct {
	X, New [][]float64
	Labels []int
}

// columns returns the first m columns of a matrix given by rows, one after the
// other, for each column has a scale of its own.
func columns(rows [][]float64, m int) [][]float64 {
	c := make([][]float64, m)
	for j := range c {
		for _, row := range rows {
			c[j] = append(c[j], row[j])
		}
	}
	return c
}

func wantColumns(t *testing.T, what string, got *mat.Dense, want [][]float64) {
	t.Helper()
	_, m := got.Dims()
	for j, column := range columns(want, m) {
		wantClose(t, fmt.Sprintf("%s, column %d", what, j), mat.Col(nil, j, got), column, referenceTolerance)
	}
}

// Numbers by scikit-learn and NumPy: testdata/reference_unsupervised.py has the
// calls.
func TestReferenceComponents(t *testing.T) {
	var reference struct {
		Data map[string]unsupervisedData
		KPCA []struct {
			Data, Kernel      string
			Parameters        []float64
			Components        int
			Eigenvalues       []float64
			Scores, Projected [][]float64
			RawEigenvalues    []float64   `json:"raw_eigenvalues"`
			RawScores         [][]float64 `json:"raw_scores"`
			RawProjected      [][]float64 `json:"raw_projected"`
		}
		PCA []struct {
			Data                          string
			Components                    int
			Variances                     []float64
			Directions, Scores, Projected [][]float64
		}
	}
	readJSON(t, "testdata/reference_unsupervised.json", &reference)
	if len(reference.KPCA) == 0 || len(reference.PCA) == 0 {
		t.Fatal("the reference file is empty")
	}
	for _, r := range reference.KPCA {
		d, k := reference.Data[r.Data], kernelNamed(r.Kernel, r.Parameters)
		K, C := Gram(k, d.X), Cross(k, d.New, d.X)
		for _, test := range []struct {
			centred           bool
			eigenvalues       []float64
			scores, projected [][]float64
		}{{true, r.Eigenvalues, r.Scores, r.Projected}, {false, r.RawEigenvalues, r.RawScores, r.RawProjected}} {
			if test.eigenvalues[r.Components-1] < 1e-9 { // beyond the rank
				continue
			}
			t.Run(fmt.Sprintf("%s/%v/%v", r.Data, k, test.centred), func(t *testing.T) {
				for _, scaling := range []Scaling{UnitDirection, UnitCoefficients} {
					c := mustKPCA(t, KernelPCA{r.Components, test.centred, scaling}, K)
					P, err := c.Project(C)
					if err != nil {
						t.Fatal(err)
					}
					if scaling == UnitCoefficients {
						for j, lambda := range c.Eigenvalues {
							for _, m := range []*mat.Dense{c.Scores, P} {
								rows, _ := m.Dims()
								column := m.Slice(0, rows, j, j+1).(*mat.Dense)
								column.Scale(1/math.Sqrt(lambda), column)
							}
						}
					}
					wantClose(t, "eigenvalues", c.Eigenvalues, test.eigenvalues, referenceTolerance)
					wantColumns(t, "scores", c.Scores, test.scores)
					wantColumns(t, "new scores", P, test.projected)
				}
			})
		}
	}
	for _, r := range reference.PCA {
		d := reference.Data[r.Data]
		c, err := PCA(d.X, r.Components)
		if err != nil {
			t.Fatal(err)
		}
		P, err := c.Project(d.New)
		if err != nil {
			t.Fatal(err)
		}
		wantClose(t, "variances", c.Variances, r.Variances, referenceTolerance)
		wantColumns(t, "directions", c.Directions, r.Directions)
		wantColumns(t, "scores", c.Scores, r.Scores)
		wantColumns(t, "new scores", P, r.Projected)
	}
}

// Numbers by kernlab's kpca and R's prcomp: testdata/reference_unsupervised.R has
// the calls.
func TestReferenceComponentsR(t *testing.T) {
	var r map[string][]float64
	readJSON(t, "testdata/reference_unsupervised_R.json", &r)
	var x [][]float64
	for v := r["points"]; len(v) > 0; v = v[4:] {
		x = append(x, v[:4])
	}
	c := mustKPCA(t, KernelPCA{Components: 3, Centred: true}, Gram(Gaussian{1.5}, x))
	pca, err := PCA(x, 3)
	if err != nil {
		t.Fatal(err)
	}
	wantClose(t, "kpca variances", c.Variances, r["kpca_variances"], referenceTolerance)
	wantClose(t, "prcomp variances", pca.Variances, r["prcomp_variances"], referenceTolerance)
	for j := range 3 {
		column := func(v []float64) []float64 { return v[j*len(x) : (j+1)*len(x)] }
		wantClose(t, "kpca scores", mat.Col(nil, j, c.Scores), column(r["kpca_scores"]), referenceTolerance)
		wantClose(t, "prcomp scores", mat.Col(nil, j, pca.Scores), column(r["prcomp_scores"]), referenceTolerance)
	}
}
