package engine

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A KernelForm is a kernel that has a name: what it is called, the parameters it has, and what is
// known of it. All that names kernels has them from here.
type KernelForm struct {
	Name       string // "rational-quadratic"; in an expression it stands without its hyphen
	Label      string // "rational quadratic"; "" of one that nobody chooses by itself
	Also       string // another name that it goes by; "" for none
	Parameters []KernelParameter

	// New is the kernel with values of its parameters, in their order.
	New func(v []float64) Kernel

	values  func(k Kernel) (v []float64, ok bool)
	width   func(v []float64) float64             // nil: it is no bump
	lacks   func(v []float64, from float64) bool  // nil: it is a kernel everywhere
	combine func(part Kernel, v []float64) Kernel // of a kernel, the first parameter, in New's place
	spelt   string                                // as an expression may have it too
}

// A KernelParameter is a number that a kernel has.
type KernelParameter struct {
	Name string
	kind kind
}

type kind int

const (
	aReal kind = iota
	aPositive
	aCount // 0, 1, …, maxExponent
	aKernel
)

var bandwidthOnly = []KernelParameter{{"bandwidth", aPositive}}

// forms is the vocabulary, in the order in which errors and the interface for programs list it.
// The first of a bump's parameters is its width, but for the periodic kernel: near a peak that is
// exp(−d²/2w²), and no wider than the period lets it.
var forms = []KernelForm{
	{Name: "linear", Label: "linear",
		New: func([]float64) Kernel { return Linear{} }, values: valuesOf(func(Linear) []float64 { return nil })},
	{Name: "polynomial", Label: "polynomial", Parameters: []KernelParameter{{"degree", aCount}, {"offset", aReal}},
		New:    func(v []float64) Kernel { return Polynomial{int(v[0]), v[1]} },
		values: valuesOf(func(k Polynomial) []float64 { return []float64{float64(k.Degree), k.Offset} }),
		lacks:  func(v []float64, _ float64) bool { return !(v[1] >= 0) }},
	{Name: "gaussian", Label: "Gaussian", Parameters: bandwidthOnly, width: firstOf,
		New:    func(v []float64) Kernel { return Gaussian{v[0]} },
		values: valuesOf(func(k Gaussian) []float64 { return []float64{k.Length} })},
	{Name: "laplacian", Label: "Laplacian", Parameters: bandwidthOnly, width: firstOf,
		New:    func(v []float64) Kernel { return Laplacian{v[0]} },
		values: valuesOf(func(k Laplacian) []float64 { return []float64{k.Length} })},
	{Name: "exponential", Label: "exponential", Parameters: bandwidthOnly, width: firstOf,
		New:    func(v []float64) Kernel { return Exponential{v[0]} },
		values: valuesOf(func(k Exponential) []float64 { return []float64{k.Length} })},
	{Name: "matern32", Label: "Matérn 3/2", Parameters: bandwidthOnly, width: firstOf,
		New:    func(v []float64) Kernel { return Matern32{v[0]} },
		values: valuesOf(func(k Matern32) []float64 { return []float64{k.Length} })},
	{Name: "matern52", Label: "Matérn 5/2", Parameters: bandwidthOnly, width: firstOf,
		New:    func(v []float64) Kernel { return Matern52{v[0]} },
		values: valuesOf(func(k Matern52) []float64 { return []float64{k.Length} })},
	{Name: "cosine", Label: "cosine",
		New: func([]float64) Kernel { return Cosine{} }, values: valuesOf(func(Cosine) []float64 { return nil })},
	{Name: "min", Label: "min",
		New: func([]float64) Kernel { return Min{} }, values: valuesOf(func(Min) []float64 { return nil }),
		lacks: func(_ []float64, from float64) bool { return from < 0 }},
	{Name: "sigmoid", Label: "sigmoid", Also: "tanh",
		Parameters: []KernelParameter{{"slope", aReal}, {"offset", aReal}},
		New:        func(v []float64) Kernel { return Sigmoid{v[0], v[1]} },
		values:     valuesOf(func(k Sigmoid) []float64 { return []float64{k.Slope, k.Offset} }),
		lacks:      func([]float64, float64) bool { return true }},
	{Name: "periodic", Label: "periodic",
		Parameters: []KernelParameter{{"bandwidth", aPositive}, {"period", aPositive}},
		New:        func(v []float64) Kernel { return Periodic{v[0], v[1]} },
		values:     valuesOf(func(k Periodic) []float64 { return []float64{k.Length, k.Period} }),
		width:      func(v []float64) float64 { return math.Min(v[0], 1) * v[1] / (2 * math.Pi) }},
	{Name: "rational-quadratic", Label: "rational quadratic", width: firstOf,
		Parameters: []KernelParameter{{"bandwidth", aPositive}, {"shape", aPositive}},
		New:        func(v []float64) Kernel { return RationalQuadratic{v[0], v[1]} },
		values:     valuesOf(func(k RationalQuadratic) []float64 { return []float64{k.Length, k.Shape} })},
	{Name: "constant", Parameters: []KernelParameter{{"value", aReal}},
		New:    func(v []float64) Kernel { return Constant{v[0]} },
		values: valuesOf(func(k Constant) []float64 { return []float64{k.Value} }),
		lacks:  func(v []float64, _ float64) bool { return !(v[0] >= 0) }},

	{Name: "power", Parameters: []KernelParameter{{"kernel", aKernel}, {"exponent", aCount}},
		combine: func(k Kernel, v []float64) Kernel { return Power{k, int(v[0])} }},
	{Name: "exp", Parameters: []KernelParameter{{"kernel", aKernel}},
		combine: func(k Kernel, _ []float64) Kernel { return Exp{k} }},
	{Name: "normalized", spelt: "normalised", Parameters: []KernelParameter{{"kernel", aKernel}},
		combine: func(k Kernel, _ []float64) Kernel { return Normalized{k} }},
	{Name: "block", Parameters: []KernelParameter{{"kernel", aKernel}, {"from", aCount}, {"to", aCount}},
		combine: func(k Kernel, v []float64) Kernel { return Block{k, int(v[0]), int(v[1])} }},
}

