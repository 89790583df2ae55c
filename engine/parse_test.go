package engine

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseKernel(t *testing.T) {
	for _, test := range []struct {
		expr string
		want Kernel
		text string // of String, if not expr
	}{
		{"gaussian(0.3) + 0.1*linear()*polynomial(2, 1)",
			Sum{Gaussian{0.3}, Scaled{Product{Linear{}, Polynomial{2, 1}}, 0.1}}, ""},
		{"linear()", Linear{}, ""},
		{" rational_quadratic( 1,2e0 )", RationalQuadratic{1, 2}, "rationalquadratic(1, 2)"},
		{"normalised(exp(linear()))", Normalized{Exp{Linear{}}}, "normalized(exp(linear()))"},
		{"periodic(1, 12)*gaussian(1e-09)", Product{Periodic{1, 12}, Gaussian{1e-9}}, ""},
		{"block(laplacian(1), 0, 2)*block(min(), 2, 3)", Product{Block{Laplacian{1}, 0, 2}, Block{Min{}, 2, 3}}, ""},
		{"cosine() - exponential(2)", Sum{Cosine{}, Scaled{Exponential{2}, -1}}, "cosine() - 1*exponential(2)"},
		{"-2*matern32(1) + matern52(3)", Sum{Scaled{Matern32{1}, -2}, Matern52{3}}, ""},
		{"-linear()", Scaled{Linear{}, -1}, "-1*linear()"},
		{"sigmoid(-1, +2)", Sigmoid{-1, 2}, "sigmoid(-1, 2)"},
		{"2 + linear()", Sum{Constant{2}, Linear{}}, "constant(2) + linear()"},
		{"2*(3 - 1)", Constant{4}, "constant(4)"},
		{"(linear() + min())*linear()", Product{Sum{Linear{}, Min{}}, Linear{}}, ""},
		{"(linear() + min()) + linear()", Sum{Sum{Linear{}, Min{}}, Linear{}}, ""},
		{"linear()*(linear()*min())", Product{Linear{}, Product{Linear{}, Min{}}}, ""},
		{"2*(3*linear())", Scaled{Scaled{Linear{}, 3}, 2}, ""},
		{"linear()*2*min()*3", Scaled{Product{Linear{}, Min{}}, 6}, "6*linear()*min()"},
		{"(2*linear())*min()", Product{Scaled{Linear{}, 2}, Min{}}, ""},
		{"power(linear() + 1, 3)", Power{Sum{Linear{}, Constant{1}}, 3}, "power(linear() + constant(1), 3)"},
	} {
		k, err := ParseKernel(test.expr)
		noError(t, err, test.expr)
		wantEqual(t, test.expr, k, test.want)
		text := test.text
		if text == "" {
			text = test.expr
		}
		wantEqual(t, test.expr+", printed", fmt.Sprint(k), text)
	}
}

// Every kernel of the table that has an expression is read back as itself.
func TestKernelsRoundTrip(t *testing.T) {
	for _, k := range append(kernels[:len(kernels):len(kernels)], indefinite...) {
		text := fmt.Sprint(k)
		if slices.ContainsFunc([]string{"mapped(", "modulated(", "arc(", "maximum("},
			func(name string) bool { return strings.Contains(text, name) }) {
			continue
		}
		got, err := ParseKernel(text)
		noError(t, err, text)
		if fmt.Sprint(got) != text {
			t.Errorf("%s is read as %v", text, got)
		}
		x := []float64{0.3, -0.2}
		if a, b := k.Eval(x, x), got.Eval(x, x); a != b {
			t.Errorf("%s: %v, and read back %v", text, a, b)
		}
	}
}

func TestParseKernelErrors(t *testing.T) {
	for _, test := range []struct {
		expr string
		pos  int
		says string
	}{
		{"", 1, "empty"},
		{"gausian(1)", 1, "did you mean gaussian(bandwidth)?"},
		{"linear() + foo", 12, `"foo" is not known`},
		{"linear", 1, "linear()"},
		{"gaussian(0)", 10, "above zero"},
		{"gaussian(-1)", 10, "above zero"},
		{"gaussian(linear())", 10, "a number"},
		{"gaussian()", 10, "1 argument"},
		{"gaussian(1, 2)", 13, "1 argument"},
		{"polynomial(2.5, 1)", 12, "whole number"},
		{"polynomial(1001, 1)", 12, "whole number"},
		{"linear() +", 11, "ends too soon"},
		{"gaussian(1", 11, "ends too soon"},
		{"linear(),min()", 9, "cannot read on"},
		{"linear() linear()", 10, "cannot read on"},
		{"linear() + + * min()", 14, "to the left of *"},
		{"linear()^2", 9, "'^'"},
		{"linear()·min()", 9, "'·'"},
		{"linear()\nmin()", 9, "no meaning"},
		{"gaussian(1e999)", 10, "too large"},
		{"gaussian(1i)", 10, "decimal"},
		{"1e308*10*linear()", 1, "too large"},
		{"rational-quadratic(1, 1)", 1, "rationalquadratic"},
		{"(linear())(1)", 1, "for a product write *"},
		{"block(linear(), 1, 1)", 20, "above its beginning"},
		{"linear().x", 1, "no meaning"},
		{strings.Repeat("(", 30) + "1" + strings.Repeat(")", 30), 22, "deep"},
		{strings.Repeat(" ", 2000), 1001, "longer than 1000"},
		{strings.Repeat("min()+", 130) + "min()", 1, "written out in full"},
		{"linear()" + strings.Repeat("-cosine()", 90), 1, "longer than 1000"},
		{strings.Repeat("exp(", 20) + "1" + strings.Repeat(")", 20), 1, "deep"},
	} {
		k, err := ParseKernel(test.expr)
		var e *KernelError
		if !errors.As(err, &e) {
			t.Errorf("%.40q: %v and no error", test.expr, k)
			continue
		}
		if e.Pos != test.pos || !strings.Contains(e.Message, test.says) {
			t.Errorf("%.40q: %v; want character %d and %q", test.expr, err, test.pos, test.says)
		}
	}
}

