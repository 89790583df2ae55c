//go:build !noasm

package blas

import "unsafe"

// paths are NEON's, which every processor of this kind has.
var paths = []path{{"neon", 4, 8, tile4x8, quadNEON, nil, nil, nil, nil, nil}}

//go:noescape
func tile4x8(k int, a, b, c *float64, ldc int)

//go:noescape
func pairNEON(n int, r0, r1, x, y *float64, t0, t1 float64) (s0, s1 float64)

// quadNEON takes two rows after the other two.
func quadNEON(n int, a *float64, lda int, x, y *float64, t, s *[4]float64) {
	row := func(i int) *float64 { return (*float64)(unsafe.Add(unsafe.Pointer(a), 8*i*lda)) }
	s[0], s[1] = pairNEON(n, row(0), row(1), x, y, t[0], t[1])
	s[2], s[3] = pairNEON(n, row(2), row(3), x, y, t[2], t[3])
}
