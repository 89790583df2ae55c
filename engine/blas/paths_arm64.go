//go:build !noasm

package blas

// paths are NEON's, which every processor of this kind has.
var paths = []path{{"neon", 4, 8, tile4x8, pairNEON, nil, nil, rotateNEON, nil}}

//go:noescape
func tile4x8(k int, a, b, c *float64, ldc int)

//go:noescape
func pairNEON(n int, r0, r1, x, y *float64, t0, t1 float64) (s0, s1 float64)

func rotateNEON(count int, w []float64, at, step int, cs []float64) {
	rotate8(count, &w[at], step*8, &cs[0])
}

// rotate8 is rotateRows with a step in bytes.
//
//go:noescape
func rotate8(count int, w *float64, step int, cs *float64)
