package course

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/template"
	"unicode"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/plots"
)

// A Language is one in which a figure's numbers can be had.
type Language struct{ Ext, Title string }

// Languages are those of the snippets, in the order shown.
var Languages = []Language{{Ext: "py", Title: "Python: NumPy and scikit-learn"}, {Ext: "R", Title: "R"},
	{Ext: "go", Title: "Go: the course’s own engine"}}

// Programs are the templates of snippets, four a figure of a lesson: Name.py, Name.R and
// Name.go.txt, the last so called that the Go tool takes it for no program, and
// Name.plot.py, which draws the picture with matplotlib, as plt, where Name.py has run: its axes
// say what they are, and plt.show() follows.
//
// The one in Go calls the engine where that has the method, and those in Python and R have it from
// scratch, which checks the engine. A program shows the method first and the data last. It imports what it uses and
// nothing else; the one in Go is as gofmt writes it, without package clause and imports, which follow from what it
// calls of [packages]. The one in Python has a line
// "# %% Name" before each of its parts, which editors know for the beginning of a
// cell; a notebook has them for its cells. What stands before the first is a comment
// of one line that says what is computed.
//
// A template has the controls by their names and the values that it is handed: {{.width}},
// {{list .X}}. A number is written as short as it can be, so that 1 is an integer in Go:
// const width = float64({{.width}}). What a program prints is compared with the figure's
// numbers: a line for each, its name and the number, as "value 0.607".
//
// Beside what package text/template has, a template can use
//
//   - list: numbers with commas between them, on one line or, where they are many, on
//     lines of their own, indented by four spaces: np.array([{{list .X}}]), c({{list .X}})
//   - golist: the same as gofmt wants it, indented by a tab and with a comma after the
//     last where there are lines: []float64{ {{- golist .X -}} }
//   - axes: the labels, scales and limits of two [plots.Axis] as matplotlib's Axes.set
//     takes them: plt.gca().set({{axes .XAxis .YAxis}})
//   - the templates print.py and print.R: lines that print what values has, a name and a number a line
//
// They are read when the first is wanted, as a reader who moves a figure wants none. A slip
// in one panics then.
type Programs struct{ templates func() *template.Template }

// ParsePrograms reads the templates in the folder code of files, each of which may use
// those of all others.
func ParsePrograms(files ...fs.FS) Programs { return ParseProgramsWith(nil, files...) }

// A Run executes the template of a file with what it has for its dot.
type Run func(file string, dot any) string

// ParseProgramsWith is ParsePrograms for templates that use more functions, which may run
// templates in their turn.
func ParseProgramsWith(more func(Run) template.FuncMap, files ...fs.FS) Programs {
	var p Programs
	p.templates = sync.OnceValue(func() *template.Template {
		t := template.New("").Option("missingkey=error").Funcs(template.FuncMap{
			"list":   func(v []float64) string { return list(v, "    ", "") },
			"golist": func(v []float64) string { return list(v, "\t", ",") },
			"axes":   axes,
		})
		if more != nil {
			t.Funcs(more(p.run))
		}
		for file, text := range shared {
			template.Must(t.New(file).Parse(text))
		}
		for _, f := range files {
			template.Must(t.ParseFS(f, "code/*"))
		}
		return t
	})
	return p
}

// shared are the last lines of a program: they print what values has, a name and a number a line.
var shared = map[string]string{
	"print.py": "for name, value in values.items():\n    print(name, repr(float(value)))",
	"print.R":  `for (name in names(values)) cat(name, format(values[[name]], digits = 17), "\n")`,
}

// run executes the template of a file.
func (p Programs) run(file string, dot any) string {
	var b strings.Builder
	if err := p.templates().ExecuteTemplate(&b, file, dot); err != nil {
		panic("course: code: " + err.Error())
	}
	return b.String()
}

// Values are what a program is about beside the state of its figure, by name.
type Values map[string]any

// Code is the program of that name for a figure in the state of its form. Its
// templates have the form's controls by their names, numbers as numbers, the state as
// State, and values, which come before controls of the same name.
func (p Programs) Code(name string, f *Form, values Values) *Code { return &Code{p, name, f, values} }

// A Code is a program, in Languages, that computes the figure's numbers
// and prints them a line each: name, space, value.
type Code struct {
	programs Programs
	name     string
	form     *Form
	values   Values
}

// Languages are those that the program is there in, of the course's.
func (c *Code) Languages() (languages []Language) {
	for _, l := range Languages {
		if c.programs.templates().Lookup(c.name+"."+fileOf(l.Ext)) != nil {
			languages = append(languages, l)
		}
	}
	return languages
}

// Has reports whether the program is there in the language of that extension.
func (c *Code) Has(ext string) bool {
	return slices.ContainsFunc(c.Languages(), func(l Language) bool { return l.Ext == ext })
}

// fileOf is how the template of a program in the language of that extension ends.
func fileOf(ext string) string {
	if ext == "go" {
		return "go.txt"
	}
	return ext
}

