package api

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// A kernel is one of vectors or one of strings.
type kernel struct {
	vectors engine.Kernel
	strings engine.StringKernel
	length  int  // of the substrings or subsequences
	squares bool // whether it costs the square of the letters

	// at is the kernel at another bandwidth, where that is left open; this one has any.
	at func(bandwidth float64) (kernel, *Problem)
}

// A KernelForm is how a kernel is named in a body.
type KernelForm struct {
	Name       string
	Parameters []Parameter
	Strings    bool // it is one of strings
}

// A Parameter is a number that a kernel has.
type Parameter struct{ Name, Range string }

// Kernels lists those that go by a name.
func Kernels() []KernelForm {
	var list []KernelForm
	for _, f := range engine.KernelForms() {
		list = append(list, KernelForm{Name: f.Name, Parameters: course.Each(f.Parameters,
			func(p engine.KernelParameter) Parameter { return Parameter{p.Name, p.Range()} })})
	}
	length := Parameter{"length", fmt.Sprintf("a whole number from 1 to %d", maxLength)}
	return append(list,
		KernelForm{Name: "spectrum", Parameters: []Parameter{length}, Strings: true},
		KernelForm{Name: "subsequence", Parameters: []Parameter{length, {"decay", "above 0 and at most 1"}},
			Strings: true})
}

const expectedKernel = `{"name": …} with the kernel's parameters, or {"expr": "gaussian(0.5) + 0.1*linear()"}`

const expectedWidth = `a number above zero, or "median"`

// kernel reads a kernel, by its name or as an expression.
func (r *reader) kernel() (k kernel, p *Problem) {
	var name, expr, word string
	parameters := map[string]float64{}
	p = r.object(expectedKernel, func(key string) (p *Problem) {
		switch {
		case key == "name":
			name, p = r.text("the name of a kernel")
		case key == "expr":
			expr, p = r.text("an expression")
		default:
			if !known(key) {
				return bad("kernel."+excerpt(key), expectedKernel, "a kernel has no parameter of this name")
			}
			if key == "bandwidth" && r.d.PeekKind() == '"' {
				parameters[key] = 1
				if word, p = r.text(expectedWidth); p == nil && word != "median" {
					p = bad("kernel.bandwidth", expectedWidth, "expected %s, not %q", expectedWidth, excerpt(word))
				}
				return p
			}
			parameters[key], p = r.number()
		}
		return p
	})
	switch {
	case p != nil:
		return k, p
	case name == "" && expr == "":
		return k, bad("kernel", expectedKernel, "neither a name nor an expression is given")
	case name != "" && expr != "":
		return k, bad("kernel", expectedKernel, "a name and an expression are given; give one")
	case expr != "":
		for key := range parameters {
			return k, bad("kernel."+excerpt(key), "nothing beside expr", "in an expression numbers stand in "+
				"parentheses")
		}
		return parsed(expr)
	}
	k, p = named(name, parameters)
	if word != "" && p == nil {
		k.at = func(bandwidth float64) (kernel, *Problem) {
			parameters["bandwidth"] = bandwidth
			return named(name, parameters)
		}
	}
	return k, p
}

// known reports whether a kernel has a parameter of that name.
func known(name string) bool {
	return slices.ContainsFunc(Kernels(), func(k KernelForm) bool { return k.has(name) })
}

func (k KernelForm) has(name string) bool {
	return slices.ContainsFunc(k.Parameters, func(p Parameter) bool { return p.Name == name })
}

// parsed is the kernel of an expression.
func parsed(expr string) (kernel, *Problem) {
	k, err := engine.ParseKernel(expr)
	var slip *engine.KernelError
	if errors.As(err, &slip) {
		expected := "an expression such as gaussian(0.5) + 0.1*linear()"
		if slip.Instead != "" {
			expected = "perhaps " + slip.Instead
		}
		return kernel{}, bad("kernel.expr", expected, "character %d: %s", slip.Pos, slip.Message)
	}
	return kernel{vectors: k}, nil
}

