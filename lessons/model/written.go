package model

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
)

//go:embed code
var code embed.FS

// ParsePrograms reads the templates of a lesson's programs, which may use those of
// package model, each in Python and R:
//
//	kernel      a function of that name for the choice "kernel", of two vectors, whose matrix
//	            it is. Its further arguments are .Parameters
//	rowkernel   the same of matrices that have points of several inputs for rows
//	parameters  those, with the values they have
//	arguments   those as arguments of a call: ", bandwidth"
//	twoinputs   X, points of the inputs .X1 and .X2 for its rows
//	truth       a function of that name, for the data named .Truth
//
// Where the kernel is an expression, its function is made of those of its parts. A program in Go
// has the kernel from the engine, by the function engine: var kernel = {{engine .}}; and truth
// names the engine's.
func ParsePrograms(files fs.FS) course.Programs {
	return course.ParseProgramsWith(func(run course.Run) template.FuncMap {
		return template.FuncMap{"body": body, "engine": goKernel,
			"written": func(file, text string) (string, error) { return spelled(run, file, text) }}
	}, code, files)
}

// goKernel is Go for the kernel that a program is about, of the package engine; given "bandwidth",
// it is so at the bandwidth that a variable of that name has.
func goKernel(dot map[string]any, free ...string) string {
	k, p := named(dot["kernel"].(string)), parameters{}
	if k.name == written.name {
		return fmt.Sprintf("engine.MustKernel(%q)", dot["expr"])
	}
	for _, name := range k.parameters {
		if !slices.Contains(free, name) {
			*p.of(name) = dot[name].(float64)
		}
	}
	literal := strings.ReplaceAll(fmt.Sprintf("%#v", k.make(p)), ":", ": ")
	if len(free) > 0 {
		literal = strings.Replace(literal, "Length: 0", "Length: bandwidth", 1)
	}
	return literal
}

// An expression is a kernel that a reader has written, comparable as keys want it.
type expression struct {
	engine.Kernel
	text string
}

// String is the kernel as it is written.
func (k expression) String() string { return k.text }

// Combined is what it is made of, by which the engine knows whether it promises to be a kernel.
func (k expression) Combined() engine.Kernel { return k.Kernel }

// openExpression is what the choice of an expression opens on, and expressions are examples.
const openExpression = "gaussian(1) + 0.1*linear()"

var expressions = []string{
	openExpression, "gaussian(0.5)*periodic(1, 2)", "laplacian(1) + polynomial(2, 1)",
	"normalized(polynomial(3, 1))", "0.5*gaussian(0.3) + 0.5*gaussian(3)", "power(matern52(2), 2)",
}

// chooseExpression declares the expression, for points of as many inputs as the data have.
func chooseExpression(f *course.Form) string {
	inputs := points.InputCount(f)
	beyond := fmt.Sprintf("these points have %s: block(kernel, 0, 1) is of the first",
		course.ByCount(inputs, "one input", strconv.Itoa(inputs)+" inputs"))
	read := func(text string) (string, *course.Slip) { return ReadKernel(text, inputs, beyond) }
	return f.Expression("expr", "k(x, y) =", openExpression, read, expressions, course.When("kernel", "expression"))
}

// ReadKernel reads a kernel expression for points of so many inputs, and returns it as it is
// written, or what is wrong with it; beyond is what to say where it asks for more inputs.
func ReadKernel(text string, inputs int, beyond string) (string, *course.Slip) {
	k, err := engine.ParseKernel(text)
	var e *engine.KernelError
	switch {
	case errors.As(err, &e):
		return "", &course.Slip{Pos: e.Pos, Message: strings.TrimSuffix(e.Message, "."), Instead: e.Instead}
	case engine.LeastInputs(k) > inputs:
		return "", &course.Slip{Pos: tooWide(text, inputs), Message: beyond}
	}
	return fmt.Sprint(k), nil
}

