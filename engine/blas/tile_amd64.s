//go:build amd64 && !noasm

#include "textflag.h"

// The tiles of C += AB. A is packed by columns of a tile's rows, B by rows of its columns, so that both
// are read from front to back; the accumulators stay in registers for all of k.

// func tile4x12(k int, a, b, c *float64, ldc int)
//
// AVX2: 4 rows of 3 vectors of 4 numbers are 12 accumulators, Y0 to Y11; with three vectors of B and one
// number of A all sixteen registers are taken.

// ROW4 multiplies a row of B with the number of A at `at`, for one row of the tile.
#define ROW4(at, c0, c1, c2) \
	VBROADCASTSD at(SI), Y15 \
	VFMADD231PD  Y12, Y15, c0 \
	VFMADD231PD  Y13, Y15, c1 \
	VFMADD231PD  Y14, Y15, c2

// SUM4 adds a row of the tile to C, and goes to C's next row.
#define SUM4(c0, c1, c2) \
	VADDPD  (DX), c0, c0 \
	VADDPD  32(DX), c1, c1 \
	VADDPD  64(DX), c2, c2 \
	VMOVUPD c0, (DX) \
	VMOVUPD c1, 32(DX) \
	VMOVUPD c2, 64(DX) \
	ADDQ    R8, DX

TEXT ·tile4x12(SB), NOSPLIT, $0-40
	MOVQ k+0(FP), CX
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DI
	MOVQ c+24(FP), DX
	MOVQ ldc+32(FP), R8
	SHLQ $3, R8

	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	VXORPD Y8, Y8, Y8
	VXORPD Y9, Y9, Y9
	VXORPD Y10, Y10, Y10
	VXORPD Y11, Y11, Y11

next4:
	VMOVUPD (DI), Y12
	VMOVUPD 32(DI), Y13
	VMOVUPD 64(DI), Y14
	ROW4(0, Y0, Y1, Y2)
	ROW4(8, Y3, Y4, Y5)
	ROW4(16, Y6, Y7, Y8)
	ROW4(24, Y9, Y10, Y11)
	ADDQ $32, SI
	ADDQ $96, DI
	DECQ CX
	JNZ  next4

	SUM4(Y0, Y1, Y2)
	SUM4(Y3, Y4, Y5)
	SUM4(Y6, Y7, Y8)
	SUM4(Y9, Y10, Y11)
	VZEROUPPER
	RET

// func tile8x24(k int, a, b, c *float64, ldc int)
//
// AVX-512: 8 rows of 3 vectors of 8 numbers are 24 accumulators, Z0 to Z23; Z24 to Z26 hold a row of B,
// and the numbers of A take turns in Z28 to Z31.

// ROW8 multiplies a row of B with the number of A at `at`, for one row of the tile.
#define ROW8(at, of, c0, c1, c2) \
	VBROADCASTSD at(SI), of \
	VFMADD231PD  Z24, of, c0 \
	VFMADD231PD  Z25, of, c1 \
	VFMADD231PD  Z26, of, c2

// SUM8 adds a row of the tile to C, and goes to C's next row.
#define SUM8(c0, c1, c2) \
	VADDPD  (DX), c0, c0 \
	VADDPD  64(DX), c1, c1 \
	VADDPD  128(DX), c2, c2 \
	VMOVUPD c0, (DX) \
	VMOVUPD c1, 64(DX) \
	VMOVUPD c2, 128(DX) \
	ADDQ    R8, DX

// ZERO3 begins a row of the tile, which is fetched from C meanwhile.
#define ZERO3(c0, c1, c2) \
	PREFETCHT0 (BX)     \
	PREFETCHT0 64(BX)   \
	PREFETCHT0 128(BX)  \
	PREFETCHT0 184(BX)  \
	ADDQ R8, BX         \
	VPXORQ c0, c0, c0 \
	VPXORQ c1, c1, c1 \
	VPXORQ c2, c2, c2

TEXT ·tile8x24(SB), NOSPLIT, $0-40
	MOVQ k+0(FP), CX
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DI
	MOVQ c+24(FP), DX
	MOVQ ldc+32(FP), R8
	SHLQ $3, R8

	MOVQ DX, BX

	ZERO3(Z0, Z1, Z2)
	ZERO3(Z3, Z4, Z5)
	ZERO3(Z6, Z7, Z8)
	ZERO3(Z9, Z10, Z11)
	ZERO3(Z12, Z13, Z14)
	ZERO3(Z15, Z16, Z17)
	ZERO3(Z18, Z19, Z20)
	ZERO3(Z21, Z22, Z23)

