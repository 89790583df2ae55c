//go:build amd64 && !noasm

#include "textflag.h"

// func distances(n int, dst, point *float64, p int, columns *float64, stride int)
//
// Sixteen sums at a time, in Y0 to Y3, coordinate after coordinate.
TEXT ·distances(SB), NOSPLIT, $0-48
	MOVQ n+0(FP), CX
	MOVQ dst+8(FP), DI
	MOVQ point+16(FP), SI
	MOVQ p+24(FP), R8
	MOVQ columns+32(FP), DX
	MOVQ stride+40(FP), R9
	SHLQ $3, R9

sixteen:
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	MOVQ   DX, R10    // the column of a coordinate
	XORQ   BX, BX

coordinate:
	VBROADCASTSD (SI)(BX*8), Y4
	VSUBPD       (R10), Y4, Y5
	VSUBPD       32(R10), Y4, Y6
	VSUBPD       64(R10), Y4, Y7
	VSUBPD       96(R10), Y4, Y8
	VMULPD       Y5, Y5, Y5
	VMULPD       Y6, Y6, Y6
	VMULPD       Y7, Y7, Y7
	VMULPD       Y8, Y8, Y8
	VADDPD       Y5, Y0, Y0
	VADDPD       Y6, Y1, Y1
	VADDPD       Y7, Y2, Y2
	VADDPD       Y8, Y3, Y3
	ADDQ         R9, R10
	INCQ         BX
	CMPQ         BX, R8
	JLT          coordinate

	VSQRTPD Y0, Y0
	VSQRTPD Y1, Y1
	VSQRTPD Y2, Y2
	VSQRTPD Y3, Y3
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	VMOVUPD Y3, 96(DI)
	ADDQ    $128, DI
	ADDQ    $128, DX
	SUBQ    $16, CX
	JNZ     sixteen
	VZEROUPPER
	RET

// func gaussian(n int, dst, r, table, constants *float64)
//
// Four at a time: Y8 to Y15 hold the constants; the whole number k is in four halves of a register.
TEXT ·gaussian(SB), NOSPLIT, $0-40
	MOVQ         n+0(FP), CX
	MOVQ         dst+8(FP), DI
	MOVQ         r+16(FP), SI
	MOVQ         table+24(FP), DX
	MOVQ         constants+32(FP), BX
	VBROADCASTSD (BX), Y8             // length
	VBROADCASTSD 8(BX), Y9            // end
	VBROADCASTSD 16(BX), Y10          // 1/2
	VBROADCASTSD 24(BX), Y11          // 512/ln 2
	VBROADCASTSD 32(BX), Y12          // ln 2/512, its first bits
	VBROADCASTSD 40(BX), Y13          // and the rest
	VBROADCASTSD 48(BX), Y14          // 1/24
	VBROADCASTSD 56(BX), Y15          // 1/6

four:
	// a = (r/length)²/2, and where it is beyond the end.
	VMOVUPD (SI), Y0
	VDIVPD  Y8, Y0, Y0
	VMULPD  Y0, Y0, Y0
	VMULPD  Y10, Y0, Y0
	VCMPPD  $0x16, Y9, Y0, Y7 // not a ≤ end

	// k, the whole number nearest to 512a/ln 2, and −k mod 512, whose power of two is gathered.
	VMULPD      Y11, Y0, Y1
	VADDPD      Y10, Y1, Y1
	VCVTTPD2DQY Y1, X1
	VCVTDQ2PD   X1, Y2
	VPXOR       X3, X3, X3
	VPSUBD      X1, X3, X3
	VPSLLD      $23, X3, X4
	VPSRLD      $23, X4, X4
	VPCMPEQD    Y5, Y5, Y5
	VGATHERDPD  Y5, (DX)(X4*8), Y6

	// r = (k·high − a) + k·low
	VMULPD Y12, Y2, Y1
	VSUBPD Y0, Y1, Y1
	VMULPD Y13, Y2, Y2
	VADDPD Y2, Y1, Y1

	// t + t(r + r²(1/2 + r(1/6 + r/24)))
	VMULPD Y14, Y1, Y2
	VADDPD Y15, Y2, Y2
	VMULPD Y1, Y2, Y2
	VADDPD Y10, Y2, Y2
	VMULPD Y1, Y1, Y4
	VMULPD Y2, Y4, Y2
	VADDPD Y1, Y2, Y2
	VMULPD Y6, Y2, Y2
	VADDPD Y6, Y2, Y2

	// ⌊−k/512⌋ is added to the exponent.
	VPSRAD    $9, X3, X3
	VPMOVSXDQ X3, Y3
	VPSLLQ    $52, Y3, Y3
	VPADDQ    Y3, Y2, Y2

	// −a where it is beyond the end.
	VXORPD    Y4, Y4, Y4
	VSUBPD    Y0, Y4, Y0
	VBLENDVPD Y7, Y0, Y2, Y2
	VMOVUPD   Y2, (DI)
	ADDQ      $32, SI
	ADDQ      $32, DI
	SUBQ      $4, CX
	JNZ       four
	VZEROUPPER
	RET
