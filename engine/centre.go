package engine

import (
	"errors"

	"gonum.org/v1/gonum/mat"
)

// Centre returns the Gram matrix of the features less their mean,
//
//	K′ = JKJ,   J = I − 11ᵀ/n,   K′ᵢⱼ = ⟨φ(xᵢ) − m, φ(xⱼ) − m⟩,   m = (1/n) Σᵢ φ(xᵢ),
//
// whose rows and columns sum to zero up to about nε max|K|. Where K is not finite,
// or its sums overflow, entries of K′ are infinite and [Eigen] says [ErrOverflow]; a K
// with a NaN is returned as it is, for Eigen to name.
//
// Source: Schölkopf, Smola and Müller, Nonlinear component analysis as a kernel
// eigenvalue problem, Neural Computation 10 (1998), appendix A.
func Centre(K mat.Symmetric) *mat.SymDense {
	n := K.SymmetricDim()
	if n == 0 {
		panic("engine: no points")
	}
	C := mat.NewSymDense(n, nil)
	C.CopySym(K)
	if errors.Is(symFault(C), ErrNaN) {
		return C
	}
	// Twice, for the first pass leaves sums of the rounding errors of its means.
	for range 2 {
		mean, total := columnMeans(C)
		raw := C.RawSymmetric()
		for i := range n {
			row := raw.Data[i*raw.Stride : i*raw.Stride+n]
			for j := i; j < n; j++ {
				v := (row[j] - mean[i]) - (mean[j] - total)
				row[j] = determined(v, 0, 0)
			}
		}
	}
	return C
}

// columnMeans returns the mean of each column of K and their mean.
func columnMeans(K mat.Symmetric) (mean []float64, total float64) {
	n := K.SymmetricDim()
	mean = make([]float64, n)
	for i := range n {
		mean[i] += K.At(i, i) / float64(n)
		for j := i + 1; j < n; j++ {
			v := K.At(i, j) / float64(n)
			mean[i] += v
			mean[j] += v
		}
	}
	for _, v := range mean {
		total += v / float64(n)
	}
	return mean, total
}