next8:
	VMOVUPD (DI), Z24
	VMOVUPD 64(DI), Z25
	VMOVUPD 128(DI), Z26
	ROW8(0, Z28, Z0, Z1, Z2)
	ROW8(8, Z29, Z3, Z4, Z5)
	ROW8(16, Z30, Z6, Z7, Z8)
	ROW8(24, Z31, Z9, Z10, Z11)
	ROW8(32, Z28, Z12, Z13, Z14)
	ROW8(40, Z29, Z15, Z16, Z17)
	ROW8(48, Z30, Z18, Z19, Z20)
	ROW8(56, Z31, Z21, Z22, Z23)
	ADDQ $64, SI
	ADDQ $192, DI
	DECQ CX
	JNZ  next8

	SUM8(Z0, Z1, Z2)
	SUM8(Z3, Z4, Z5)
	SUM8(Z6, Z7, Z8)
	SUM8(Z9, Z10, Z11)
	SUM8(Z12, Z13, Z14)
	SUM8(Z15, Z16, Z17)
	SUM8(Z18, Z19, Z20)
	SUM8(Z21, Z22, Z23)
	VZEROUPPER
	RET

// func quadAVX2(n int, a *float64, lda int, x, y *float64, t, s *[4]float64)
//
// Four rows of a symmetric matrix at once, four numbers of each in a turn: a number of the rows is read
// once, for the product with x and for what is added to y. That is bound by memory, so that rows are fetched
// eight lines before they are needed, which they would not be across pages.

// QUAD takes in the four numbers of each row at `at`.
#define QUAD(at) \
	VMOVUPD     at(SI), Y4  \
	VMOVUPD     at(R9), Y5  \
	VMOVUPD     at(R10), Y6 \
	VMOVUPD     at(R11), Y7 \
	VMOVUPD     at(DI), Y8  \
	VMOVUPD     at(DX), Y9  \
	VFMADD231PD Y4, Y8, Y0  \
	VFMADD231PD Y4, Y12, Y9 \
	VFMADD231PD Y5, Y8, Y1  \
	VFMADD231PD Y5, Y13, Y9 \
	VFMADD231PD Y6, Y8, Y2  \
	VFMADD231PD Y6, Y14, Y9 \
	VFMADD231PD Y7, Y8, Y3  \
	VFMADD231PD Y7, Y15, Y9 \
	VMOVUPD     Y9, at(DX)

// FORWARD goes on by so many bytes.
#define FORWARD(bytes) \
	ADDQ $bytes, SI  \
	ADDQ $bytes, R9  \
	ADDQ $bytes, R10 \
	ADDQ $bytes, R11 \
	ADDQ $bytes, DI  \
	ADDQ $bytes, DX

TEXT ·quadAVX2(SB), NOSPLIT, $0-56
	MOVQ         n+0(FP), CX
	MOVQ         a+8(FP), SI
	MOVQ         lda+16(FP), R8
	MOVQ         x+24(FP), DI
	MOVQ         y+32(FP), DX
	MOVQ         t+40(FP), AX
	VBROADCASTSD (AX), Y12
	VBROADCASTSD 8(AX), Y13
	VBROADCASTSD 16(AX), Y14
	VBROADCASTSD 24(AX), Y15
	SHLQ         $3, R8
	LEAQ         (SI)(R8*1), R9
	LEAQ         (SI)(R8*2), R10
	LEAQ         (R9)(R8*2), R11
	VXORPD       Y0, Y0, Y0
	VXORPD       Y1, Y1, Y1
	VXORPD       Y2, Y2, Y2
	VXORPD       Y3, Y3, Y3
	MOVQ         CX, BX
	ANDQ         $7, CX
	SHRQ         $3, BX
	JZ           quadFour

quadEight:
	PREFETCHT0 512(SI)
	PREFETCHT0 512(R9)
	PREFETCHT0 512(R10)
	PREFETCHT0 512(R11)
	QUAD(0)
	QUAD(32)
	FORWARD(64)
	DECQ       BX
	JNZ        quadEight

quadFour:
	BTRQ $2, CX
	JCC  quadSum
	QUAD(0)
	FORWARD(32)

quadSum:
	// Four registers become the four sums.
	VHADDPD    Y1, Y0, Y0
	VHADDPD    Y3, Y2, Y2
	VPERM2F128 $0x20, Y2, Y0, Y1
	VPERM2F128 $0x31, Y2, Y0, Y0
	VADDPD     Y1, Y0, Y0
	TESTQ      CX, CX
	JZ         quadDone

