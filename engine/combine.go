package engine

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Kernels are made from kernels. If the parts are positive semi-definite, so is
// the whole, for every combination in this file, under the conditions it states.
//
// Parts may overflow to ±∞ though the whole need not. Where that leaves the whole
// undetermined (∞ − ∞, 0·∞, ∞/∞) it is +∞, which every method answers with
// [ErrOverflow]. Where a part is NaN, as a caller's own may be, so is the whole.
//
// Source: Shawe-Taylor and Cristianini, Kernel Methods for Pattern Analysis
// (2004), section 3.4.

// Sum is the kernel
//
//	k(x, y) = Σₘ kₘ(x, y),
//
// zero if it is empty. Its features are the features of all parts side by side.
type Sum []Kernel

// Product is the kernel
//
//	k(x, y) = Πₘ kₘ(x, y),
//
// one if it is empty. Its features are the products of a feature of each part
// (Schur's theorem).
type Product []Kernel

// Scaled is the kernel
//
//	Factor · k(x, y).
//
// It is positive semi-definite if Factor ≥ 0. A negative factor is allowed because
// a lesson shows what the difference of two kernels breaks. Eval panics unless
// Factor is finite.
type Scaled struct {
	Kernel Kernel
	Factor float64
}

// Power is the kernel
//
//	k(x, y)^Exponent,   Exponent ≥ 0,
//
// a [Product] of equal parts. Eval panics if Exponent is negative.
type Power struct {
	Kernel   Kernel
	Exponent int
}

// Exp is the kernel
//
//	exp(k(x, y)) = Σⱼ k(x, y)ʲ / j!,
//
// the limit of sums of powers of k with positive factors.
type Exp struct{ Kernel Kernel }

// Modulated is the kernel
//
//	f(x) k(x, y) f(y),   f = Weight,
//
// for any function f: ℝᵖ → ℝ, of either sign. With the [Linear] kernel of one
// feature it is f(x)f(y). Weight must give finite numbers, must be safe for many
// goroutines, and must always give the same. The expression language has no
// functions; String names the kernel without its f.
type Modulated struct {
	Kernel Kernel
	Weight func(x []float64) float64
}

// Mapped is the kernel of mapped inputs,
//
//	k(φ(x), φ(y)),   φ = Map,
//
// for any function φ: ℝᵖ → ℝᵈ. With [Linear] it is the kernel of the features φ.
// Conditions on Map and String are as for [Modulated].
type Mapped struct {
	Kernel Kernel
	Map    func(x []float64) []float64
}

// Block is a kernel of some of the inputs only,
//
//	k(x[From:To], y[From:To]),   0 ≤ From < To ≤ p.
//
// On a product of spaces, ℝᵖ = ℝᵃ × ℝᵇ, the sum of two kernels is the [Sum] of two
// Blocks, (k₁ ⊕ k₂)((u, v), (u′, v′)) = k₁(u, u′) + k₂(v, v′), and their product
// the [Product] of two Blocks. Eval panics if the inputs are too few.
type Block struct {
	Kernel   Kernel
	From, To int
}

// Normalized is the cosine of the angle between φ(x) and φ(y),
//
//	k(x, y) / √(k(x, x) k(y, y)),
//
// one on the diagonal and within [−1, 1], up to rounding. Where k(x, x) is zero
// φ(x) has no direction, and the value is 0; so it is where k(x, x) < 0, which no
// kernel has.
type Normalized struct{ Kernel Kernel }

// Eval returns k(x, y).
func (k Sum) Eval(x, y []float64) float64 {
	checkLengths(x, y)
	var s float64
	for _, part := range k {
		v := part.Eval(x, y)
		s = determined(s+v, s, v)
	}
	return s
}

// Eval returns k(x, y).
func (k Product) Eval(x, y []float64) float64 {
	checkLengths(x, y)
	p := 1.0
	for _, part := range k {
		v := part.Eval(x, y)
		p = determined(p*v, p, v)
	}
	return p
}

// Eval returns k(x, y).
func (k Scaled) Eval(x, y []float64) float64 {
	factor, v := checkFinite(k.Factor), k.Kernel.Eval(x, y)
	return determined(factor*v, factor, v)
}

// Eval returns k(x, y).
func (k Power) Eval(x, y []float64) float64 { return power(k.Kernel.Eval(x, y), k.Exponent) }

// Eval returns k(x, y).
func (k Exp) Eval(x, y []float64) float64 { return math.Exp(k.Kernel.Eval(x, y)) }

// Eval returns k(x, y).
func (k Modulated) Eval(x, y []float64) float64 {
	return modulated(k.Kernel.Eval(x, y), k.weight(x), k.weight(y))
}

// Eval returns k(x, y).
func (k Mapped) Eval(x, y []float64) float64 {
	checkLengths(x, y)
	return k.Kernel.Eval(k.image(x), k.image(y))
}

// Eval returns k(x, y).
func (k Block) Eval(x, y []float64) float64 {
	checkLengths(x, y)
	return k.Kernel.Eval(k.cut(x), k.cut(y))
}

// Eval returns k(x, y).
func (k Normalized) Eval(x, y []float64) float64 {
	return normalised(k.Kernel.Eval(x, y), self(k.Kernel, x), self(k.Kernel, y))
}

