//go:build amd64 && !noasm

package blas

import "golang.org/x/sys/cpu"

// paths are those that the processor can take, the fastest first.
var paths = available()

func available() (all []path) {
	if !cpu.X86.HasAVX2 || !cpu.X86.HasFMA {
		return nil
	}
	avx2 := path{"avx2", 4, 12, tile4x12, quadAVX2, dotsAVX2, axpysAVX2, polesAVX2, ratiosAVX2, quotientsAVX2}
	if cpu.X86.HasAVX512F {
		avx512 := avx2
		avx512.name, avx512.rows, avx512.columns, avx512.tile = "avx512", 8, 24, tile8x24
		all = append(all, avx512)
	}
	return append(all, avx2)
}

//go:noescape
func tile4x12(k int, a, b, c *float64, ldc int)

//go:noescape
func tile8x24(k int, a, b, c *float64, ldc int)

//go:noescape
func quadAVX2(n int, a *float64, lda int, x, y *float64, t, s *[4]float64)

//go:noescape
func dotsAVX2(n int, a *float64, lda int, x *float64) (s0, s1, s2, s3 float64)

//go:noescape
func axpysAVX2(n int, a *float64, lda int, y *float64, t0, t1, t2, t3 float64)

//go:noescape
func polesAVX2(n int, d, z *float64, origin, tau float64) (sum, derivative float64)

//go:noescape
func ratiosAVX2(n int, w, delta, d *float64, at float64)

//go:noescape
func quotientsAVX2(n int, delta, z *float64) (sum float64)
