package engine

import "gonum.org/v1/gonum/mat"

// Centre returns the Gram matrix of the features less their mean,
//
//	K′ = JKJ,   J = I − 11ᵀ/n,   K′ᵢⱼ = ⟨φ(xᵢ) − m, φ(xⱼ) − m⟩,   m = (1/n) Σᵢ φ(xᵢ),
//
// whose rows and columns sum to zero up to about nε max|K|. Where K is not finite,
// or its sums overflow, entries of K′ are infinite and [Eigen] says [ErrOverflow].
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
	// Twice, for the first pass leaves sums of the rounding errors of its means.
	for range 2 {
		mean, total := columnMeans(C)
		raw := C.RawSymmetric()
		for i := range n {
			row := raw.Data[i*raw.Stride : i*raw.Stride+n]
			for j := i; j < n; j++ {
				row[j] = determined((row[j] - mean[i]) - (mean[j] - total))
			}
		}
	}
	return C
}

// CentreCross returns what [Centre] makes of new points. C is m×n, row i holding
// a new point's kernels with the n points of K, as Cross(k, new, x) gives it; then
//
//	C′ᵢⱼ = Cᵢⱼ − (1/n) Σₗ Cᵢₗ − (1/n) Σₗ Kₗⱼ + (1/n²) Σₗₘ Kₗₘ = ⟨φ(zᵢ) − m, φ(xⱼ) − m⟩,
//
// with the mean m of the n points, not of the new ones. CentreCross(K, K) is
// Centre(K) up to rounding. It panics if C and K differ in columns.
func CentreCross(C mat.Matrix, K mat.Symmetric) *mat.Dense {
	rows, n := C.Dims()
	if n != K.SymmetricDim() || n == 0 || rows == 0 {
		panic("engine: matrices differ in size")
	}
	mean, total := columnMeans(K)
	centred := mat.DenseCopyOf(C)
	for i := range rows {
		row := centred.RawRowView(i)
		var own float64
		for _, v := range row {
			own += v / float64(n)
		}
		for j := range row {
			row[j] = determined((row[j] - own) - (mean[j] - total))
		}
	}
	return centred
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
