package engine

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strconv"
	"strings"
)

// A KernelError says what is wrong with a kernel expression, and where.
type KernelError struct {
	Pos     int    // the character, counted from 1; one past the end if more was expected
	Message string // for a reader
	Instead string // an expression that may have been meant and can be read; "" for none
}

// Error returns the message with its place.
func (e *KernelError) Error() string {
	return fmt.Sprintf("engine: kernel expression, character %d: %s", e.Pos, e.Message)
}

// Bounds of an expression: what a reader may write, and what one evaluation of
// it may cost.
const (
	maxExpression = 1000 // characters
	maxNesting    = 20   // calls and parentheses within one another
	maxExponent   = 1000 // degrees and exponents
)

// ParseKernel reads a kernel expression such as
//
//	gaussian(0.3) + 0.1*linear()*polynomial(2, 1)
//
// An expression is made of numbers, of +, − and *, of parentheses, and of
//
//	linear()  polynomial(degree, offset)  gaussian(bandwidth)  laplacian(bandwidth)
//	exponential(bandwidth)  matern32(bandwidth)  matern52(bandwidth)  cosine()  min()
//	sigmoid(slope, offset)  periodic(bandwidth, period)  constant(value)
//	rationalquadratic(bandwidth, shape), also written rational_quadratic
//	power(kernel, exponent)  exp(kernel)  normalized(kernel)  block(kernel, from, to)
//
// A number times a kernel scales it; a number standing for a kernel is that
// constant; a difference adds the kernel scaled by −1, which need not leave it
// positive semi-definite. There is no operator for powers. What String prints of
// a kernel that ParseKernel returned is read back as the same kernel.
//
// The error is a *[KernelError]. An expression has at most 1000 characters,
// nested at most 20 deep, as it is written and as String prints it; degrees and
// exponents are at most 1000.
func ParseKernel(expr string) (Kernel, error) {
	k, err := readKernel(expr)
	if err != nil {
		err.Instead = instead(expr, err.Pos)
		return nil, err
	}
	return k, nil
}

// MustKernel is [ParseKernel] of an expression that is known to be one. It panics if it is none.
func MustKernel(expr string) Kernel { return Must(ParseKernel(expr)) }

// readKernel reads an expression that can be read again as String prints it: spaces,
// digits and constant(…) are put in there, and may break a bound that was kept to.
func readKernel(expr string) (Kernel, *KernelError) {
	k, err := parseKernel(expr)
	if err != nil {
		return nil, err
	}
	if _, err := parseKernel(fmt.Sprint(k)); err != nil {
		return nil, &KernelError{Pos: 1, Message: "written out in full, with its spaces and constants, " + err.Message}
	}
	return k, nil
}

// instead is an expression that can be read and is near to one that cannot, whose error
// is at a character: a name is spelt as the one nearest to it, or has its parentheses; an
// operator is one of ours; parentheses are closed.
func instead(expr string, pos int) string {
	near := strings.NewReplacer("·", "*", "×", "*", "−", "-").Replace(expr)
	if near == expr && pos <= len(expr) {
		end := pos - 1
		for end < len(expr) && (expr[end] == '_' || expr[end]|0x20 >= 'a' && expr[end]|0x20 <= 'z' ||
			expr[end] >= '0' && expr[end] <= '9') {
			end++
		}
		name, rest := expr[pos-1:end], expr[end:]
		if f := formOf(name); f == nil {
			if f = nearestForm(name); f == nil {
				return ""
			}
			name = f.word()
		}
		if !strings.HasPrefix(strings.TrimLeft(rest, " "), "(") {
			rest = "()" + rest
		}
		near = expr[:pos-1] + name + rest
	}
	for range 3 {
		if _, err := readKernel(near); err == nil {
			return near
		}
		near += ")"
	}
	return ""
}

// nearestForm is the form whose name is a slip or two from the one written, or begins with
// it; nil if none is.
func nearestForm(name string) *KernelForm {
	if name == "" {
		return nil
	}
	var best *KernelForm
	least := 1 + min(2, len(name)/3)
	for i := range forms {
		f := &forms[i]
		d := EditDistance(strings.ToLower(name[:min(len(name), 24)]), f.word())
		if len(name) >= 3 && strings.HasPrefix(f.word(), strings.ToLower(name)) {
			d = 0
		}
		if d < least {
			best, least = f, d
		}
	}
	return best
}

func parseKernel(expr string) (Kernel, *KernelError) {
	characters := 0
	for _, c := range expr {
		characters++
		if characters > maxExpression {
			return nil, &KernelError{Pos: characters,
				Message: fmt.Sprintf("the expression is longer than %d characters", maxExpression)}
		}
		if !strings.ContainsRune(alphabet, c) {
			return nil, &KernelError{Pos: characters,
				Message: fmt.Sprintf(
					"%q has no meaning here; an expression has names, numbers, + - * ( ) and commas", c)}
		}
	}
	if strings.TrimSpace(expr) == "" {
		return nil, &KernelError{Pos: 1, Message: "the expression is empty; for example gaussian(0.5) + 0.1*linear()"}
	}
	tree, err := parser.ParseExprFrom(token.NewFileSet(), "", expr, 0)
	if err != nil {
		return nil, syntaxError(expr, err)
	}
	r := reader{expr}
	v, e := r.read(tree, 0)
	if e != nil {
		return nil, e
	}
	return v.asKernel(), nil
}

