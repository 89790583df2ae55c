// Package vec computes functions of vectors in assembly, four numbers at a time: the distances and
// exponentials of a row of a Gram matrix. The steps are those of the same loops in Go, in their order and
// without fused multiplications, so that the numbers are the same to the bit.
//
// Each function does as many elements as it can and returns how many: none where the processor, or the
// build, has no assembly for it. The caller does the others.
package vec

import "math"

// Distances sets dst[j] to the square root of Σ_c (point[c] − columns[c·n + j])², for the first j of
// len(dst) that it returns. Sums of squares that leave the range of float64 are the caller's to find.
func Distances(dst, point, columns []float64, n int) int {
	if !has || len(dst) < 16 || len(point) == 0 {
		return 0
	}
	_ = columns[(len(point)-1)*n+len(dst)-1]
	done := len(dst) &^ 15
	distances(done, &dst[0], &point[0], len(point), &columns[0], n)
	return done
}

// Gaussian sets dst[j] to exp(−a), a = (r[j]/length)²/2, for the first j that it returns, by the table of
// 2^(i/512). Where a > end it sets −a. dst may be r.
func Gaussian(dst, r []float64, length, end float64, table *[512]float64) int {
	if !has || len(r) < 4 {
		return 0
	}
	_ = dst[len(r)-1]
	done := len(r) &^ 3
	constants := gaussianConstants
	constants[0], constants[1] = length, end
	gaussian(done, &dst[0], &r[0], &table[0], &constants[0])
	return done
}

// gaussianConstants are what engine's decayNormal has, behind a length and an end.
var gaussianConstants = [8]float64{0, 0, 0.5, 512 / math.Ln2, logHigh, math.Ln2/512 - logHigh, 1. / 24, 1. / 6}

// logHigh is ln 2/512, its first 32 bits.
const logHigh = 0x1.62e42feep-10
