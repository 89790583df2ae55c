package engine

import (
	"fmt"
	"math"
	"slices"
)

// A KernelForm is how a kernel is written, by its name and with the names of its parameters.
type KernelForm struct {
	Name       string
	Parameters []KernelParameter
}

// A KernelParameter is a number that a kernel has.
type KernelParameter struct {
	Name  string
	Range string // what it must be, in words: "above zero", for one
}

// KernelForms lists the kernels that [NamedKernel] makes: those of [ParseKernel] that are not
// made of others.
func KernelForms() []KernelForm {
	var list []KernelForm
	for i := range forms {
		if forms[i].combines() {
			continue
		}
		f := KernelForm{Name: forms[i].name}
		for _, p := range forms[i].parameters {
			f.Parameters = append(f.Parameters, KernelParameter{p.name, p.wanted()})
		}
		list = append(list, f)
	}
	return list
}

// NamedKernel makes the kernel of that name, with parameters by their names, as
// [KernelForms] lists them:
//
//	engine.NamedKernel("gaussian", map[string]float64{"bandwidth": 0.5})
//
// The error names what is missing, unknown or out of its range.
func NamedKernel(name string, parameters map[string]float64) (Kernel, error) {
	f := formOf(name)
	if f == nil || f.combines() {
		return nil, fmt.Errorf("engine: kernel %s", unknown(name))
	}
	v := make([]value, len(f.parameters))
	for i, p := range f.parameters {
		number, has := parameters[p.name]
		if !has {
			return nil, fmt.Errorf("engine: kernel %s needs the parameter %s", f.name, p.name)
		}
		v[i].number = number
		if wanted := p.wanted(); !finite(number) || p.complaint(v[i]) != "" {
			return nil, fmt.Errorf("engine: the %s of %s must be %s, not %v", p.name, f.name, wanted, number)
		}
	}
	for name := range parameters {
		if !slices.ContainsFunc(f.parameters, func(p parameter) bool { return p.name == name }) {
			return nil, fmt.Errorf("engine: kernel %s has no parameter %q", f.name, name)
		}
	}
	return f.make(v), nil
}

// combines reports whether the form makes a kernel of others.
func (f *form) combines() bool {
	return slices.ContainsFunc(f.parameters, func(p parameter) bool { return p.kind == aKernel })
}

// wanted says what a number must be.
func (p parameter) wanted() string {
	if wanted := p.complaint(value{number: math.NaN()}); wanted != "" {
		return wanted
	}
	return "a finite number"
}

// A Combined kernel is a caller's own that is made of others: Kernel is what Eval computes,
// with the very numbers. Where a kernel says so, [Gram] fills its rows as fast as those of
// the parts; otherwise it calls Eval for every pair.
//
//	type mine struct{ width float64 }
//
//	func (k mine) Combined() engine.Kernel {
//		return engine.Sum{engine.Gaussian{Length: k.width}, engine.Linear{}}
//	}
//	func (k mine) Eval(x, y []float64) float64 { return k.Combined().Eval(x, y) }
type Combined interface {
	Kernel
	Combined() Kernel
}