func firstOf(v []float64) float64 { return v[0] }

// valuesOf is what reads the parameters of a kernel of one type, in the form's order.
func valuesOf[K Kernel](values func(K) []float64) func(Kernel) ([]float64, bool) {
	return func(k Kernel) ([]float64, bool) {
		own, ok := k.(K)
		if !ok {
			return nil, false
		}
		return values(own), true
	}
}

// KernelForms lists the kernels that [NamedKernel] makes: those of [ParseKernel] that are not
// made of others.
func KernelForms() []KernelForm {
	return slices.DeleteFunc(slices.Clone(forms), func(f KernelForm) bool { return f.combine != nil })
}

// FormOf returns the form of a kernel and the values of its parameters; ok is false of one that
// is made of others or is a caller's own.
func FormOf(k Kernel) (f KernelForm, values []float64, ok bool) {
	for i := range forms {
		if forms[i].values == nil {
			continue
		}
		if v, ok := forms[i].values(k); ok {
			return forms[i], v, true
		}
	}
	return KernelForm{}, nil, false
}

// FormNamed returns the form of that name, as [KernelForms] or as an expression has it.
func FormNamed(name string) (f KernelForm, ok bool) {
	if f := formOf(name); f != nil && f.combine == nil {
		return *f, true
	}
	return KernelForm{}, false
}

// formOf is the form of that name, which may make a kernel of another; nil if there is none.
func formOf(name string) *KernelForm {
	i := slices.IndexFunc(forms, func(f KernelForm) bool {
		return name == f.Name || name == f.word() || name == strings.ReplaceAll(f.Name, "-", "_") ||
			f.spelt != "" && name == f.spelt
	})
	if i < 0 {
		return nil
	}
	return &forms[i]
}

