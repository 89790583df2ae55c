package engine

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// A Derivation is a proof in numbers: lines that are equal in exact arithmetic,
// each computed as it is written.
type Derivation struct {
	Lines []Line
	// Condition is the largest condition number, in the 1-norm, of the matrices
	// that were inverted. Distances of ε·Condition² are to be expected, for lines
	// hold products of two inverses, and hardly more.
	Condition float64
}

// A Line is one line of a [Derivation].
type Line struct {
	Formula string     // as written, such as "A⁻¹ − A⁻¹U(C⁻¹ + VA⁻¹U)⁻¹VA⁻¹"
	Value   *mat.Dense // its value
	// Distance is ‖Value − Value of the line before‖ / ‖Value of the first line‖ in
	// the Frobenius norm, and 0 on the first line.
	Distance float64
}

// Woodbury derives the identity
//
//	(A + UCV)⁻¹ = A⁻¹ − A⁻¹U (C⁻¹ + VA⁻¹U)⁻¹ VA⁻¹
//
// for A (p×p) and C (n×n) invertible, U (p×n) and V (n×p), line by line. All lines
// are p×p. It holds exactly if C⁻¹ + VA⁻¹U is invertible, which it is when A + UCV
// is; where one of the four matrices is singular to working precision the error is
// [ErrSingular] with the matrix's name, and [ErrOverflow] where a number is not
// finite. It panics if shapes do not fit or an entry is not finite.
//
// Source: Hager, Updating the inverse of a matrix, SIAM Review 31 (1989).
func Woodbury(A, U, C, V mat.Matrix) (*Derivation, error) {
	p, n := U.Dims()
	checkShape(A, p, p)
	checkShape(C, n, n)
	checkShape(V, n, p)
	checkShape(U, p, n)
	var d derivation
	UCV := d.product(U, C, V)
	B := d.sum(A, UCV)
	iA, iC := d.inverse(A, "A"), d.inverse(C, "C")
	if d.err != nil {
		return nil, d.err
	}
	M := d.sum(iC, d.product(V, iA, U))
	iM := d.inverse(M, "C⁻¹ + VA⁻¹U")
	iB := d.inverse(B, "A + UCV")
	if d.err != nil {
		return nil, d.err
	}
	tail := d.product(iM, V, iA)
	d.line("(A + UCV)⁻¹", iB)
	d.line("A⁻¹ − (A + UCV)⁻¹(A + UCV − A)A⁻¹", d.difference(iA, d.product(iB, d.difference(B, A), iA)))
	d.line("A⁻¹ − (A + UCV)⁻¹UCVA⁻¹", d.difference(iA, d.product(iB, U, C, V, iA)))
	d.line("A⁻¹ − (A + UCV)⁻¹UC(C⁻¹ + VA⁻¹U)(C⁻¹ + VA⁻¹U)⁻¹VA⁻¹", d.difference(iA, d.product(iB, U, C, M, tail)))
	d.line("A⁻¹ − (A + UCV)⁻¹(U + UCVA⁻¹U)(C⁻¹ + VA⁻¹U)⁻¹VA⁻¹", d.difference(iA,
		d.product(iB, d.sum(U, d.product(U, C, V, iA, U)), tail)))
	d.line("A⁻¹ − (A + UCV)⁻¹(A + UCV)A⁻¹U(C⁻¹ + VA⁻¹U)⁻¹VA⁻¹", d.difference(iA, d.product(iB, B, iA, U, tail)))
	d.line("A⁻¹ − A⁻¹U(C⁻¹ + VA⁻¹U)⁻¹VA⁻¹", d.difference(iA, d.product(iA, U, tail)))
	return d.done()
}