// tooWide is the character, counted from 1, at which the last block begins that asks for
// more inputs than there are. An outer one may only pass on what an inner one asks.
func tooWide(text string, inputs int) (pos int) {
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
		if k, err := engine.ParseKernel(text[i : i+closing+1]); err == nil && engine.LeastInputs(k) > inputs {
			pos = i + 1
		}
	}
	return pos
}

// writtenKernel is the kernel of an expression that has been read.
func writtenKernel(text string) engine.Kernel {
	switch k := inPairs(course.Must(engine.ParseKernel(text))).(type) {
	case plus, times, engine.Scaled, engine.Power, engine.Exp, engine.Normalized, engine.Block:
		return expression{k, text}
	default:
		return k
	}
}

// Plus and times are a sum and a product of two kernels. Those of a list cannot be compared.
type (
	plus  struct{ a, b engine.Kernel }
	times struct{ a, b engine.Kernel }
)

func (k plus) Combined() engine.Kernel  { return engine.Sum{k.a, k.b} }
func (k times) Combined() engine.Kernel { return engine.Product{k.a, k.b} }

func (k plus) Eval(x, y []float64) float64  { return k.Combined().Eval(x, y) }
func (k times) Eval(x, y []float64) float64 { return k.Combined().Eval(x, y) }

// inPairs is the kernel with its sums and products in pairs.
func inPairs(k engine.Kernel) engine.Kernel {
	switch k := k.(type) {
	case engine.Sum:
		return folded(k, engine.Constant{Value: 0}, func(a, b engine.Kernel) engine.Kernel { return plus{a, b} })
	case engine.Product:
		return folded(k, engine.Constant{Value: 1}, func(a, b engine.Kernel) engine.Kernel { return times{a, b} })
	case engine.Scaled:
		k.Kernel = inPairs(k.Kernel)
		return k
	case engine.Power:
		k.Kernel = inPairs(k.Kernel)
		return k
	case engine.Exp:
		return engine.Exp{Kernel: inPairs(k.Kernel)}
	case engine.Normalized:
		return engine.Normalized{Kernel: inPairs(k.Kernel)}
	case engine.Block:
		k.Kernel = inPairs(k.Kernel)
		return k
	}
	return k
}

func folded(parts []engine.Kernel, none engine.Kernel, join func(a, b engine.Kernel) engine.Kernel) engine.Kernel {
	for i, part := range parts {
		if part = inPairs(part); i == 0 {
			none = part
		} else {
			none = join(none, part)
		}
	}
	return none
}

// A speller writes a kernel as a function in the language of a program, of the arguments that
// the function of a template's file has. That of each of its parts comes from the template.
type speller struct {
	run       course.Run
	file, ext string // rowkernel.py, py
	rows      bool   // of points of several inputs
	functions []string
	known     map[string]bool // by their names
	parts     int             // kernels that are normalised
}

// spelled is the function kernel of an expression, and all that it calls.
func spelled(run course.Run, file, text string) (string, error) {
	name, ext, _ := strings.Cut(file, ".")
	w := &speller{run: run, file: file, ext: ext, rows: name == "rowkernel", known: map[string]bool{}}
	k, err := engine.ParseKernel(text)
	if err != nil {
		return "", err // the form has read it
	}
	a, b := "a", "b"
	if w.rows {
		a, b = "A", "B"
	}
	body := w.spell(k, a, b)
	return strings.TrimSpace(strings.Join(append(w.functions, w.function("kernel", a, b, body)), w.apart())), nil
}

// apart is what stands between two functions.
func (w *speller) apart() string {
	if w.ext == "py" {
		return "\n\n\n"
	}
	return "\n\n"
}

// function is one of two arguments that returns a body.
func (w *speller) function(name, a, b, body string) string {
	if w.ext == "py" {
		return fmt.Sprintf("def %s(%s, %s):\n    return %s", name, a, b, body)
	}
	return fmt.Sprintf("%s <- function(%s, %s) %s", name, a, b, body)
}

