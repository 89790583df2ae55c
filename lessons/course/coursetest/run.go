package coursetest

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	gotypes "go/types"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A Program is one that a figure offers in a state, with the numbers that it has to print.
type Program struct {
	Address string // as failures name it: fit.py?lambda=1
	Code    []byte
	Values  map[string]float64
	Size    float64 // of the largest datum

	Fewest int // numbers that it prints at least

	Files map[string][]byte // that it reads, in the folder that it runs in, by names that no other program has

	figure   string
	declared string  // where the figure is, in a lesson's own test
	opens    bool    // in the state that the figure opens in
	notebook bool    // Code is one
	drawn    []drawn // what its pictures show, of a notebook
}

// ProgramOf is the program in the language of that extension of a figure, as a state shows it.
func ProgramOf(f *course.Figure, p *course.Picture, ext, query string) Program {
	values := map[string]float64{}
	for _, n := range p.Numbers {
		values[n.Name] = n.Value
	}
	size := 0.0
	for _, s := range p.Series {
		for _, c := range s.Columns {
			for _, v := range c.Values {
				if s.Name == "data" && isFinite(v) {
					size = max(size, math.Abs(v))
				}
			}
		}
	}
	return Program{Address: f.Name + "." + ext + "?" + query, Code: []byte(p.Code.In(ext)), Values: values, Size: size,
		figure: f.Name}
}

// name is the program as failures name it.
func (s Program) name() string { return s.declared + s.Address }

// Compare holds the lines “name value” that a program printed to the figure's, and
// returns the names, which are Fewest at least.
func (s Program) Compare(t *testing.T, printed string) []string {
	t.Helper()
	var names []string
	for line := range strings.Lines(printed) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		want, ok := s.Values[name]
		if !ok {
			t.Errorf("%s prints %q, which the figure does not have", s.name(), line)
			continue
		}
		names = append(names, name)
		got, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if !isFinite(want) {
			continue // the figure has no number there, and says why
		}
		if err != nil || !isFinite(got) {
			t.Errorf("%s prints %q, the figure says %.12g", s.name(), line, want)
			continue
		}
		if tolerance, least := s.tolerance(name, want); math.Abs(got-want) > tolerance*max(math.Abs(want), least) {
			t.Errorf("%s: %s = %.12g, the figure says %.12g", s.name(), name, got, want)
		}
	}
	if len(names) < s.Fewest {
		t.Errorf("%s prints %d values, not %d at least", s.name(), len(names), s.Fewest)
	}
	return names
}

// tolerance is by which share of itself a number may differ, and how large that is taken
// to be at least. Three programs round in three ways; what rounding may do grows with the
// condition number, and with the numbers that a difference is taken of: the data, of what
// is missed, and log 2, of a loss.
func (s Program) tolerance(name string, want float64) (share, least float64) {
	share, least = 1e-6, 1e-4
	if c, is := s.Values["condition"]; is {
		share = max(share, 1e-14*c)
		// Two small differences, one through the other; a matrix through another, of features
		// that come of a third.
		if strings.HasPrefix(name, "loo_") || name == "degrees_of_freedom" {
			share = max(share, 1e-13*c)
		}
	}
	if strings.HasPrefix(name, "condition") { // a smallest eigenvalue is known to the rounding of the largest
		share = max(share, 1e-14*math.Abs(want))
	}
	if largest, is := s.Values["largest"]; is && name == "smallest" && want != 0 {
		share = max(share, 1e-14*math.Abs(largest/want)) // of an eigenvalue, a share of the largest
	}
	if strings.HasPrefix(name, "best_") {
		share = max(share, 1e-4) // the least of a path may lie where the condition number is large
	}
	if strings.HasSuffix(name, "_rmse") {
		least = max(least, 1e-6*s.Size)
	}
	if name == "minimum" {
		least = 1e-3
	}
	return share, least
}

// formatted fails for a program in Go that is not as gofmt writes it. That none imports
// what it does not use, its compiler tells.
func (s Program) formatted(t *testing.T) {
	t.Helper()
	formatted, err := format.Source(s.Code)
	if err != nil {
		t.Errorf("%s: %v", s.name(), err)
	} else if diff := cmp.Diff(string(formatted), string(s.Code)); diff != "" {
		t.Errorf("%s is not as gofmt writes it (-gofmt +it):\n%s", s.name(), diff)
	}
}

