package model

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// numbers and rows are points of one input and of two; some of both are zeros.
var (
	numbers = [][]float64{{0}, {0.3}, {-1.7}, {2.9}, {1.2}}
	rows    = [][]float64{{0, 0}, {0.3, -0.2}, {-1.7, 0.4}, {2.9, 1.1}, {-1, -0.8}}
)

// matrices has the functions of a kernel alone.
var matrices = fstest.MapFS{
	"code/kernel-of.py":    {Data: []byte(`{{template "kernel.py" .}}`)},
	"code/kernel-of.R":     {Data: []byte(`{{template "kernel.R" .}}`)},
	"code/rowkernel-of.py": {Data: []byte(`{{template "rowkernel.py" .}}`)},
	"code/rowkernel-of.R":  {Data: []byte(`{{template "rowkernel.R" .}}`)},
}

// A trial is a kernel at values of its parameters, as programs are handed it.
type trial struct {
	name, expr string
	parameters []string
	values     []float64
	kernel     engine.Kernel
}

// trials are all kernels that have a form, the similarities, and each kernel in an expression.
func trials(t *testing.T) (all []trial) {
	t.Helper()
	at := parameters{ell: 1.3, degree: 3, offset: 0.7, slope: 0.3, period: 2.3, shape: 1.7, weight: 0.6}
	for _, f := range engine.KernelForms() {
		k := trial{name: f.Name, parameters: parametersOf(f)}
		for _, p := range k.parameters {
			if v := at.of(p); v != nil {
				k.values = append(k.values, *v)
			} else {
				k.values = append(k.values, 1.9)
			}
		}
		k.kernel = f.New(k.values)
		all = append(all, k)
		expr := fmt.Sprintf("2*%v - normalized(1 + exp(0.01*%[1]v))", k.kernel)
		whole := course.Must(engine.ParseKernel(expr))
		all = append(all, trial{name: "expression", expr: expr, kernel: whole})
	}
	for _, s := range similarities {
		k := trial{name: s.name, parameters: s.parameters, kernel: s.make(at)}
		for _, p := range s.parameters {
			k.values = append(k.values, *at.of(p))
		}
		all = append(all, k)
	}
	return all
}

// Whoever has a label is in the menu.
func TestEveryKernelIsOffered(t *testing.T) {
	for _, f := range engine.KernelForms() {
		if offered := slices.Contains(Names, f.Name); offered != (f.Label != "") {
			t.Errorf("that %s is offered is %v", f.Name, offered)
		}
	}
}

// Whatever a program writes of a kernel has the engine's values, of points that are numbers and of
// rows, in both languages that compute it from scratch.
func TestFormulasAreTheEngines(t *testing.T) {
	programs := ParsePrograms(matrices)
	for ext, command := range map[string][]string{"py": {"/usr/bin/python3"}, "R": {"Rscript", "--vanilla"}} {
		t.Run(ext, func(t *testing.T) {
			t.Parallel()
			var text strings.Builder
			var want [][]float64
			text.WriteString(map[string]string{"py": "import numpy as np\n", "R": ""}[ext])
			for _, k := range trials(t) {
				for _, file := range []string{"kernel", "rowkernel"} {
					points := map[string][][]float64{"kernel": numbers, "rowkernel": rows}[file]
					if _, err := body(file+"."+ext, k.name); err != nil && k.name != "expression" {
						if slices.ContainsFunc(similarities, func(s kernel) bool { return s.name == k.name }) {
							continue // which wants two inputs
						}
						t.Error(err)
						continue
					}
					code := programs.Code(file+"-of", course.NewForm(nil), course.Values{"kernel": k.name,
						"expr": k.expr, "Parameters": k.parameters}).In(ext)
					for line := range strings.Lines(code) {
						if len([]rune(line)) > 101 && k.expr == "" {
							t.Errorf("%s: a line has more than 100 letters: %s", k.name, line)
						}
					}
					text.WriteString(code + "\n" + called(ext, k.name+"/"+file, points, k.values) + "\n")
					var all []float64
					for _, a := range points {
						for _, b := range points[1:] {
							all = append(all, k.kernel.Eval(a, b))
						}
					}
					want = append(want, all)
				}
			}
			lines := strings.Split(strings.TrimSpace(printed(t, command, ext, text.String())), "\n")
			if len(lines) != len(want) {
				t.Fatalf("%d matrices of %d", len(lines), len(want))
			}
			for i, line := range lines {
				compare(t, line, want[i])
			}
		})
	}
}

// called prints the values of the function kernel for all points and all but the first, in a line
// that says how the function is called.
func called(ext, name string, points [][]float64, values []float64) string {
	var flat []string
	for _, x := range slices.Concat(points...) {
		flat = append(flat, course.FormatNumber(x))
	}
	arguments := ""
	for _, v := range values {
		arguments += ", " + course.FormatNumber(v)
	}
	list, inputs := strings.Join(flat, ", "), len(points[0])
	switch {
	case ext == "py" && inputs == 1:
		list = "np.array([" + list + "])"
	case ext == "py":
		list = fmt.Sprintf("np.array([%s]).reshape(-1, %d)", list, inputs)
	case inputs == 1:
		list = "c(" + list + ")"
	default:
		list = fmt.Sprintf("matrix(c(%s), ncol = %d, byrow = TRUE)", list, inputs)
	}
	if ext == "py" {
		return fmt.Sprintf("a = %s\nprint(%q, *kernel(a, a[1:]%s).ravel().astype(object))", list, name, arguments)
	}
	but := map[bool]string{true: "-1", false: "-1, "}[inputs == 1]
	return fmt.Sprintf("a <- %s\ncat(%q, format(as.vector(t(kernel(a, a[%s]%s))), digits = 17), \"\\n\")", list, name,
		but, arguments)
}

// printed is what a program prints.
func printed(t *testing.T, command []string, ext, text string) string {
	t.Helper()
	if _, err := exec.LookPath(command[0]); err != nil {
		if os.Getenv("GRAMOPHONE_ALL") == "1" {
			t.Fatal("wanted: ", err)
		}
		t.Skip("not here: ", err)
	}
	file := filepath.Join(t.TempDir(), "matrices."+ext)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(command[0], append(command[1:], file)...).Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command[0], err, text)
	}
	return string(out)
}

// compare holds a line of numbers, which begins with a name, against those it should have.
func compare(t *testing.T, line string, want []float64) {
	t.Helper()
	name, rest, _ := strings.Cut(line, " ")
	got := strings.Fields(rest)
	if len(got) != len(want) {
		t.Errorf("%s: %d values of %d", name, len(got), len(want))
		return
	}
	for i, text := range got {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !(math.Abs(v-want[i]) <= 1e-13*math.Max(1, math.Abs(want[i]))) {
			t.Errorf("%s: %s, not %v; %v", name, text, want[i], err)
		}
	}
}