// spell writes a kernel of a and b.
func (w *speller) spell(k engine.Kernel, a, b string) string {
	switch k := k.(type) {
	case engine.Sum:
		return w.join(k, " + ", 0, a, b)
	case engine.Product:
		return w.join(k, " * ", 1, a, b)
	case engine.Scaled:
		return course.FormatNumber(k.Factor) + " * " + w.join([]engine.Kernel{k.Kernel}, "", 0, a, b)
	case engine.Power:
		form := map[string]string{"py": "(%s) ** %d", "R": "(%s)^%d"}[w.ext]
		return fmt.Sprintf(form, w.spell(k.Kernel, a, b), k.Exponent)
	case engine.Exp:
		exp := map[string]string{"py": "np.exp", "R": "exp"}[w.ext]
		return exp + "(" + w.spell(k.Kernel, a, b) + ")"
	case engine.Normalized:
		return w.angle(k.Kernel, a, b)
	case engine.Block:
		return w.spell(k.Kernel, w.cut(a, k.From, k.To), w.cut(b, k.From, k.To))
	}
	return w.part(k, a, b)
}

// join puts a sign between kernels; that of none is a constant.
func (w *speller) join(parts []engine.Kernel, sign string, none float64, a, b string) string {
	if len(parts) == 0 {
		return w.part(engine.Constant{Value: none}, a, b)
	}
	all := make([]string, len(parts))
	for i, part := range parts {
		all[i] = w.spell(part, a, b)
		switch part.(type) {
		case engine.Sum, engine.Scaled:
			all[i] = "(" + all[i] + ")"
		}
	}
	return strings.Join(all, sign)
}

// cut is some of the inputs of a point, or of points.
func (w *speller) cut(a string, from, to int) string {
	switch {
	case !w.rows:
		return a
	case w.ext == "py":
		return fmt.Sprintf("%s[:, %d:%d]", a, from, to)
	}
	return fmt.Sprintf("%s[, %d:%d, drop = FALSE]", a, from+1, to)
}

// angles are the functions that make a cosine of the values of a kernel.
var angles = map[string]string{
	"py": `def angle(k, a, b):  # the cosine of that between features
    a2, b2 = (np.maximum(np.diag(k(c, c)), 0) for c in (a, b))
    p = np.sqrt(np.outer(a2, b2))
    return np.where(p > 0, k(a, b) / np.where(p > 0, p, 1), 0)`,
	"R": `angle <- function(k, a, b) {  # the cosine of that between features
  p <- sqrt(outer(pmax(diag(k(a, a)), 0), pmax(diag(k(b, b)), 0)))
  ifelse(p > 0, k(a, b) / ifelse(p > 0, p, 1), 0)
}`,
}

// angle is the kernel of a kernel that is normalised: the cosine of the angle between features.
func (w *speller) angle(k engine.Kernel, a, b string) string {
	first, second := "A", "B"
	if !w.rows {
		first, second = "a", "b"
	}
	body := w.spell(k, first, second)
	w.parts++
	name := fmt.Sprintf("part%d", w.parts)
	w.functions = append(w.functions, w.function(name, first, second, body))
	w.add("angle", angles[w.ext])
	return fmt.Sprintf("angle(%s, %s, %s)", name, a, b)
}

// add puts a function among those that are called, once.
func (w *speller) add(name, function string) {
	if !w.known[name] {
		w.known[name] = true
		w.functions = append(w.functions, function)
	}
}

// part calls the function of a kernel that is not made of others, which the template of the
// choice has.
func (w *speller) part(k engine.Kernel, a, b string) string {
	form, values, ok := engine.FormOf(k)
	if !ok {
		panic(fmt.Sprintf("model: no program for %T", k))
	}
	name := functionOf(form.Name)
	text := strings.TrimSpace(w.run(w.file, map[string]any{"kernel": form.Name, "Parameters": parametersOf(form)}))
	w.add(name, strings.Replace(text, "kernel", name, 1))
	arguments := []string{a, b}
	for _, v := range values {
		arguments = append(arguments, course.FormatNumber(v))
	}
	return name + "(" + strings.Join(arguments, ", ") + ")"
}
