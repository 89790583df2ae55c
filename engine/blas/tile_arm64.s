//go:build !noasm

#include "textflag.h"

// func tile4x8(k int, a, b, c *float64, ldc int)
//
// NEON: 4 rows of 4 vectors of 2 numbers are 16 accumulators, V0 to V15; V16 to V19 hold a row of B, V20
// and V21 a column of A, whose numbers fill V24 to V27. The assembler has no sum of vectors, so the
// accumulators begin as C.

// ROW multiplies a row of B with a number of A, for one row of the tile.
#define ROW(of, c0, c1, c2, c3) \
	VFMLA V16.D2, of.D2, c0.D2 \
	VFMLA V17.D2, of.D2, c1.D2 \
	VFMLA V18.D2, of.D2, c2.D2 \
	VFMLA V19.D2, of.D2, c3.D2

TEXT ·tile4x8(SB), NOSPLIT, $0-40
	MOVD k+0(FP), R0
	MOVD a+8(FP), R1
	MOVD b+16(FP), R2
	MOVD c+24(FP), R3
	MOVD ldc+32(FP), R4
	LSL  $3, R4

	// The rows of C, which are stored again at the end.
	ADD  R4, R3, R5
	ADD  R4, R5, R6
	ADD  R4, R6, R7
	VLD1 (R3), [V0.D2, V1.D2, V2.D2, V3.D2]
	VLD1 (R5), [V4.D2, V5.D2, V6.D2, V7.D2]
	VLD1 (R6), [V8.D2, V9.D2, V10.D2, V11.D2]
	VLD1 (R7), [V12.D2, V13.D2, V14.D2, V15.D2]

next:
	VLD1.P 64(R2), [V16.D2, V17.D2, V18.D2, V19.D2]
	VLD1.P 32(R1), [V20.D2, V21.D2]
	VDUP   V20.D[0], V24.D2
	VDUP   V20.D[1], V25.D2
	VDUP   V21.D[0], V26.D2
	VDUP   V21.D[1], V27.D2
	ROW(V24, V0, V1, V2, V3)
	ROW(V25, V4, V5, V6, V7)
	ROW(V26, V8, V9, V10, V11)
	ROW(V27, V12, V13, V14, V15)
	SUBS   $1, R0
	BNE    next

	VST1 [V0.D2, V1.D2, V2.D2, V3.D2], (R3)
	VST1 [V4.D2, V5.D2, V6.D2, V7.D2], (R5)
	VST1 [V8.D2, V9.D2, V10.D2, V11.D2], (R6)
	VST1 [V12.D2, V13.D2, V14.D2, V15.D2], (R7)
	RET

// func pairNEON(n int, r0, r1, x, y *float64, t0, t1 float64) (s0, s1 float64)
//
// Two rows of a symmetric matrix at once, four numbers of each in a turn: a number of the rows is read
// once, for the product with x and for what is added to y, which is bound by memory.
TEXT ·pairNEON(SB), NOSPLIT, $0-72
	MOVD  n+0(FP), R0
	MOVD  r0+8(FP), R1
	MOVD  r1+16(FP), R2
	MOVD  x+24(FP), R3
	MOVD  y+32(FP), R4
	FMOVD t0+40(FP), F28
	FMOVD t1+48(FP), F29
	VDUP  V28.D[0], V30.D2
	VDUP  V29.D[0], V31.D2
	VEOR  V0.B16, V0.B16, V0.B16 // sums of r0·x
	VEOR  V1.B16, V1.B16, V1.B16
	VEOR  V2.B16, V2.B16, V2.B16 // sums of r1·x
	VEOR  V3.B16, V3.B16, V3.B16
	LSR   $2, R0, R5
	AND   $3, R0, R0             // what is left behind the fours
	CBZ   R5, sum

four:
	VLD1.P 32(R1), [V4.D2, V5.D2]
	VLD1.P 32(R2), [V6.D2, V7.D2]
	VLD1.P 32(R3), [V8.D2, V9.D2]
	VLD1   (R4), [V10.D2, V11.D2]
	VFMLA  V4.D2, V8.D2, V0.D2
	VFMLA  V5.D2, V9.D2, V1.D2
	VFMLA  V6.D2, V8.D2, V2.D2
	VFMLA  V7.D2, V9.D2, V3.D2
	VFMLA  V4.D2, V30.D2, V10.D2
	VFMLA  V5.D2, V30.D2, V11.D2
	VFMLA  V6.D2, V31.D2, V10.D2
	VFMLA  V7.D2, V31.D2, V11.D2
	VST1.P [V10.D2, V11.D2], 32(R4)
	SUBS   $1, R5
	BNE    four

sum:
	// The four numbers of each sum become one, in F12 and F13.
	VDUP  V0.D[1], V12.D2
	VDUP  V1.D[1], V14.D2
	FADDD F0, F12, F12
	FADDD F1, F14, F14
	FADDD F14, F12, F12
	VDUP  V2.D[1], V13.D2
	VDUP  V3.D[1], V15.D2
	FADDD F2, F13, F13
	FADDD F3, F15, F15
	FADDD F15, F13, F13
	CBZ   R0, done

one:
	FMOVD.P 8(R1), F4
	FMOVD.P 8(R2), F6
	FMOVD.P 8(R3), F8
	FMOVD   (R4), F10
	FMADDD  F4, F12, F8, F12 // F12 + F8·F4
	FMADDD  F6, F13, F8, F13
	FMADDD  F4, F10, F28, F10
	FMADDD  F6, F10, F29, F10
	FMOVD.P F10, 8(R4)
	SUBS    $1, R0
	BNE     one

done:
	FMOVD F12, s0+56(FP)
	FMOVD F13, s1+64(FP)
	RET
