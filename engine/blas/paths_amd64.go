//go:build amd64 && !noasm

package blas

import "golang.org/x/sys/cpu"

// paths are those that the processor can take, the fastest first.
var paths = available()

func available() (all []path) {
	if !cpu.X86.HasAVX2 || !cpu.X86.HasFMA {
		return nil
	}
	if cpu.X86.HasAVX512F {
		all = append(all, path{"avx512", 8, 24, tile8x24, pairAVX2, dotsAVX2, axpysAVX2, rotateAVX2, rotateTwoAVX512})
	}
	return append(all, path{"avx2", 4, 12, tile4x12, pairAVX2, dotsAVX2, axpysAVX2, rotateAVX2, nil})
}

//go:noescape
func tile4x12(k int, a, b, c *float64, ldc int)

//go:noescape
func tile8x24(k int, a, b, c *float64, ldc int)

//go:noescape
func pairAVX2(n int, r0, r1, x, y *float64, t0, t1 float64) (s0, s1 float64)

//go:noescape
func dotsAVX2(n int, a *float64, lda int, x *float64) (s0, s1, s2, s3 float64)

//go:noescape
func axpysAVX2(n int, a *float64, lda int, y *float64, t0, t1, t2, t3 float64)

func rotateAVX2(count int, w []float64, at, step int, cs []float64) {
	rotate8(count, &w[at], step*8, &cs[0])
}

// rotate8 is rotateRows with a step in bytes.
//
//go:noescape
func rotate8(count int, w *float64, step int, cs *float64)

//go:noescape
func rotateTwoAVX512(count int, w *float64, step int, first, second *float64)