quadOne:
	// A column: the numbers of the four rows, times x to the sums, and times t to y.
	VMOVSD       (SI), X4
	VMOVHPD      (R9), X4, X4
	VMOVSD       (R10), X5
	VMOVHPD      (R11), X5, X5
	VINSERTF128  $1, X5, Y4, Y4
	VBROADCASTSD (DI), Y8
	VFMADD231PD  Y4, Y8, Y0
	MOVQ         t+40(FP), AX
	VMULPD       (AX), Y4, Y5
	VEXTRACTF128 $1, Y5, X6
	VADDPD       X6, X5, X5
	VHADDPD      X5, X5, X5
	VADDSD       (DX), X5, X5
	VMOVSD       X5, (DX)
	FORWARD(8)
	DECQ         CX
	JNZ          quadOne

quadDone:
	MOVQ    s+48(FP), AX
	VMOVUPD Y0, (AX)
	VZEROUPPER
	RET

// func dotsAVX2(n int, a *float64, lda int, x *float64) (s0, s1, s2, s3 float64)
//
// Four rows times x, eight numbers of each in a turn: x is read once for four rows.
TEXT ·dotsAVX2(SB), NOSPLIT, $0-64
	MOVQ   n+0(FP), CX
	MOVQ   a+8(FP), SI
	MOVQ   lda+16(FP), R8
	MOVQ   x+24(FP), DI
	SHLQ   $3, R8
	LEAQ   (SI)(R8*1), R9
	LEAQ   (SI)(R8*2), R10
	LEAQ   (R9)(R8*2), R11
	VXORPD Y0, Y0, Y0      // a row's sum is in two registers
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	XORQ   AX, AX
	MOVQ   CX, BX
	ANDQ   $7, CX          // what is left behind the eights
	SHRQ   $3, BX
	JZ     dotsRest

dotsEight:
	VMOVUPD     (DI)(AX*8), Y8
	VMOVUPD     32(DI)(AX*8), Y9
	VFMADD231PD (SI)(AX*8), Y8, Y0
	VFMADD231PD 32(SI)(AX*8), Y9, Y1
	VFMADD231PD (R9)(AX*8), Y8, Y2
	VFMADD231PD 32(R9)(AX*8), Y9, Y3
	VFMADD231PD (R10)(AX*8), Y8, Y4
	VFMADD231PD 32(R10)(AX*8), Y9, Y5
	VFMADD231PD (R11)(AX*8), Y8, Y6
	VFMADD231PD 32(R11)(AX*8), Y9, Y7
	ADDQ        $8, AX
	DECQ        BX
	JNZ         dotsEight

dotsRest:
	TESTQ CX, CX
	JZ    dotsSum

	// A number that is loaded alone has zeros beside it.
	VMOVSD      (DI)(AX*8), X8
	VMOVSD      (SI)(AX*8), X9
	VMOVSD      (R9)(AX*8), X10
	VMOVSD      (R10)(AX*8), X11
	VMOVSD      (R11)(AX*8), X12
	VFMADD231PD Y9, Y8, Y0
	VFMADD231PD Y10, Y8, Y2
	VFMADD231PD Y11, Y8, Y4
	VFMADD231PD Y12, Y8, Y6
	INCQ        AX
	DECQ        CX
	JMP         dotsRest

dotsSum:
	// Eight registers become the four sums.
	VADDPD     Y1, Y0, Y0
	VADDPD     Y3, Y2, Y2
	VADDPD     Y5, Y4, Y4
	VADDPD     Y7, Y6, Y6
	VHADDPD    Y2, Y0, Y0
	VHADDPD    Y6, Y4, Y4
	VPERM2F128 $0x20, Y4, Y0, Y1
	VPERM2F128 $0x31, Y4, Y0, Y2
	VADDPD     Y2, Y1, Y0
	VMOVUPD    Y0, s0+32(FP)
	VZEROUPPER
	RET

// func axpysAVX2(n int, a *float64, lda int, y *float64, t0, t1, t2, t3 float64)
//
// Four rows are added to y, eight numbers of each in a turn: y is read and written once for four rows.
TEXT ·axpysAVX2(SB), NOSPLIT, $0-64
	MOVQ         n+0(FP), CX
	MOVQ         a+8(FP), SI
	MOVQ         lda+16(FP), R8
	MOVQ         y+24(FP), DX
	SHLQ         $3, R8
	LEAQ         (SI)(R8*1), R9
	LEAQ         (SI)(R8*2), R10
	LEAQ         (R9)(R8*2), R11
	VBROADCASTSD t0+32(FP), Y12
	VBROADCASTSD t1+40(FP), Y13
	VBROADCASTSD t2+48(FP), Y14
	VBROADCASTSD t3+56(FP), Y15
	XORQ         AX, AX
	MOVQ         CX, BX
	ANDQ         $7, CX          // what is left behind the eights
	SHRQ         $3, BX
	JZ           axpysRest