// named is the kernel of that name.
func named(name string, parameters map[string]float64) (k kernel, p *Problem) {
	all := Kernels()
	i := slices.IndexFunc(all, func(f KernelForm) bool { return f.Name == strings.ReplaceAll(name, "_", "-") })
	if i < 0 {
		names := course.Each(all, func(f KernelForm) string { return f.Name })
		expected := "one of " + strings.Join(names, ", ")
		return k, bad("kernel.name", expected, "there is no kernel %q", excerpt(name))
	}
	f := all[i]
	for key := range parameters {
		if !f.has(key) {
			return k, bad("kernel."+excerpt(key), f.expects(), "the kernel %s has no parameter of this name", f.Name)
		}
	}
	for _, parameter := range f.Parameters {
		if _, has := parameters[parameter.Name]; !has {
			return k, bad("kernel."+parameter.Name, parameter.Range, "the kernel %s needs its %s", f.Name,
				parameter.Name)
		}
	}
	if f.Strings {
		return ofStrings(f, parameters)
	}
	made, err := engine.NamedKernel(f.Name, parameters)
	if err != nil {
		for _, parameter := range f.Parameters { // the one that is wrong alone
			if strings.Contains(err.Error(), "the "+parameter.Name+" of") {
				return k, bad("kernel."+parameter.Name, parameter.Range, "it must be %s, not %v", parameter.Range,
					parameters[parameter.Name])
			}
		}
		return k, bad("kernel", f.expects(), "%s", strings.TrimPrefix(err.Error(), "engine: "))
	}
	return kernel{vectors: made}, nil
}

// expects says what the kernel has.
func (k KernelForm) expects() string {
	if len(k.Parameters) == 0 {
		return "a name alone"
	}
	names := course.Each(k.Parameters, func(p Parameter) string { return p.Name })
	return "a name and " + strings.Join(names, ", ")
}

// ofStrings makes a kernel of strings.
func ofStrings(f KernelForm, parameters map[string]float64) (k kernel, p *Problem) {
	length := parameters["length"]
	if length != float64(int(length)) || length < 1 || length > maxLength {
		return k, bad("kernel.length", f.Parameters[0].Range, "it must be %s, not %v", f.Parameters[0].Range, length)
	}
	k.length = int(length)
	if f.Name == "spectrum" {
		k.strings = engine.StringSpectrum{Length: k.length}
		return k, nil
	}
	decay := parameters["decay"]
	if !(decay > 0 && decay <= 1) {
		return k, bad("kernel.decay", f.Parameters[1].Range, "it must be %s, not %v", f.Parameters[1].Range, decay)
	}
	k.strings, k.squares = engine.Subsequence{Length: k.length, Decay: decay}, true
	return k, nil
}

// fits says why the kernel cannot compare the points, which are those of a field; or nothing.
func (k kernel) fits(field string, x Points) *Problem {
	switch {
	case k.strings != nil && x.Rows != nil:
		return bad(field, "strings", "the kernel compares strings, and these are numbers")
	case k.strings == nil && x.Strings != nil:
		return bad(field, "rows of numbers", "the kernel compares rows of numbers, and these are strings")
	case k.strings == nil:
		if least := engine.LeastInputs(k.vectors); least > len(x.Rows[0]) {
			return bad(field+"[0]", fmt.Sprintf("at least %d numbers", least),
				"the kernel has a block that ends at input %d, and there are %d", least, len(x.Rows[0]))
		}
		return nil
	}
	for i, s := range x.Strings {
		if n := utf8.RuneCountInString(s); n > maxLetters {
			return large(fmt.Sprintf("%s[%d]", field, i), fmt.Sprintf("at most %d letters", maxLetters),
				"the string has %d letters, and may have %d", n, maxLetters)
		}
	}
	return nil
}

// affords says that strings are too much for the kernel, taken together; or nothing.
func (k kernel) affords(x, other Points) *Problem {
	letters := func(p Points) (n float64) {
		for _, s := range p.Strings {
			n += float64(utf8.RuneCountInString(s))
		}
		return n
	}
	mine := letters(x)
	theirs := letters(other)
	if mine+theirs > maxText {
		return large("x", fmt.Sprintf("at most %d letters in all", maxText), "the strings have %.0f letters in all",
			mine+theirs)
	}
	if cost := float64(k.length) * mine * (mine + theirs); k.squares && cost > maxStrings {
		return large("x", "fewer or shorter strings", "the kernel's length times the square of all letters is %.2g, "+
			"and may be %.2g", cost, maxStrings)
	}
	return nil
}
