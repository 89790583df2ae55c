package engine

import (
	"fmt"
	"math"
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
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		parsed, err := ParseKernel(expression(f.Name, values...))
		if err != nil || parsed != k {
			t.Errorf("%s is %v, and %v, %v as an expression", f.Name, k, parsed, err)
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
			if _, err := NamedKernel(f.Name, less); err == nil || !strings.Contains(err.Error(), p.Range) {
				t.Errorf("%s with a NaN: %v", f.Name, err)
			}
		}
		parameters["surplus"] = 1
		if _, err := NamedKernel(f.Name, parameters); err == nil || !strings.Contains(err.Error(), "surplus") {
			t.Errorf("%s with a parameter too many: %v", f.Name, err)
		}
	}
	for _, name := range []string{"", "gausian", "power", "block"} {
		if _, err := NamedKernel(name, nil); err == nil {
			t.Errorf("%q is a kernel", name)
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
		b.Run(fmt.Sprintf("%T", k), func(b *testing.B) {
			for b.Loop() {
				Gram(k, x)
			}
		})
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