// alphabet has no line breaks and nothing beyond ASCII, so that from here on
// bytes are characters.
const alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.,()+-* "

func syntaxError(expr string, err error) *KernelError {
	pos, detail := 1, err.Error()
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		pos, detail = list[0].Pos.Offset+1, list[0].Msg
	}
	pos = min(max(pos, 1), len(expr)+1)
	if rest := strings.TrimRight(expr[pos-1:], " "); rest == "" {
		return &KernelError{Pos: pos, Message: "the expression ends too soon"}
	}
	detail, _, _ = strings.Cut(detail, ", found")
	return &KernelError{Pos: pos, Message: fmt.Sprintf("cannot read on from %q: %s", excerpt(expr[pos-1:]), detail)}
}

func excerpt(s string) string {
	const enough = 12
	if len(s) > enough {
		return s[:enough] + "…"
	}
	return s
}

// A value is a number, or a kernel if that is not nil.
type value struct {
	kernel Kernel
	number float64
}

func (v value) asKernel() Kernel {
	if v.kernel == nil {
		return Constant{v.number}
	}
	return v.kernel
}

func (v value) negated() value {
	switch k := v.kernel.(type) {
	case nil:
		return value{number: -v.number}
	case Scaled:
		return value{kernel: Scaled{k.Kernel, -k.Factor}}
	}
	return value{kernel: Scaled{v.kernel, -1}}
}

type reader struct{ expr string }

func (r reader) fail(at ast.Node, format string, a ...any) (value, *KernelError) {
	return value{}, &KernelError{Pos: int(at.Pos()), Message: fmt.Sprintf(format, a...)}
}

// read gives an expression its meaning.
func (r reader) read(e ast.Expr, depth int) (value, *KernelError) {
	if depth > maxNesting {
		return r.fail(e, "the expression is nested more than %d deep", maxNesting)
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.read(e.X, depth+1)
	case *ast.BasicLit:
		return r.readNumber(e)
	case *ast.CallExpr:
		return r.readCall(e, depth)
	case *ast.UnaryExpr:
		if e.Op == token.SUB || e.Op == token.ADD {
			return r.readProduct(e, depth)
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.ADD, token.SUB:
			return r.readSum(e, depth)
		case token.MUL:
			return r.readProduct(e, depth)
		}
	case *ast.StarExpr:
		return r.fail(e, "there is nothing to the left of * to multiply")
	case *ast.Ident:
		if f := formOf(e.Name); f != nil {
			return r.fail(e, "%s needs its parentheses: %v", e.Name, f)
		}
		return r.fail(e, "%s", unknown(e.Name))
	}
	return r.fail(e, "%q has no meaning here; known are %s", excerpt(r.expr[e.Pos()-1:e.End()-1]), knownForms())
}

func (r reader) readNumber(e *ast.BasicLit) (value, *KernelError) {
	v, err := strconv.ParseFloat(e.Value, 64)
	if errors.Is(err, strconv.ErrRange) {
		return r.fail(e, "%s is too large", e.Value)
	}
	if err != nil || e.Kind != token.INT && e.Kind != token.FLOAT {
		return r.fail(e, "%s is not a decimal number", e.Value)
	}
	return value{number: v}, nil
}

// readSum reads a chain of + and −; what stands in parentheses is one term.
func (r reader) readSum(e ast.Expr, depth int) (value, *KernelError) {
	var terms []value
	var collect func(e ast.Expr, negative bool) *KernelError
	collect = func(e ast.Expr, negative bool) *KernelError {
		if b, ok := e.(*ast.BinaryExpr); ok && (b.Op == token.ADD || b.Op == token.SUB) {
			if err := collect(b.X, negative); err != nil {
				return err
			}
			return collect(b.Y, b.Op == token.SUB)
		}
		v, err := r.read(e, depth+1)
		if err != nil {
			return err
		}
		if negative {
			v = v.negated()
		}
		terms = append(terms, v)
		return nil
	}
	if err := collect(e, false); err != nil {
		return value{}, err
	}
	var total float64
	var sum Sum
	numbers := true
	for _, v := range terms {
		total += v.number
		numbers = numbers && v.kernel == nil
		sum = append(sum, v.asKernel())
	}
	if !numbers {
		return value{kernel: sum}, nil
	}
	if !finite(total) {
		return r.fail(e, "the number is too large")
	}
	return value{number: total}, nil
}