// Run runs programs of one language and returns what they print. All of them are
// run by two processes of Python or of R, each in a name space of its own, and by one
// of Go, each with names of its own: starting costs more than running, and compiling too.
func Run(t *testing.T, ext string, all []Program) []string {
	t.Helper()
	dir := t.TempDir()
	files := make([]string, len(all))
	for i, s := range all {
		files[i] = filepath.Join(dir, "s"+strconv.Itoa(i)+"."+ext)
		if s.notebook {
			files[i] = strings.TrimSuffix(files[i], ext) + "ipynb"
		}
		if ext == "go" {
			s.formatted(t)
			s.Code = s.beside(t, i)
		}
		s.write(t, files[i])
	}
	list := put(t, dir, "list", []byte(strings.Join(files, "\n")))
	switch ext {
	case "py", "ipynb":
		Output(t, dir, "/usr/bin/python3", put(t, dir, "run.py", pyDriver), list)
	case "R":
		Output(t, dir, "Rscript", "--vanilla", "-e", rDriver, list)
	case "go":
		goModule(t, dir)
		var calls strings.Builder
		for i := range all {
			fmt.Fprintf(&calls, "\trun(%q, main%s)\n", files[i], ownName(i))
		}
		put(t, dir, "main.go", fmt.Appendf(nil, goDriver, calls.String()))
		// What runs once is not worth the compiler's pains.
		Output(t, dir, "go", "build", "-gcflags=programs=-N -l", "-o", "all", ".")
		Output(t, dir, filepath.Join(dir, "all"))
	}
	printed := make([]string, len(files))
	for i, file := range files {
		if trouble, err := os.ReadFile(file + ".err"); err == nil {
			t.Errorf("%s: %s", all[i].name(), trouble)
		}
		out, err := os.ReadFile(file + ".out")
		if err != nil {
			t.Errorf("%s: nothing printed: %v", all[i].name(), err)
		}
		printed[i] = string(out)
	}
	return printed
}

// write writes the program as that file, what its pictures have to show, and the files that it reads beside it.
func (s Program) write(t *testing.T, file string) {
	t.Helper()
	if s.drawn != nil {
		put(t, "", file+".drawn", s.expects())
	}
	dir, name := filepath.Split(file)
	put(t, dir, name, s.Code)
	for name, text := range s.Files {
		put(t, dir, name, text)
	}
}

// put writes a file of a folder, and returns its path.
func put(t *testing.T, dir, name string, text []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// ownName ends the names that program i declares.
func ownName(i int) string { return "_" + strconv.Itoa(i) }

// beside is program i in Go as one file of a package with the others: whatever it declares
// there has a name of its own. What does not compile is named by its address.
func (s Program) beside(t *testing.T, i int) []byte {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, s.Address, s.Code, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	// Types are the compiler's business, and so no import is looked for.
	names := gotypes.Info{Defs: map[*ast.Ident]gotypes.Object{}, Uses: map[*ast.Ident]gotypes.Object{}}
	check := gotypes.Config{Importer: noImporter{}, Error: func(error) {}}
	pkg, _ := check.Check("main", files, []*ast.File{file}, &names)
	var ends []int
	for _, ids := range []map[*ast.Ident]gotypes.Object{names.Defs, names.Uses} {
		for id, what := range ids {
			if what != nil && what.Parent() == pkg.Scope() {
				ends = append(ends, files.Position(id.End()).Offset)
			}
		}
	}
	slices.Sort(ends)
	code, from := fmt.Appendf(nil, "//line %s:1\n", s.Address), 0
	for _, end := range ends {
		code = append(append(code, s.Code[from:end]...), ownName(i)...)
		from = end
	}
	return append(code, s.Code[from:]...)
}

type noImporter struct{}

func (noImporter) Import(path string) (*gotypes.Package, error) {
	return nil, errors.New("not looked for")
}

// pyDriver runs programs in Python.
//
//go:embed run.py
var pyDriver []byte

// rDriver runs the files named in the one it is given, and leaves what each prints in
// file.out and what it fails with in file.err, as run.py does those in Python.
const rDriver = `
run <- function(path) {
  out <- tryCatch(
    capture.output(source(path, local = new.env(parent = globalenv()), print.eval = TRUE)),
    error = function(e) { writeLines(conditionMessage(e), paste0(path, ".err")); character() })
  writeLines(out, paste0(path, ".out"))
}
invisible(parallel::mclapply(readLines(commandArgs(TRUE), warn = FALSE), run, mc.cores = 2))
`

const goDriver = `package main

import (
	"fmt"
	"os"
)

func run(file string, main func()) {
	out, err := os.Create(file + ".out")
	if err != nil {
		panic(err)
	}
	defer out.Close()
	defer func() {
		if trouble := recover(); trouble != nil {
			os.WriteFile(file+".err", fmt.Append(nil, trouble), 0o600)
		}
	}()
	os.Stdout = out
	main()
}

func main() {
%s}
`

// goModule makes dir a module that has the course's from this checkout, with its requirements.
func goModule(t *testing.T, dir string) {
	t.Helper()
	root, err := os.Getwd() // a test runs in the folder of its package
	for ; err == nil; root = filepath.Dir(root) {
		if _, missing := os.Stat(filepath.Join(root, "go.mod")); missing == nil {
			break
		} else if root == filepath.Dir(root) {
			err = missing
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text := course.Must(os.ReadFile(filepath.Join(root, name)))
		if name == "go.mod" {
			text = fmt.Appendf(bytes.Replace(text, []byte(course.Module), []byte("programs"), 1),
				"\nrequire %s v0.0.0\n\nreplace %[1]s => %s\n", course.Module, root)
		}
		put(t, dir, name, text)
	}
}

// Wanted is where a program is. Without it the test is skipped, except under all.bash, where
// it fails.
func Wanted(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("GRAMOPHONE_ALL") == "1" {
			t.Fatal("wanted: ", err)
		}
		t.Skip("not here: ", err)
	}
	return path
}

// Output runs a program in dir and returns what it prints.
func Output(t *testing.T, dir, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(Wanted(t, name), args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, stderr.Bytes())
	}
	return out
}
