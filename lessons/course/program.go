package course

import (
	"io/fs"
	"strconv"
	"strings"
	"text/template"
)

// A Language is one in which a figure's numbers can be had.
type Language struct{ Ext, Title string }

// Languages are those of the snippets, in the order shown.
var Languages = []Language{{Ext: "py", Title: "Python: NumPy and scikit-learn"}, {Ext: "R", Title: "R"}, {Ext: "go", Title: "Go: gonum"}}

// Programs are the templates of snippets, three a figure: Name.py, Name.R and
// Name.go.txt, the last so called that the Go tool takes it for no program.
type Programs struct{ templates *template.Template }

// ParsePrograms reads the templates in the folder code of files.
func ParsePrograms(files fs.FS) Programs {
	return Programs{template.Must(template.New("").Funcs(template.FuncMap{
		"list": func(v []float64) string { return list(v, ", ") },
		"num":  func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) },
	}).ParseFS(files, "code/*"))}
}

// Code is the program of that name for data, which its templates know.
func (p Programs) Code(name string, data any) *Code { return &Code{p, name, data} }

// A Code is a program, in each of Languages, that computes the figure's numbers
// from scratch and prints them a line each: name, space, value.
type Code struct {
	programs Programs
	name     string
	data     any
}

// In returns the program in the language of that extension.
func (c *Code) In(ext string) string {
	if ext == "go" {
		ext = "go.txt"
	}
	var b strings.Builder
	if err := c.programs.templates.ExecuteTemplate(&b, c.name+"."+ext, c.data); err != nil {
		panic("course: code: " + err.Error())
	}
	return b.String()
}

// list writes numbers with a separator, in lines a person can read.
func list(v []float64, separator string) string {
	var b strings.Builder
	width := 0
	for i, x := range v {
		s := strconv.FormatFloat(x, 'g', -1, 64)
		if i < len(v)-1 {
			s += separator
		}
		if width += len(s); width > 88 {
			b.WriteString("\n    ")
			width = len(s)
		}
		b.WriteString(s)
	}
	return b.String()
}