// readProduct reads a chain of * and the signs in it; what stands in parentheses
// is one factor.
func (r reader) readProduct(e ast.Expr, depth int) (value, *KernelError) {
	factor, scaled := 1.0, false
	var product Product
	var collect func(e ast.Expr) *KernelError
	collect = func(e ast.Expr) *KernelError {
		if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.MUL {
			if err := collect(b.X); err != nil {
				return err
			}
			return collect(b.Y)
		}
		if u, ok := e.(*ast.UnaryExpr); ok && (u.Op == token.SUB || u.Op == token.ADD) {
			if u.Op == token.SUB {
				factor, scaled = -factor, true
			}
			return collect(u.X)
		}
		v, err := r.read(e, depth+1)
		if err != nil {
			return err
		}
		if v.kernel == nil {
			factor, scaled = factor*v.number, true
		} else {
			product = append(product, v.kernel)
		}
		return nil
	}
	if err := collect(e); err != nil {
		return value{}, err
	}
	if !finite(factor) {
		return r.fail(e, "the number is too large")
	}
	var k Kernel = product
	switch len(product) {
	case 0:
		return value{number: factor}, nil
	case 1:
		k = product[0]
	}
	if scaled {
		k = Scaled{k, factor}
	}
	return value{kernel: k}, nil
}

func unknown(name string) string {
	for i := range forms {
		if before, _, ok := strings.Cut(forms[i].Name, "-"); ok && before == name {
			return fmt.Sprintf("in an expression %s is written %v", forms[i].Name, &forms[i])
		}
	}
	if f := nearestForm(name); f != nil {
		return fmt.Sprintf("%q is not known; did you mean %v?", excerpt(name), f)
	}
	return fmt.Sprintf("%q is not known; known are %s", excerpt(name), knownForms())
}

func knownForms() string {
	return strings.Join(each(forms, func(f KernelForm) string { return f.String() }), ", ")
}

func (r reader) readCall(e *ast.CallExpr, depth int) (value, *KernelError) {
	called, ok := e.Fun.(*ast.Ident)
	if !ok {
		return r.fail(e, "only a name stands before parentheses; for a product write *")
	}
	f := formOf(called.Name)
	if f == nil {
		return r.fail(e, "%s", unknown(called.Name))
	}
	if e.Ellipsis != token.NoPos {
		return value{}, &KernelError{Pos: int(e.Ellipsis), Message: "\"...\" has no meaning here"}
	}
	if len(e.Args) != len(f.Parameters) {
		at := int(e.Rparen)
		if len(e.Args) > len(f.Parameters) {
			at = int(e.Args[len(f.Parameters)].Pos())
		}
		message := fmt.Sprintf("%v takes %s, not %d", f, plural(len(f.Parameters)), len(e.Args))
		return value{}, &KernelError{Pos: at, Message: message}
	}
	v := make([]value, len(e.Args))
	for i, arg := range e.Args {
		var err *KernelError
		if v[i], err = r.read(arg, depth+1); err != nil {
			return value{}, err
		}
		if complaint := f.Parameters[i].complaint(v[i]); complaint != "" {
			return r.fail(arg, "the %s of %s must be %s", f.Parameters[i].Name, f.word(), complaint)
		}
	}
	k := f.made(v)
	if b, ok := k.(Block); ok && b.From >= b.To {
		return r.fail(e.Args[2],
			"the end of a block must be above its beginning: block(kernel, 0, 1) is the first input")
	}
	return value{kernel: k}, nil
}

// made is the kernel of what stands in the parentheses.
func (f *KernelForm) made(v []value) Kernel {
	numbers := each(v, func(v value) float64 { return v.number })
	if f.combine != nil {
		return f.combine(v[0].asKernel(), numbers[1:])
	}
	return f.New(numbers)
}

func plural(n int) string {
	switch n {
	case 0:
		return "nothing in its parentheses"
	case 1:
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// LeastInputs returns the number p of inputs that the points must have for k: what
// the [Block] kernels in it reach for, and at least 1. Of a [Mapped] kernel and of
// a reader's own it knows nothing and says 1.
func LeastInputs(k Kernel) int {
	if k, ok := k.(Block); ok {
		return max(k.To, k.From+LeastInputs(k.Kernel))
	}
	p := 1
	for _, part := range partsOf(k) {
		p = max(p, LeastInputs(part))
	}
	return p
}

// partsOf are the kernels that k is made of, of the same inputs or, in a [Block], of some of them.
func partsOf(k Kernel) []Kernel {
	switch k := k.(type) {
	case Sum:
		return k
	case Product:
		return k
	case Maximum:
		return k
	case Scaled:
		return []Kernel{k.Kernel}
	case Power:
		return []Kernel{k.Kernel}
	case Exp:
		return []Kernel{k.Kernel}
	case Normalized:
		return []Kernel{k.Kernel}
	case Modulated:
		return []Kernel{k.Kernel}
	case Block:
		return []Kernel{k.Kernel}
	case Combined:
		return []Kernel{k.Combined()}
	}
	return nil
}