axpysEight:
	VMOVUPD     (DX)(AX*8), Y0
	VMOVUPD     32(DX)(AX*8), Y1
	VFMADD231PD (SI)(AX*8), Y12, Y0
	VFMADD231PD 32(SI)(AX*8), Y12, Y1
	VFMADD231PD (R9)(AX*8), Y13, Y0
	VFMADD231PD 32(R9)(AX*8), Y13, Y1
	VFMADD231PD (R10)(AX*8), Y14, Y0
	VFMADD231PD 32(R10)(AX*8), Y14, Y1
	VFMADD231PD (R11)(AX*8), Y15, Y0
	VFMADD231PD 32(R11)(AX*8), Y15, Y1
	VMOVUPD     Y0, (DX)(AX*8)
	VMOVUPD     Y1, 32(DX)(AX*8)
	ADDQ        $8, AX
	DECQ        BX
	JNZ         axpysEight

axpysRest:
	TESTQ       CX, CX
	JZ          axpysDone
	VMOVSD      (DX)(AX*8), X0
	VMOVSD      (SI)(AX*8), X1
	VMOVSD      (R9)(AX*8), X2
	VMOVSD      (R10)(AX*8), X3
	VMOVSD      (R11)(AX*8), X4
	VFMADD231SD X1, X12, X0
	VFMADD231SD X2, X13, X0
	VFMADD231SD X3, X14, X0
	VFMADD231SD X4, X15, X0
	VMOVSD      X0, (DX)(AX*8)
	INCQ        AX
	DECQ        CX
	JMP         axpysRest

axpysDone:
	VZEROUPPER
	RET

// func polesAVX2(n int, d, z *float64, origin, tau float64) (sum, derivative float64)
//
// Four poles in a turn, which divisions bound.
TEXT ·polesAVX2(SB), NOSPLIT, $0-56
	MOVQ         n+0(FP), CX
	MOVQ         d+8(FP), SI
	MOVQ         z+16(FP), DI
	VBROADCASTSD origin+24(FP), Y14
	VBROADCASTSD tau+32(FP), Y15
	VXORPD       Y0, Y0, Y0
	VXORPD       Y1, Y1, Y1

pole:
	VMOVUPD     (SI), Y2
	VMOVUPD     (DI), Y3
	VSUBPD      Y14, Y2, Y2
	VSUBPD      Y15, Y2, Y2
	VDIVPD      Y2, Y3, Y4
	VFMADD231PD Y3, Y4, Y0
	VFMADD231PD Y4, Y4, Y1
	ADDQ        $32, SI
	ADDQ        $32, DI
	SUBQ        $4, CX
	JNZ         pole

	VHADDPD      Y1, Y0, Y0 // of each half the two sums
	VEXTRACTF128 $1, Y0, X1
	VADDPD       X1, X0, X0
	VMOVUPD      X0, sum+40(FP)
	VZEROUPPER
	RET

// func ratiosAVX2(n int, w, delta, d *float64, at float64)
TEXT ·ratiosAVX2(SB), NOSPLIT, $0-40
	MOVQ         n+0(FP), CX
	MOVQ         w+8(FP), DX
	MOVQ         delta+16(FP), SI
	MOVQ         d+24(FP), DI
	VBROADCASTSD at+32(FP), Y15

ratio:
	VMOVUPD (DI), Y0
	VMOVUPD (SI), Y1
	VSUBPD  Y15, Y0, Y0
	VDIVPD  Y0, Y1, Y1
	VMULPD  (DX), Y1, Y1
	VMOVUPD Y1, (DX)
	ADDQ    $32, SI
	ADDQ    $32, DI
	ADDQ    $32, DX
	SUBQ    $4, CX
	JNZ     ratio
	VZEROUPPER
	RET

// func quotientsAVX2(n int, delta, z *float64) (sum float64)
TEXT ·quotientsAVX2(SB), NOSPLIT, $0-32
	MOVQ   n+0(FP), CX
	MOVQ   delta+8(FP), DX
	MOVQ   z+16(FP), SI
	VXORPD Y0, Y0, Y0

quotient:
	VMOVUPD     (SI), Y1
	VDIVPD      (DX), Y1, Y1
	VFMADD231PD Y1, Y1, Y0
	VMOVUPD     Y1, (DX)
	ADDQ        $32, SI
	ADDQ        $32, DX
	SUBQ        $4, CX
	JNZ         quotient

	VEXTRACTF128 $1, Y0, X1
	VADDPD       X1, X0, X0
	VHADDPD      X0, X0, X0
	VMOVSD       X0, sum+24(FP)
	VZEROUPPER
	RET
