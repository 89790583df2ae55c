package kernelalgebra

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/plots"
)

// readKernel reads a kernel expression for points of one input.
func readKernel(text string) (string, *course.Slip) {
	k, err := engine.ParseKernel(text)
	var e *engine.KernelError
	switch {
	case errors.As(err, &e):
		return "", &course.Slip{Pos: e.Pos, Message: strings.TrimSuffix(e.Message, "."), Instead: e.Instead}
	case engine.LeastInputs(k) > 1:
		return "", &course.Slip{Pos: tooWide(text), Message: "time is one input: block(kernel, 0, 1) is all of it"}
	}
	return fmt.Sprint(k), nil
}

// tooWide is the character, counted from 1, at which the last block begins that asks for
// more inputs than one. An outer one may only pass on what an inner one asks.
func tooWide(text string) (pos int) {
	for i := range text {
		if !strings.HasPrefix(text[i:], "block") {
			continue
		}
		depth := 0
		closing := strings.IndexFunc(text[i:], func(r rune) bool {
			switch r {
			case '(':
				depth++
			case ')':
				depth--
				return depth == 0
			}
			return false
		})
		if k, err := engine.ParseKernel(text[i : i+closing+1]); err == nil && engine.LeastInputs(k) > 1 {
			pos = i + 1
		}
	}
	return pos
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
	switch k := k.(type) {
	case engine.Scaled:
		return k.Factor >= 0
	case engine.Constant:
		return k.Value >= 0
	case engine.Polynomial:
		return k.Offset >= 0
	case engine.Sigmoid:
		return false
	}
	return true // times are not negative, so that min is one
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
	call := func(name string, parameters ...float64) string {
		w.use(name)
		arguments := []string{s, t}
		for _, v := range parameters {
			arguments = append(arguments, course.FormatNumber(v))
		}
		return name + "(" + strings.Join(arguments, ", ") + ")"
	}
	between := func(parts []engine.Kernel, sign string, none float64) string {
		if len(parts) == 0 {
			return call("constant", none)
		}
		var all []string
		for _, part := range parts {
			text := w.spell(part, s, t)
			if _, sum := part.(engine.Sum); sum {
				text = "(" + text + ")"
			}
			if _, scaled := part.(engine.Scaled); scaled {
				text = "(" + text + ")"
			}
			all = append(all, text)
		}
		return strings.Join(all, sign)
	}
	switch k := k.(type) {
	case engine.Sum:
		return between(k, " + ", 0)
	case engine.Product:
		return between(k, " * ", 1)
	case engine.Scaled:
		return course.FormatNumber(k.Factor) + " * " + between([]engine.Kernel{k.Kernel}, "", 0)
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
	case engine.Linear:
		return call("linear")
	case engine.Polynomial:
		return call("polynomial", float64(k.Degree), k.Offset)
	case engine.Gaussian:
		return call("gaussian", k.Length)
	case engine.Laplacian:
		return call("laplacian", k.Length)
	case engine.Exponential:
		return call("laplacian", k.Length) // the same, of one input
	case engine.Matern32:
		return call("matern32", k.Length)
	case engine.Matern52:
		return call("matern52", k.Length)
	case engine.Cosine:
		return call("cosine")
	case engine.Min:
		return call("smaller")
	case engine.Sigmoid:
		return call("sigmoid", k.Slope, k.Offset)
	case engine.Periodic:
		return call("periodic", k.Length, k.Period)
	case engine.RationalQuadratic:
		return call("rationalquadratic", k.Length, k.Shape)
	case engine.Constant:
		return call("constant", k.Value)
	}
	panic(fmt.Sprintf("kernelalgebra: no program for %T", k))
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

func spellings(ext string) *spelling {
	switch ext {
	case "py":
		return &spelling{exp: "np.exp", power: "(%s) ** %d", function: "def %s(s, t):\n    return %s\n", end: "\n\n", written: map[string]string{
			"linear":            "def linear(s, t):\n    return s * t\n",
			"polynomial":        "def polynomial(s, t, degree, offset):\n    return (s * t + offset) ** degree\n",
			"gaussian":          "def gaussian(s, t, bandwidth):\n    return np.exp(-((s - t) ** 2) / (2 * bandwidth**2))\n",
			"laplacian":         "def laplacian(s, t, bandwidth):\n    return np.exp(-np.abs(s - t) / bandwidth)\n",
			"matern32":          "def matern32(s, t, bandwidth):\n    r = np.sqrt(3) * np.abs(s - t) / bandwidth\n    return (1 + r) * np.exp(-r)\n",
			"matern52":          "def matern52(s, t, bandwidth):\n    r = np.sqrt(5) * np.abs(s - t) / bandwidth\n    return (1 + r + r**2 / 3) * np.exp(-r)\n",
			"cosine":            "def cosine(s, t):\n    return np.sign(s) * np.sign(t)\n",
			"smaller":           "def smaller(s, t):\n    return np.minimum(s, t)\n",
			"sigmoid":           "def sigmoid(s, t, slope, offset):\n    return np.tanh(slope * s * t + offset)\n",
			"periodic":          "def periodic(s, t, bandwidth, period):\n    return np.exp(-2 * np.sin(np.pi * (s - t) / period) ** 2 / bandwidth**2)\n",
			"rationalquadratic": "def rationalquadratic(s, t, bandwidth, shape):\n    return (1 + (s - t) ** 2 / (2 * shape * bandwidth**2)) ** -shape\n",
			"constant":          "def constant(s, t, value):\n    return value + 0 * s * t\n",
			"angle":             "def angle(st, ss, tt):  # the cosine of that between features\n    p = np.maximum(ss, 0) * np.maximum(tt, 0)\n    return np.where(p > 0, st / np.sqrt(np.where(p > 0, p, 1)), 0)\n",
		}}
	case "R":
		return &spelling{exp: "exp", power: "(%s)^%d", function: "%s <- function(s, t) %s\n", written: map[string]string{
			"linear":            "linear <- function(s, t) s * t\n",
			"polynomial":        "polynomial <- function(s, t, degree, offset) (s * t + offset)^degree\n",
			"gaussian":          "gaussian <- function(s, t, bandwidth) exp(-(s - t)^2 / (2 * bandwidth^2))\n",
			"laplacian":         "laplacian <- function(s, t, bandwidth) exp(-abs(s - t) / bandwidth)\n",
			"matern32":          "matern32 <- function(s, t, bandwidth) {\n  r <- sqrt(3) * abs(s - t) / bandwidth\n  (1 + r) * exp(-r)\n}\n",
			"matern52":          "matern52 <- function(s, t, bandwidth) {\n  r <- sqrt(5) * abs(s - t) / bandwidth\n  (1 + r + r^2 / 3) * exp(-r)\n}\n",
			"cosine":            "cosine <- function(s, t) sign(s) * sign(t)\n",
			"smaller":           "smaller <- function(s, t) pmin(s, t)\n",
			"sigmoid":           "sigmoid <- function(s, t, slope, offset) tanh(slope * s * t + offset)\n",
			"periodic":          "periodic <- function(s, t, bandwidth, period) exp(-2 * sin(pi * (s - t) / period)^2 / bandwidth^2)\n",
			"rationalquadratic": "rationalquadratic <- function(s, t, bandwidth, shape) (1 + (s - t)^2 / (2 * shape * bandwidth^2))^-shape\n",
			"constant":          "constant <- function(s, t, value) value + 0 * s * t\n",
			"angle":             "angle <- function(st, ss, tt) {  # the cosine of that between features\n  p <- pmax(ss, 0) * pmax(tt, 0)\n  ifelse(p > 0, st / sqrt(ifelse(p > 0, p, 1)), 0)\n}\n",
		}}
	}
	return &spelling{exp: "math.Exp", power: "math.Pow(%s, %d)", function: "func %s(s, t float64) float64 {\n\treturn %s\n}\n", end: "\n", written: map[string]string{
		"linear":            "func linear(s, t float64) float64 { return s * t }\n",
		"polynomial":        "func polynomial(s, t, degree, offset float64) float64 { return math.Pow(s*t+offset, degree) }\n",
		"gaussian":          "func gaussian(s, t, bandwidth float64) float64 {\n\treturn math.Exp(-(s - t) * (s - t) / (2 * bandwidth * bandwidth))\n}\n",
		"laplacian":         "func laplacian(s, t, bandwidth float64) float64 { return math.Exp(-math.Abs(s-t) / bandwidth) }\n",
		"matern32":          "func matern32(s, t, bandwidth float64) float64 {\n\tr := math.Sqrt(3) * math.Abs(s-t) / bandwidth\n\treturn (1 + r) * math.Exp(-r)\n}\n",
		"matern52":          "func matern52(s, t, bandwidth float64) float64 {\n\tr := math.Sqrt(5) * math.Abs(s-t) / bandwidth\n\treturn (1 + r + r*r/3) * math.Exp(-r)\n}\n",
		"cosine":            "func cosine(s, t float64) float64 { return math.Copysign(1, s) * math.Copysign(1, t) } // neither is 0\n",
		"smaller":           "func smaller(s, t float64) float64 { return min(s, t) }\n",
		"sigmoid":           "func sigmoid(s, t, slope, offset float64) float64 { return math.Tanh(slope*s*t + offset) }\n",
		"periodic":          "func periodic(s, t, bandwidth, period float64) float64 {\n\tr := math.Sin(math.Pi*(s-t)/period) / bandwidth\n\treturn math.Exp(-2 * r * r)\n}\n",
		"rationalquadratic": "func rationalquadratic(s, t, bandwidth, shape float64) float64 {\n\treturn math.Pow(1+(s-t)*(s-t)/(2*shape*bandwidth*bandwidth), -shape)\n}\n",
		"constant":          "func constant(s, t, value float64) float64 { return value }\n",
		"angle":             "// angle is the cosine of that between features.\nfunc angle(st, ss, tt float64) float64 {\n\tif !(ss > 0 && tt > 0) {\n\t\treturn 0\n\t}\n\treturn st / math.Sqrt(ss*tt)\n}\n",
	}}
}