// What may have been meant can be read, and is offered only then.
func TestParseKernelInstead(t *testing.T) {
	for expr, want := range map[string]string{
		"gausian(1) + linear()":   "gaussian(1) + linear()",
		"2*Gaussian(1)":           "2*gaussian(1)",
		"linea*min()":             "linear()*min()",
		"linear() + poly(2, 1)":   "linear() + polynomial(2, 1)",
		"linear":                  "linear()",
		"exp(0.5*(linear() + 1":   "exp(0.5*(linear() + 1))",
		"linear()·min()":          "linear()*min()",
		"cosine() − 0.5*linear()": "cosine() - 0.5*linear()",
		"gaussian":                "",
		"gaussian(0)":             "",
		"linear()^2":              "",
		"foo(1)":                  "",
		"linear() é":              "",
		"":                        "",
		strings.Repeat("x", 2000): "",
	} {
		_, err := ParseKernel(expr)
		var e *KernelError
		if !errors.As(err, &e) || e.Instead != want {
			t.Errorf("%.40q: %+v, want %q instead", expr, err, want)
		}
	}
}

func TestLeastInputs(t *testing.T) {
	for expr, want := range map[string]int{
		"linear()":                                       1,
		"gaussian(1) + 2*block(linear(), 1, 3)":          3,
		"exp(normalized(power(block(min(), 0, 4), 2)))":  4,
		"block(block(linear(), 1, 2), 2, 4)*linear()":    4,
		"block(linear(), 0, 2)*block(linear(), 0, 1000)": 1000,
	} {
		k := Must(ParseKernel(expr))
		wantEqual(t, expr+": inputs", LeastInputs(k), want)
	}
	wantEqual(t, "inputs of a maximum over the second", LeastInputs(Maximum{Linear{}, Block{Linear{}, 1, 2}}), 2)
}

// Whatever is written, the parser answers with a kernel that prints back to
// itself and gives numbers, or with an error at a character of the expression.
func FuzzParseKernel(f *testing.F) {
	for _, seed := range []string{
		"gaussian(0.3) + 0.1*linear()*polynomial(2, 1)", "-min() - -2*(cosine() + 1)", "power(exp(sigmoid(1, -1)), 3)",
		"normalised(block(rational_quadratic(1, 2), 0, 1))", "periodic(1e-9, 1e9)*matern52(3)", "1+", "((", "λ",
		"func(x)", "a.b[1:2]...",
		strings.Repeat("min()+", 149) + "min()", strings.Repeat("-1e9*min()", 90),
		strings.Repeat("exp(", 20) + "1" + strings.Repeat(")", 20),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, expr string) {
		k, err := ParseKernel(expr)
		if err != nil {
			var e *KernelError
			if !errors.As(err, &e) || e.Pos < 1 || e.Pos > len([]rune(expr))+1 || e.Message == "" {
				t.Fatalf("%q: %#v", expr, err)
			}
			return
		}
		text := fmt.Sprint(k)
		again, err := ParseKernel(text)
		noError(t, err, fmt.Sprintf("%q prints as %q", expr, text))
		if diff := cmp.Diff(k, again); diff != "" {
			t.Fatalf("%q prints as %q (-first +again):\n%s", expr, text, diff)
		}
		p := LeastInputs(k)
		x, y := make([]float64, p), make([]float64, p)
		for i := range x {
			x[i], y[i] = 0.5*float64(i%3), 1e300
		}
		for _, v := range entries(Gram(k, [][]float64{x, y})) {
			if math.IsNaN(v) {
				t.Fatalf("%q gives NaN", expr)
			}
		}
		if a, b := k.Eval(x, y), k.Eval(y, x); a != b {
			t.Fatalf("%q: %v and %v", expr, a, b)
		}
	})
}
