package lessons

import (
	"embed"
	"strconv"
	"strings"
	"text/template"
)

// A Language is one in which a figure's numbers can be had.
type Language struct{ Ext, Title string }

// Languages are those of the snippets, in the order shown.
var Languages = []Language{{"py", "Python: NumPy and scikit-learn"}, {"R", "R"}, {"go", "Go: gonum"}}

// A Code is a program, in each of Languages, that computes the figure's numbers
// from scratch and prints them a line each: name, space, value.
type Code struct {
	Name string // of its templates, code/Name.py and so on
	Data any    // what they are executed with
}

//go:embed code
var codeFiles embed.FS

var codeTemplates = template.Must(template.New("").Funcs(template.FuncMap{
	"list": func(v []float64) string { return list(v, ", ") },
	"num":  func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) },
}).ParseFS(codeFiles, "code/*"))

// In returns the program in the language of that extension.
func (c *Code) In(ext string) string {
	if ext == "go" {
		ext = "go.txt" // so that the Go tool does not take the template for a program
	}
	var b strings.Builder
	if err := codeTemplates.ExecuteTemplate(&b, c.Name+"."+ext, c.Data); err != nil {
		panic("lessons: code: " + err.Error())
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