// In returns the program in the language of that extension. The one in Go says how it is run
// beneath its first line.
func (c *Code) In(ext string) string {
	if ext != "go" {
		return c.execute(ext)
	}
	about, rest, _ := strings.Cut(c.execute(fileOf(ext)), "\n")
	head := imports(rest)
	run := "go mod init " + c.name + " && go mod tidy && go run .\n"
	if strings.Contains(head, Module+"/engine\"") {
		about += "\n//\n// The package engine is the course's, which hands it out. For a course at " + Address + ":"
		run = GoModule(Address) + run
	}
	return about + "\n//\n//\t" + strings.ReplaceAll(strings.TrimSpace(run), "\n", "\n//\t") + "\n" +
		head + rest
}

// packages are those that a program in Go may call, in the groups of its imports.
var packages = [][]string{
	{"context", "fmt", "log", "math", "math/big", "math/rand/v2", "os", "slices", "strings", "time"},
	{"gonum.org/v1/gonum/floats", "gonum.org/v1/gonum/mat", "gonum.org/v1/gonum/stat"},
	{Module + "/engine"},
}

// imports are the package clause of a program in Go and the imports of what it calls.
func imports(program string) string {
	calls := map[string]bool{}
	for line := range strings.Lines(program) {
		code, _, _ := strings.Cut(line, "//")
		for _, word := range strings.FieldsFunc(code, func(r rune) bool { return r != '.' && !unicode.IsLetter(r) }) {
			if name, selected, _ := strings.Cut(word, "."); selected != "" {
				calls[name] = true
			}
		}
	}
	var groups []string
	for _, group := range packages {
		lines := ""
		for _, p := range group {
			if calls[path.Base(strings.TrimSuffix(p, "/v2"))] {
				lines += "\t" + strconv.Quote(p) + "\n"
			}
		}
		if lines != "" {
			groups = append(groups, lines)
		}
	}
	return "package main\n\nimport (\n" + strings.Join(groups, "\n") + ")\n\n"
}

// Address stands in a program for where the course is.
const Address = "https://course.example"

// Module is the path of the module that holds the engine.
var Module = strings.TrimSuffix(reflect.TypeFor[engine.Linear]().PkgPath(), "/engine")

// GoModule is what a shell is told so that the Go tool has the package engine from the course at
// that address.
func GoModule(address string) string {
	return "export GOPROXY=" + address + "/go,https://proxy.golang.org,direct\n" +
		"export GONOSUMDB=" + Module + "\n"
}

// A Cell is a part of the program in Python, as a notebook has it.
type Cell struct{ Name, Code string }

// Cells are the line that says what is computed, and the parts of the program in
// Python; the last, "Picture", draws it with matplotlib, where that is installed.
func (c *Code) Cells() (about string, cells []Cell) {
	about, rest, _ := strings.Cut(c.In("py"), "\n# %% ")
	for part := range strings.SplitSeq(rest, "\n# %% ") {
		name, code, _ := strings.Cut(part, "\n")
		cells = append(cells, Cell{name, strings.TrimSpace(code) + "\n"})
	}
	const guarded = "try:\n    import matplotlib.pyplot as plt\nexcept ImportError:\n" +
		"    print(\"The picture wants matplotlib.\")\nelse:\n"
	picture := c.execute("plot.py") + "plt.show()"
	return strings.TrimPrefix(about, "# "),
		append(cells, Cell{"Picture", guarded + "    " + strings.ReplaceAll(picture, "\n", "\n    ") + "\n"})
}

func (c *Code) execute(ext string) string {
	dot := map[string]any{"State": c.form.State()}
	for _, control := range c.form.Controls {
		dot[control.Name] = control.Value
		if control.Kind == Real || control.Kind == Whole {
			dot[control.Name] = control.Number()
		}
	}
	maps.Copy(dot, c.values)
	return c.programs.run(c.name+"."+ext, dot)
}

// axes are arguments of matplotlib's Axes.set.
func axes(x, y plots.Axis) string {
	var b strings.Builder
	for _, a := range []struct {
		name string
		plots.Axis
	}{{"x", x}, {"y", y}} {
		fmt.Fprintf(&b, "%slabel=%q, %slim=(%v, %v), ", a.name, a.Label, a.name, a.Min, a.Max)
		if a.Log {
			fmt.Fprintf(&b, "%sscale=\"log\", ", a.name)
		}
	}
	return strings.TrimSuffix(b.String(), ", ")
}

// listed is how wide a list of numbers is.
const listed = 88

// list writes numbers between brackets: on one line where they fit, and else on lines
// of their own, each indented and, where a language wants that, the last with a comma.
func list(v []float64, indent, last string) string {
	var b strings.Builder
	width := 0
	for i, x := range v {
		s := string(AppendShortest(nil, x))
		if i < len(v)-1 {
			s += ","
		}
		switch width += len(s) + 1; {
		case i == 0:
		case width > listed:
			b.WriteString("\n" + indent)
			width = len(s)
		default:
			b.WriteByte(' ')
		}
		b.WriteString(s)
	}
	if s := b.String(); strings.Contains(s, "\n") {
		return "\n" + indent + s + last + "\n"
	}
	return b.String()
}