// self returns k(x, x), the very number that Eval gives, with one evaluation of
// each kernel in k. Eval asks a Normalized kernel for three of its part's, and so
// for 3ᵐ if m of them are nested.
func self(k Kernel, x []float64) float64 {
	switch k := k.(type) {
	case Sum:
		var s float64
		for _, part := range k {
			v := self(part, x)
			s = determined(s+v, s, v)
		}
		return s
	case Product:
		p := 1.0
		for _, part := range k {
			v := self(part, x)
			p = determined(p*v, p, v)
		}
		return p
	case Scaled:
		factor, v := checkFinite(k.Factor), self(k.Kernel, x)
		return determined(factor*v, factor, v)
	case Power:
		return power(self(k.Kernel, x), k.Exponent)
	case Exp:
		return math.Exp(self(k.Kernel, x))
	case Modulated:
		f := k.weight(x)
		return modulated(self(k.Kernel, x), f, f)
	case Mapped:
		return self(k.Kernel, k.image(x))
	case Block:
		return self(k.Kernel, k.cut(x))
	case Normalized:
		v := self(k.Kernel, x)
		return normalised(v, v, v)
	case Combined:
		return self(k.Combined(), x)
	}
	return k.Eval(x, x)
}

// determined returns v, which was made of a and b, and +∞ where that is not a number
// though they are. A NaN among them is a caller's kernel's, and stays.
func determined(v, a, b float64) float64 {
	if v != v && a == a && b == b {
		return math.Inf(1)
	}
	return v
}

// power returns bᵉ by squaring, so that small integers stay exact.
func power(b float64, e int) float64 {
	if e < 0 {
		panic("engine: negative exponent")
	}
	p := 1.0
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			p = determined(p*b, p, b)
		}
		b *= b
	}
	return p
}

func modulated(k, fx, fy float64) float64 {
	f := fx * fy // of finite weights
	return determined(k*f, k, f)
}

func normalised(xy, xx, yy float64) float64 {
	if xx <= 0 || yy <= 0 {
		return 0
	}
	// √(a·a) is a in float64, so that the diagonal is 1, unless a·a leaves the range.
	if p := xx * yy; p > tinySquare && finite(p) {
		return determined(xy/math.Sqrt(p), xy, p)
	}
	return determined(xy/math.Sqrt(xx)/math.Sqrt(yy), xy, xx+yy)
}

func (k Modulated) weight(x []float64) float64 {
	f := k.Weight(x)
	if !finite(f) {
		panic("engine: the weight of an input is not finite")
	}
	return f
}

func (k Mapped) image(x []float64) []float64 {
	z := k.Map(x)
	if !allFinite(z) {
		panic("engine: the image of an input is not finite")
	}
	return z
}

func (k Block) cut(x []float64) []float64 {
	if !(0 <= k.From && k.From < k.To && k.To <= len(x)) {
		panic("engine: block beyond the inputs")
	}
	return x[k.From:k.To:k.To]
}

// Distance returns the distance of x and y as the kernel sees them,
//
//	d(x, y) = ‖φ(x) − φ(y)‖ = √(k(x, x) − 2k(x, y) + k(y, y)),
//
// zero where rounding, or a k that is not positive semi-definite, makes the sum
// negative. Of a distance far below √k(x, x) half the digits are lost: its error is
// up to √ε·√k(x, x).
func Distance(k Kernel, x, y []float64) float64 {
	xx, xy, yy := k.Eval(x, x), k.Eval(x, y), k.Eval(y, y)
	a, b := determined(xx-xy, xx, xy), determined(yy-xy, yy, xy)
	return math.Sqrt(max(determined(a+b, a, b), 0))
}

// String returns the kernel as an expression.
func (k Sum) String() string {
	if len(k) == 0 {
		return Constant{0}.String()
	}
	var b strings.Builder
	for i, part := range k {
		s := operand(part, precedenceSum)
		switch {
		case i == 0:
		case strings.HasPrefix(s, "-"):
			b.WriteString(" - ")
			s = s[1:]
		default:
			b.WriteString(" + ")
		}
		b.WriteString(s)
	}
	return b.String()
}

// String returns the kernel as an expression.
func (k Product) String() string {
	if len(k) == 0 {
		return Constant{1}.String()
	}
	return strings.Join(each(k, func(part Kernel) string { return operand(part, precedenceProduct) }), "*")
}

// String returns the kernel as an expression.
func (k Scaled) String() string {
	factor := strconv.FormatFloat(k.Factor, 'g', -1, 64) + "*"
	if p, ok := k.Kernel.(Product); ok {
		return factor + p.String() // whose first * may as well be this one
	}
	return factor + operand(k.Kernel, precedenceProduct)
}

// String returns the kernel as an expression.
func (k Exp) String() string        { return "exp(" + name(k.Kernel) + ")" }
func (k Normalized) String() string { return "normalized(" + name(k.Kernel) + ")" }
func (k Power) String() string      { return fmt.Sprintf("power(%s, %d)", name(k.Kernel), k.Exponent) }
func (k Block) String() string      { return fmt.Sprintf("block(%s, %d, %d)", name(k.Kernel), k.From, k.To) }

// String returns the kernel's name, which [ParseKernel] does not read.
func (k Modulated) String() string { return "modulated(" + name(k.Kernel) + ")" }
func (k Mapped) String() string    { return "mapped(" + name(k.Kernel) + ")" }

// name prints a kernel, a reader's own by its type.
func name(k Kernel) string {
	if s, ok := k.(fmt.Stringer); ok {
		return s.String()
	}
	return fmt.Sprintf("%T", k)
}

// Precedences of the places where an operand may stand.
const (
	precedenceSum = iota
	precedenceProduct
)

// operand prints k as part of a sum or a product, in parentheses where it would
// otherwise be read as something else.
func operand(k Kernel, place int) string {
	s := name(k)
	switch k := k.(type) {
	case Sum:
		if len(k) > 0 {
			return "(" + s + ")"
		}
	case Product:
		if len(k) > 0 && place == precedenceProduct {
			return "(" + s + ")"
		}
	case Scaled:
		if place == precedenceProduct {
			return "(" + s + ")"
		}
	}
	return s
}
