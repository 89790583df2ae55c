package engine

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestNamedKernelIsTheExpressions(t *testing.T) {
	for _, f := range KernelForms() {
		parameters, values := map[string]float64{}, []float64(nil)
		for i, p := range f.Parameters {
			parameters[p.Name] = float64(i + 2)
			values = append(values, float64(i+2))
		}
		k, err := NamedKernel(f.Name, parameters)
		noError(t, err, f.Name)
		parsed, err := ParseKernel(expression(f.word(), values...))
		if err != nil || parsed != k {
			t.Errorf("%s is %v, and %v, %v as an expression", f.Name, k, parsed, err)
		}
		if of, v, ok := FormOf(k); !ok || of.Name != f.Name || !slices.Equal(v, values) {
			t.Errorf("%v is a %s with %v, %v", k, of.Name, v, ok)
		}
		for _, p := range f.Parameters {
			less := map[string]float64{}
			for name, v := range parameters {
				if name != p.Name {
					less[name] = v
				}
			}
			if _, err := NamedKernel(f.Name, less); err == nil || !strings.Contains(err.Error(), p.Name) {
				t.Errorf("%s without %s: %v", f.Name, p.Name, err)
			}
			less[p.Name] = math.NaN()
			if _, err := NamedKernel(f.Name, less); err == nil || !strings.Contains(err.Error(), p.Range()) {
				t.Errorf("%s with a NaN: %v", f.Name, err)
			}
		}
		parameters["surplus"] = 1
		if _, err := NamedKernel(f.Name, parameters); err == nil || !strings.Contains(err.Error(), "surplus") {
			t.Errorf("%s with a parameter too many: %v", f.Name, err)
		}
	}
	for _, k := range []Kernel{Sum{Linear{}}, Scaled{Linear{}, 2}, Arc{1}, own{1}} {
		if f, _, ok := FormOf(k); ok {
			t.Errorf("%v is a %s", k, f.Name)
		}
	}
	for _, name := range []string{"", "gausian", "power", "block"} {
		if _, err := NamedKernel(name, nil); err == nil {
			t.Errorf("%q is a kernel", name)
		}
	}
}

// A form that lacks nothing has no matrix with an eigenvalue below zero; what one lacks, some
// points show.
func TestFormsLackWhatPointsShow(t *testing.T) {
	x := append(normalPoints(12, 1, newRand(3)), []float64{-1}, []float64{0}, []float64{1}, []float64{2})
	for _, f := range KernelForms() {
		for _, p := range []float64{-1, 1} {
			for _, from := range []float64{0, math.Inf(-1)} {
				points := slices.DeleteFunc(slices.Clone(x), func(x []float64) bool { return x[0] < from })
				v := slices.Repeat([]float64{1}, len(f.Parameters))
				for i := range v {
					if f.Parameters[i].kind == aReal {
						v[i] = p
					}
				}
				s := Must(Eigen(Gram(f.New(v), points)))
				if negative := s.Negative() > 0; negative != f.Lacks(v, from) {
					t.Errorf("%v from %v: a negative eigenvalue is %v", f.New(v), from, negative)
				}
			}
		}
	}
}

// A bump is below half its height at two of its widths, and near it at a tenth of one; what has no
// bandwidth has no width.
func TestFormsFallOverTheirWidth(t *testing.T) {
	for _, f := range KernelForms() {
		for _, ell := range []float64{0.1, 0.5, 1} {
			v := slices.Repeat([]float64{1}, len(f.Parameters))
			if len(v) > 0 {
				v[0] = ell
			}
			bump := slices.ContainsFunc(f.Parameters, func(p KernelParameter) bool { return p.Name == "bandwidth" })
			width := f.Width(v)
			if bump == math.IsInf(width, 1) {
				t.Errorf("%v has the width %v", f.New(v), width)
			}
			if k := f.New(v); bump && !(k.Eval([]float64{0}, []float64{0.1 * width}) > 0.8 &&
				(k.Eval([]float64{0}, []float64{2 * width}) < 0.5)) {
				t.Errorf("%v is %v at two widths", k, k.Eval([]float64{0}, []float64{2 * width}))
			}
		}
	}
}

// own is a kernel of a caller's, which says what it is made of; slow does not say it.
type (
	own  struct{ width float64 }
	slow struct{ own }
)

func (k own) Combined() Kernel {
	return Sum{Gaussian{k.width}, Scaled{Product{Linear{}, Polynomial{2, 1}}, 0.1}}
}
func (k own) Eval(x, y []float64) float64 { return k.Combined().Eval(x, y) }
func (k slow) Eval(x, y []float64) float64 {
	return k.own.Eval(x, y)
}
func (slow) Combined() {} // another method of that name

func TestCombinedKernelsGiveTheSameNumbers(t *testing.T) {
	x := normalPoints(40, 3, newRand(1))
	fast, plain := Gram(own{2}, x), Gram(slow{own{2}}, x)
	for i := range x {
		for j := range x {
			if fast.At(i, j) != plain.At(i, j) {
				t.Fatalf("K[%d][%d] is %g, and %g by Eval", i, j, fast.At(i, j), plain.At(i, j))
			}
		}
	}
	if n := LeastInputs(own{2}); n != 1 {
		t.Errorf("it needs %d inputs", n)
	}
}

// A caller's kernel that combines ours, beside ours alone.
func BenchmarkCombined(b *testing.B) {
	x := normalPoints(500, 10, newRand(1))
	for _, k := range []Kernel{own{2}.Combined(), own{2}, slow{own{2}}} {
		timed(b, fmt.Sprintf("%T", k), func() { Gram(k, x) })
	}
}

func ExampleNamedKernel() {
	k, err := NamedKernel("gaussian", map[string]float64{"bandwidth": 0.5})
	fmt.Println(k, err)
	_, err = NamedKernel("gaussian", map[string]float64{"bandwidth": -1})
	fmt.Println(err)
	// Output:
	// gaussian(0.5) <nil>
	// engine: the bandwidth of gaussian must be above zero, not -1
}