// PushThrough derives from it what turns a p×p system into an n×n one,
//
//	(XᵀX + cI_p)⁻¹ Xᵀ = Xᵀ (XXᵀ + cI_n)⁻¹,   c > 0,
//
// for X (n×p), line by line; all lines are p×n. The identity of Woodbury with
// A = cI_p, U = Xᵀ, C = I_n, V = X makes the second line. Applied to y the first
// line is ridge regression and the last Xᵀα of kernel ridge regression with the
// linear kernel, where c = nλ. With X = Aᵀ and c = 1 it is
// A(AᵀA + I)⁻¹ = (AAᵀ + I)⁻¹A.
//
// Errors are those of [Woodbury]; singular to working precision are XᵀX + cI_p for
// n < p, and XXᵀ + cI_n for n > p, if c is below about ε‖X‖². It panics if c is not
// positive and finite, X is empty or not finite.
func PushThrough(X mat.Matrix, c float64) (*Derivation, error) {
	n, p := X.Dims()
	checkShape(X, n, p)
	checkPositive(c, "the weight of the identity")
	var d derivation
	T := X.T()
	In, cIn, cIp := multipleOfIdentity(1, n), multipleOfIdentity(c, n), multipleOfIdentity(c, p)
	K := d.product(X, T)
	shiftedK := d.sum(K, cIn)
	primal := d.inverse(d.sum(d.product(T, X), cIp), "XᵀX + cI")
	dual := d.inverse(shiftedK, "XXᵀ + cI")
	middle := d.inverse(d.sum(In, d.scaled(1/c, K)), "I + XXᵀ/c")
	if d.err != nil {
		return nil, d.err
	}
	byC := func(m mat.Matrix) *mat.Dense { return d.scaled(1/c, m) }
	d.line("(XᵀX + cI)⁻¹Xᵀ", d.product(primal, T))
	d.line("((1/c)I − (1/c)Xᵀ(I + X(1/c)Xᵀ)⁻¹X(1/c))Xᵀ",
		d.product(d.difference(multipleOfIdentity(1/c, p), byC(d.product(T, middle, byC(X)))), T))
	d.line("(1/c)Xᵀ(I − (cI + XXᵀ)⁻¹XXᵀ)", byC(d.product(T, d.difference(In, d.product(dual, K)))))
	d.line("(1/c)Xᵀ((cI + XXᵀ)⁻¹(cI + XXᵀ) − (cI + XXᵀ)⁻¹XXᵀ)",
		byC(d.product(T, d.difference(d.product(dual, shiftedK), d.product(dual, K)))))
	d.line("(1/c)Xᵀ((cI + XXᵀ)⁻¹(cI + XXᵀ − XXᵀ))", byC(d.product(T, d.product(dual, d.difference(shiftedK, K)))))
	d.line("Xᵀ(cI + XXᵀ)⁻¹", d.product(T, dual))
	return d.done()
}

func checkShape(m mat.Matrix, rows, columns int) {
	r, c := m.Dims()
	if r != rows || c != columns || r == 0 || c == 0 {
		panic("engine: matrices differ in size")
	}
	if !allFiniteIn(mat.DenseCopyOf(m)) {
		panic("engine: a matrix is not finite")
	}
}

func multipleOfIdentity(c float64, n int) *mat.DiagDense {
	return mat.NewDiagDense(n, slices.Repeat([]float64{c}, n))
}

// derivation is a Derivation in the making, with the first error.
type derivation struct {
	Derivation
	err error
}

func (d *derivation) line(formula string, value *mat.Dense) {
	line := Line{Formula: formula, Value: value}
	if last := len(d.Lines) - 1; last >= 0 {
		line.Distance = relative(mat.Norm(d.difference(value, d.Lines[last].Value), 2), mat.Norm(d.Lines[0].Value, 2))
	}
	if !finite(line.Distance) || !finite(mat.Norm(value, math.Inf(1))) {
		d.err = ErrOverflow
	}
	d.Lines = append(d.Lines, line)
}

func (d *derivation) done() (*Derivation, error) {
	if d.err != nil {
		return nil, d.err
	}
	return &d.Derivation, nil
}

// inverse returns A⁻¹ by LU, and notes its condition.
func (d *derivation) inverse(A mat.Matrix, name string) *mat.Dense {
	if d.err != nil {
		return nil
	}
	n, _ := A.Dims()
	if !finite(mat.Norm(A, 1)) {
		d.err = ErrOverflow
		return nil
	}
	var lu mat.LU
	lu.Factorize(A)
	condition := lu.Cond()
	if !(condition <= 1/singular(n)) {
		d.err = fmt.Errorf("%w: %s", ErrSingular, name)
		return nil
	}
	d.Condition = max(d.Condition, condition)
	var inverse mat.Dense
	if err := lu.SolveTo(&inverse, false, multipleOfIdentity(1, n)); err != nil {
		d.err = fmt.Errorf("%w: %s", ErrSingular, name)
		return nil
	}
	if !finite(mat.Norm(&inverse, 1)) {
		d.err = ErrOverflow
		return nil
	}
	return &inverse
}

// product multiplies from the left, in the order written.
func (d *derivation) product(m ...mat.Matrix) *mat.Dense {
	p := mat.DenseCopyOf(m[0])
	for _, next := range m[1:] {
		var q mat.Dense
		q.Mul(p, next)
		p = &q
	}
	return p
}

func (d *derivation) sum(a, b mat.Matrix) *mat.Dense {
	var s mat.Dense
	s.Add(a, b)
	return &s
}

func (d *derivation) difference(a, b mat.Matrix) *mat.Dense {
	var s mat.Dense
	s.Sub(a, b)
	return &s
}

func (d *derivation) scaled(c float64, m mat.Matrix) *mat.Dense {
	var s mat.Dense
	s.Scale(c, m)
	return &s
}