// word is the name as it stands in an expression, where a hyphen is a minus.
func (f *KernelForm) word() string { return strings.ReplaceAll(f.Name, "-", "") }

// String returns the form as a reader writes it in an expression.
func (f *KernelForm) String() string {
	names := each(f.Parameters, func(p KernelParameter) string { return p.Name })
	return f.word() + "(" + strings.Join(names, ", ") + ")"
}

// Width is the length over which the kernel with these values falls from its peaks; without end
// where it is not a bump.
func (f *KernelForm) Width(v []float64) float64 {
	if f.width == nil {
		return math.Inf(1)
	}
	return f.width(v)
}

// Lacks reports whether the kernel with these values is not positive semi-definite on all inputs
// whose coordinates are at least from.
func (f *KernelForm) Lacks(v []float64, from float64) bool { return f.lacks != nil && f.lacks(v, from) }

// NamedKernel makes the kernel of that name, with parameters by their names, as
// [KernelForms] lists them:
//
//	engine.NamedKernel("gaussian", map[string]float64{"bandwidth": 0.5})
//
// The error names what is missing, unknown or out of its range.
func NamedKernel(name string, parameters map[string]float64) (Kernel, error) {
	f := formOf(name)
	if f == nil || f.combine != nil {
		return nil, fmt.Errorf("engine: kernel %s", unknown(name))
	}
	v := make([]float64, len(f.Parameters))
	for i, p := range f.Parameters {
		number, has := parameters[p.Name]
		if !has {
			return nil, fmt.Errorf("engine: kernel %s needs the parameter %s", f.Name, p.Name)
		}
		if !finite(number) || p.complaint(value{number: number}) != "" {
			return nil, fmt.Errorf("engine: the %s of %s must be %s, not %v", p.Name, f.Name, p.Range(), number)
		}
		v[i] = number
	}
	for name := range parameters {
		if !slices.ContainsFunc(f.Parameters, func(p KernelParameter) bool { return p.Name == name }) {
			return nil, fmt.Errorf("engine: kernel %s has no parameter %q", f.Name, name)
		}
	}
	return f.New(v), nil
}

// Range says what the number must be: "above zero", for one.
func (p KernelParameter) Range() string {
	if wanted := p.complaint(value{number: math.NaN()}); wanted != "" {
		return wanted
	}
	return "a finite number"
}

// complaint says what v would have to be, or nothing.
func (p KernelParameter) complaint(v value) string {
	switch {
	case p.kind == aKernel:
	case v.kernel != nil:
		return "a number"
	case p.kind == aPositive && !(v.number > 0):
		return "above zero"
	case p.kind == aCount && !(v.number >= 0 && v.number <= maxExponent && v.number == math.Trunc(v.number)):
		return fmt.Sprintf("a whole number from 0 to %d", maxExponent)
	}
	return ""
}

// String returns the kernel as an expression, as of every kernel that has a form.
func (k Linear) String() string            { return written(k) }
func (k Polynomial) String() string        { return written(k) }
func (k Gaussian) String() string          { return written(k) }
func (k Laplacian) String() string         { return written(k) }
func (k Exponential) String() string       { return written(k) }
func (k Matern32) String() string          { return written(k) }
func (k Matern52) String() string          { return written(k) }
func (k Cosine) String() string            { return written(k) }
func (k Min) String() string               { return written(k) }
func (k Sigmoid) String() string           { return written(k) }
func (k Periodic) String() string          { return written(k) }
func (k RationalQuadratic) String() string { return written(k) }
func (k Constant) String() string          { return written(k) }

// written prints a kernel that has a form as the expression language writes it.
func written(k Kernel) string {
	f, v, _ := FormOf(k)
	return expression(f.word(), v...)
}
