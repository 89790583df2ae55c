package kernelalgebra

import (
	"embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/plots"
)

// readKernel reads a kernel expression for points of one input.
func readKernel(text string) (string, *course.Slip) {
	return model.ReadKernel(text, 1, "time is one input: block(kernel, 0, 1) is all of it")
}

// tree is a kernel as a tree; what no rule covers is brought out.
func tree(k engine.Kernel) plots.Node {
	var n plots.Node
	if !covers(k) {
		n.Class = "uncovered"
	}
	children := func(parts ...engine.Kernel) {
		for _, part := range parts {
			n.Children = append(n.Children, tree(part))
		}
	}
	switch k := k.(type) {
	case engine.Sum:
		n.Label = "+"
		children(k...)
	case engine.Product:
		n.Label = "×"
		children(k...)
	case engine.Scaled:
		n.Label = course.FormatNumber(k.Factor) + " ×"
		children(k.Kernel)
	case engine.Power:
		n.Label = fmt.Sprintf("power %d", k.Exponent)
		children(k.Kernel)
	case engine.Exp:
		n.Label = "exp"
		children(k.Kernel)
	case engine.Normalized:
		n.Label = "normalized"
		children(k.Kernel)
	case engine.Block:
		return tree(k.Kernel) // of the one input there is
	case engine.Constant:
		n.Label = course.FormatNumber(k.Value)
	default:
		n.Label = fmt.Sprint(k)
	}
	n.Label = typeset(n.Label)
	return n
}

// scientific is a number as programs write one that is large or small.
var scientific = regexp.MustCompile(`([\d.]+)e([+-]?\d+)`)

// typeset is a label with minus signs and powers of ten as people write them.
func typeset(label string) string {
	label = scientific.ReplaceAllStringFunc(label, func(number string) string {
		m := scientific.FindStringSubmatch(number)
		exponent := course.Must(strconv.Atoi(m[2]))
		return m[1] + " × 10" + course.Superscript(exponent)
	})
	return strings.ReplaceAll(label, "-", "−")
}

// covers reports whether a kernel is one by itself, or by a rule if its parts are.
func covers(k engine.Kernel) bool {
	if k, ok := k.(engine.Scaled); ok {
		return k.Factor >= 0
	}
	form, values, _ := engine.FormOf(k)
	return !form.Lacks(values, 0) // times are not negative, so that min is one
}

// uncovered are the parts that no rule covers, by their labels.
func uncovered(n plots.Node) []string {
	var labels []string
	if n.Class != "" {
		label, factor := strings.CutSuffix(n.Label, " ×")
		if factor {
			label = "the factor " + label
		}
		labels = append(labels, label)
	}
	for _, child := range n.Children {
		labels = append(labels, uncovered(child)...)
	}
	return labels
}

// A spelling is how a language writes what kernels are made of.
type spelling struct {
	exp, power, function, end string
	written                   map[string]string // the functions used, by name
	names                     []string          // those, in the order of their use
	parts                     []string          // the kernels that are normalised
}

// spell writes a kernel of the numbers s and t as an expression in calls of functions, in
// one of the languages of programs.
func (w *spelling) spell(k engine.Kernel, s, t string) string {
	switch k := k.(type) {
	case engine.Sum:
		return w.join(k, " + ", 0, s, t)
	case engine.Product:
		return w.join(k, " * ", 1, s, t)
	case engine.Scaled:
		return course.FormatNumber(k.Factor) + " * " + w.join([]engine.Kernel{k.Kernel}, "", 0, s, t)
	case engine.Power:
		return fmt.Sprintf(w.power, w.spell(k.Kernel, s, t), k.Exponent)
	case engine.Exp:
		return w.exp + "(" + w.spell(k.Kernel, s, t) + ")"
	case engine.Normalized:
		text := w.spell(k.Kernel, "s", "t")
		w.use("angle")
		w.parts = append(w.parts, text)
		name := fmt.Sprintf("part%d", len(w.parts))
		return fmt.Sprintf("angle(%s(%s, %s), %[1]s(%[2]s, %[2]s), %[1]s(%[3]s, %[3]s))", name, s, t)
	case engine.Block:
		return w.spell(k.Kernel, s, t)
	}
	form, values, _ := engine.FormOf(k)
	name := strings.ReplaceAll(form.Name, "-", "")
	switch name {
	case "min":
		name = "smaller"
	case "exponential":
		name = "laplacian"
	}
	return w.call(name, s, t, values...)
}

// join puts a sign between kernels; that of none is a constant.
func (w *spelling) join(parts []engine.Kernel, sign string, none float64, s, t string) string {
	if len(parts) == 0 {
		return w.call("constant", s, t, none)
	}
	var all []string
	for _, part := range parts {
		text := w.spell(part, s, t)
		switch part.(type) {
		case engine.Sum, engine.Scaled:
			text = "(" + text + ")"
		}
		all = append(all, text)
	}
	return strings.Join(all, sign)
}

func (w *spelling) call(name, s, t string, parameters ...float64) string {
	w.use(name)
	arguments := []string{s, t}
	for _, v := range parameters {
		arguments = append(arguments, course.FormatNumber(v))
	}
	return name + "(" + strings.Join(arguments, ", ") + ")"
}

func (w *spelling) use(name string) {
	if _, ok := w.written[name]; !ok {
		panic("kernelalgebra: no function " + name)
	}
	for _, used := range w.names {
		if used == name {
			return
		}
	}
	w.names = append(w.names, name)
}

// program are the functions that a kernel is made of, those of its parts and the kernel
// itself.
func (w *spelling) program(k engine.Kernel) string {
	body := w.spell(k, "s", "t")
	var b strings.Builder
	for _, name := range w.names {
		b.WriteString(w.written[name] + w.end)
	}
	for i, part := range w.parts {
		fmt.Fprintf(&b, w.function+w.end, fmt.Sprintf("part%d", i+1), part)
	}
	fmt.Fprintf(&b, w.function, "kernel", body)
	return b.String()
}

//go:embed spelled
var spelled embed.FS

// defined finds the name of a function where it is defined, in any of the languages.
var defined = regexp.MustCompile(`(?m)^(?:def |func )?(\w+)(?: <- function)?\(`)

// spellings is how a kernel is written in a language. The functions that it may be made of
// stand in spelled/kernels, apart by empty lines.
func spellings(ext string) *spelling {
	w, file := &spelling{written: map[string]string{}}, "kernels."+ext
	switch ext {
	case "py":
		w.exp, w.power, w.end = "np.exp", "(%s) ** %d", "\n\n"
		w.function = "def %s(s, t):\n    return %s\n"
	case "R":
		w.exp, w.power = "exp", "(%s)^%d"
		w.function = "%s <- function(s, t) %s\n"
	default:
		w.exp, w.power, w.end = "math.Exp", "math.Pow(%s, %d)", "\n"
		w.function, file = "func %s(s, t float64) float64 {\n\treturn %s\n}\n", "kernels.go.txt"
	}
	for part := range strings.SplitSeq(string(course.Must(spelled.ReadFile("spelled/"+file))), "\n\n") {
		w.written[defined.FindStringSubmatch(part)[1]] = strings.TrimSpace(part) + "\n"
	}
	return w
}
