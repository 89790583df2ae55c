package engine

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Numbers by scikit-learn and NumPy: testdata/reference_kernels.py has the calls.
func TestReferenceKernelsPython(t *testing.T) {
	var r struct {
		X, New  [][]float64
		Kernels []struct {
			Inputs            int
			Expression        string
			Gram, Cross       [][]float64
			Centred           [][]float64
			Distance          [][]float64
			Smallest, Largest float64
		}
		Words        []string
		Subsequences []struct {
			Length int
			Decay  float64
			Gram   [][]float64
		}
		Woodbury []struct {
			P, N                int
			A, U, C, V, Inverse []float64
			PushThrough         []float64 `json:"push_through"`
		}
	}
	readJSON(t, "testdata/reference_kernels.json", &r)
	if len(r.Kernels) == 0 || len(r.Subsequences) == 0 || len(r.Woodbury) == 0 {
		t.Fatal("the reference file is empty")
	}
	for _, want := range r.Kernels {
		k := Must(ParseKernel(want.Expression))
		first := Block{k, 0, want.Inputs}
		name := fmt.Sprintf("%v, %d inputs: ", k, want.Inputs)
		K, C := Gram(first, r.X), Cross(first, r.New, r.X)
		wantMatrix(t, name+"Gram", K, want.Gram)
		wantMatrix(t, name+"Cross", C, want.Cross)
		wantMatrix(t, name+"Centre", Centre(K), want.Centred)
		n := len(r.X)
		D := mat.NewDense(n, n, nil)
		for i := range n {
			for j := range n {
				D.Set(i, j, Distance(first, r.X[i], r.X[j]))
			}
		}
		wantMatrix(t, name+"Distance", D, want.Distance)
		psd := Must(CheckPSD(K))
		wantClose(t, name+"extreme eigenvalues", []float64{psd.Largest, psd.Smallest},
			[]float64{want.Largest, want.Smallest}, referenceTolerance)
	}
	for _, want := range r.Subsequences {
		K := Must(GramStrings(context.Background(), Subsequence{want.Length, want.Decay}, r.Words))
		wantMatrix(t, fmt.Sprintf("subsequences of length %d", want.Length), K, want.Gram)
	}
	for _, w := range r.Woodbury {
		V := mat.NewDense(w.N, w.P, w.V)
		A, U, C := mat.NewDense(w.P, w.P, w.A), mat.NewDense(w.P, w.N, w.U), mat.NewDense(w.N, w.N, w.C)
		for _, l := range Must(Woodbury(A, U, C, V)).Lines {
			wantClose(t, l.Formula, entries(l.Value), w.Inverse, referenceTolerance)
		}
		for _, l := range Must(PushThrough(V, 0.5)).Lines {
			wantClose(t, l.Formula, entries(l.Value), w.PushThrough, referenceTolerance)
		}
	}
}

// Numbers by kernlab: testdata/reference_kernels.R has the calls.
func TestReferenceKernelsR(t *testing.T) {
	var r map[string][]float64
	readJSON(t, "testdata/reference_kernels_R.json", &r)
	x := slices.Collect(slices.Chunk(r["points"], 2))
	wantClose(t, "sigmoid", entries(Gram(Sigmoid{0.3, 0.5}, x)), r["sigmoid_0.3_0.5"], referenceTolerance)
	wantClose(t, "features", entries(Gram(Mapped{Linear{}, PolynomialFeatures{2, 1}.Map}, x)), r["polynomial_2_1"],
		referenceTolerance)
	s := []string{"kernel methods", "kernels and methods", "the cat", "a car", "catcat", "aaaa", "ab"}
	for i := range s {
		s[i] += "$" // kernlab counts the end as a letter
	}
	for length := range 3 {
		k := StringSpectrum{length + 1}
		for name, k := range map[string]StringKernel{"spectrum": k, "normalized": NormalizedString{k}} {
			K := Must(GramStrings(context.Background(), k, s))
			name = fmt.Sprintf("%s_%d", name, length+1)
			wantClose(t, name, entries(K), r[name], referenceTolerance)
		}
	}
}

func wantMatrix(t *testing.T, what string, got mat.Matrix, want [][]float64) {
	t.Helper()
	var flat []float64
	for _, row := range want {
		flat = append(flat, row...)
	}
	wantClose(t, what, entries(got), flat, referenceTolerance)
}
