package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"

	"github.com/gramophone-course/gramophone/cmd/web/figures"

	gotypes "go/types"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
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

// A snippet is one program that a figure offers, with the numbers it has to print.
type snippet struct {
	address string
	code    []byte
	values  map[string]*float64
	opens   bool    // in the state that the figure opens in
	fewest  int     // values that it prints, as the figure opens
	size    float64 // of the largest datum
	drawn   []drawn // what its pictures show, of a notebook
}

// figure is the address without its state.
func (s snippet) figure() string {
	path, _, _ := strings.Cut(s.address, "?")
	return path
}

// TestSnippetsGiveTheFiguresNumbers runs the code that each figure offers, as it opens and in
// the states that triedIn lists, and compares what it prints with the figure's JSON. Where
// there is nothing to compute, there is no code.
func TestSnippetsGiveTheFiguresNumbers(t *testing.T) {
	t.Parallel()
	s := quietSite()
	snippets := map[string][]snippet{} // by language
	now := lessonsAsked()
	eachOne(func(path string, l *course.Lesson, f *course.Figure, _ []*course.Control) {
		states, all := triedIn(path, f)
		if !slices.Contains(now, l) {
			states = states[:1]
		}
		for i, query := range states {
			at := drawnIn(t, s, path, l, f, query)
			figure := read(t, at)
			for k, lang := range course.Languages {
				if i >= all && i%len(course.Languages) != k {
					continue
				}
				address := path + "." + lang.Ext + "?" + query
				code, err := figures.Forms[lang.Ext].Write(at)
				if errors.Is(err, figures.ErrNoProgram) && finite(figure.Values) < course.MinValues {
					continue
				}
				if err != nil {
					t.Errorf("%s: %v", address, err)
					continue
				}
				if i == 0 {
					served(t, s, address, lang.Ext, code)
				}
				snippets[lang.Ext] = append(snippets[lang.Ext], snippet{address: address, code: code,
					values: figure.Values, opens: i == 0, fewest: fewest(l), size: sizeOf(figure.Series["data"])})
			}
		}
	})
	for _, lang := range course.Languages {
		t.Run(lang.Ext, func(t *testing.T) {
			t.Parallel()
			all := snippets[lang.Ext]
			t.Logf("%d programs", len(all))
			always := map[string][]string{} // what a figure's program prints as the figure opens
			for i, printed := range execute(t, lang.Ext, all) {
				if lang.Ext == "go" {
					all[i].formatted(t)
				}
				names := all[i].compare(t, printed)
				if all[i].opens {
					if always[all[i].figure()] = names; len(names) < all[i].fewest {
						t.Errorf("%s prints %d values only", all[i].address, len(names))
					}
				}
				for _, name := range always[all[i].figure()] {
					if all[i].values[name] != nil && !slices.Contains(names, name) {
						t.Errorf("%s does not print %s", all[i].address, name)
					}
				}
			}
		})
	}
}

// drawnIn is a figure in a state, drawn once for whatever is written of it: the server draws
// for each answer.
func drawnIn(t *testing.T, s *Site, path string, l *course.Lesson, f *course.Figure, query string) figures.Shown {
	t.Helper()
	view, draw := s.figures.FigureView(l, f, course.ParseQuery(query), "", path)
	var err error
	if view.Picture, err = draw(t.Context(), s.memo); err != nil {
		t.Fatalf("%s?%s: %v", path, query, err)
	}
	return figures.Shown{View: view, Draw: draw}
}

// numbered is what the tests read of a figure's JSON.
type numbered struct {
	Values map[string]*float64
	Series map[string]json.RawMessage
}

func read(t *testing.T, f figures.Shown) (n numbered) {
	t.Helper()
	text, err := figures.Forms["json"].Write(f)
	if err == nil {
		err = json.Unmarshal(text, &n)
	}
	if err != nil {
		t.Fatalf("%s/%s: %v", f.View.Lesson.Slug, f.View.Figure.Name, err)
	}
	return n
}

// served fails where the server answers otherwise than with what was written.
func served(t *testing.T, s *Site, address, ext string, written []byte) {
	t.Helper()
	w := get(t, s, address, plain)
	if kind := w.Header().Get("Content-Type"); w.Code != http.StatusOK || kind != figures.Forms[ext].ContentType ||
		!bytes.Equal(w.Body.Bytes(), written) {
		t.Errorf("%s: %d, %s, or another file than was written", address, w.Code, kind)
	}
}

// sizeOf is the largest modulus in a table, 0 of what is none.
func sizeOf(series json.RawMessage) float64 {
	var table [][]*float64
	if json.Unmarshal(series, &table) != nil {
		return 0
	}
	most := 0.0
	for _, row := range table {
		for _, v := range row {
			if v != nil {
				most = max(most, math.Abs(*v))
			}
		}
	}
	return most
}

// fewest is how many values the programs of a lesson's figures give at least, as those
// open: a draft is exempt from rules that count.
func fewest(l *course.Lesson) int {
	if l.Draft {
		return 0
	}
	return course.MinValues
}

// finite counts the values that are numbers.
func finite(values map[string]*float64) int {
	n := 0
	for _, v := range values {
		if v != nil {
			n++
		}
	}
	return n
}

// triedIn are the states of a figure in which its programs are tried: first that in
// which it opens; then its choices, so that each option has its turn, every kernel
// among them, in all languages. The rest are tried in one language each, by turns: the
// ends of the sliders, the least n among them, all in two states, by turns low and high,
// and in two more, all low and all high, for each option that sliders count by; and some
// at random, the same every time.
func triedIn(path string, f *course.Figure) (states []string, inAll int) {
	form, _ := f.At(nil)
	var choices []*course.Control
	options := 0
	alone := []string{""} // what sliders count by
	ends := map[string]*[2][]string{"": {}}
	for _, c := range form.Controls {
		with := ""
		if choice, values := c.WhenChoice(); choice != "" {
			with = choice + "=" + strings.Fields(values)[0]
		}
		switch {
		case c.Name == "at":
		case c.Kind == course.Choice || c.Kind == course.Expression:
			choices, options = append(choices, c), max(options, len(c.Options))
		case c.Kind == course.Real || c.Kind == course.Whole:
			grid := c.Grid()
			if ends[with] == nil {
				alone = append(alone, with)
				ends[with] = &[2][]string{{with}, {with}}
			}
			low, high := c.Name+"="+grid[0], c.Name+"="+grid[len(grid)-1]
			turn := 0
			if with == "" {
				turn = len(ends[with][0]) % 2
			}
			ends[with][turn], ends[with][1-turn] = append(ends[with][turn], low), append(ends[with][1-turn], high)
		}
	}
	states = []string{""}
	for i := range options {
		var state []string
		for _, c := range choices {
			state = append(state, c.Name+"="+url.QueryEscape(c.Options[i%len(c.Options)].Value))
		}
		states = append(states, strings.Join(state, "&"))
	}
	inAll = len(states)
	for _, with := range alone {
		if e := ends[with]; len(e[0]) > 0 {
			states = append(states, strings.Join(e[0], "&"), strings.Join(e[1], "&"))
		}
	}
	rng := rand.New(rand.NewPCG(11, hashed(path)))
	for range 6 {
		states = append(states, randomState(rng, form.Controls))
	}
	return states, inAll
}

func hashed(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// randomState is a query with every control somewhere on its grid.
func randomState(rng *rand.Rand, controls []*course.Control) string {
	var parts []string
	for _, c := range controls {
		var values []string
		switch {
		case c.Kind == course.Choice || c.Kind == course.Bool || c.Kind == course.Expression:
			for _, o := range c.Options {
				values = append(values, url.QueryEscape(o.Value))
			}
		case c.Kind == course.Real || c.Kind == course.Whole:
			values = c.Grid()
		}
		if c.Name == "n" && len(values) > 20 {
			values = values[:20] // a program with more tells nothing else, later
		}
		if len(values) == 0 {
			continue
		}
		if value := values[rng.IntN(len(values))]; !c.InBar() { // which no program knows
			parts = append(parts, c.Name+"="+value)
		}
	}
	return strings.Join(parts, "&")
}

// compare holds the lines “name value” that a snippet printed to the figure's, and
// returns the names.
func (s snippet) compare(t *testing.T, printed string) []string {
	t.Helper()
	var names []string
	for line := range strings.Lines(printed) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		want, ok := s.values[name]
		if !ok {
			t.Errorf("%s prints %q, which the figure does not have", s.address, line)
			continue
		}
		names = append(names, name)
		got, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if want == nil {
			continue // the figure has no number there, and says why
		}
		if err != nil || math.IsNaN(got) || math.IsInf(got, 0) {
			t.Errorf("%s prints %q, the figure says %.12g", s.address, line, *want)
			continue
		}
		if tolerance, least := s.tolerance(name, *want); math.Abs(got-*want) > tolerance*max(math.Abs(*want), least) {
			t.Errorf("%s: %s = %.12g, the figure says %.12g", s.address, name, got, *want)
		}
	}
	return names
}

// tolerance is by which share of itself a number may differ, and how large that is taken
// to be at least. Three programs round in three ways; what rounding may do grows with the
// condition number, and with the numbers that a difference is taken of: the data, of what
// is missed, and log 2, of a loss.
func (s snippet) tolerance(name string, want float64) (share, least float64) {
	share, least = 1e-6, 1e-4
	if c := s.values["condition"]; c != nil {
		share = max(share, 1e-14**c)
		// Two small differences, one through the other; a matrix through another, of features
		// that come of a third.
		if strings.HasPrefix(name, "loo_") || name == "degrees_of_freedom" {
			share = max(share, 1e-13**c)
		}
	}
	if strings.HasPrefix(name, "condition") { // a smallest eigenvalue is known to the rounding of the largest
		share = max(share, 1e-14*math.Abs(want))
	}
	if largest := s.values["largest"]; largest != nil && name == "smallest" && want != 0 {
		share = max(share, 1e-14*math.Abs(*largest/want)) // of an eigenvalue, a share of the largest
	}
	if strings.HasPrefix(name, "best_") {
		share = max(share, 1e-4) // the least of a path may lie where the condition number is large
	}
	if strings.HasSuffix(name, "_rmse") {
		least = max(least, 1e-6*s.size)
	}
	if name == "minimum" {
		least = 1e-3
	}
	return share, least
}

// formatted fails for a program in Go that is not as gofmt writes it. That none imports
// what it does not use, its compiler tells.
func (s snippet) formatted(t *testing.T) {
	t.Helper()
	formatted, err := format.Source(s.code)
	if err != nil {
		t.Errorf("%s: %v", s.address, err)
	} else if diff := cmp.Diff(string(formatted), string(s.code)); diff != "" {
		t.Errorf("%s is not as gofmt writes it (-gofmt +it):\n%s", s.address, diff)
	}
}

// execute runs programs of one language and returns what they print. All of them are
// run by two processes of Python or of R, each in a name space of its own, and by one
// of Go, each with names of its own: starting costs more than running, and compiling too.
func execute(t *testing.T, ext string, all []snippet) []string {
	t.Helper()
	dir := t.TempDir()
	files := make([]string, len(all))
	for i, s := range all {
		files[i] = filepath.Join(dir, "s"+strconv.Itoa(i)+"."+ext)
		if ext == "go" {
			s.code = s.beside(t, i)
		}
		if err := os.WriteFile(files[i], s.code, 0o600); err != nil {
			t.Fatal(err)
		}
		if s.drawn != nil {
			s.expect(t, files[i]+".drawn")
		}
	}
	list := filepath.Join(dir, "list")
	if err := os.WriteFile(list, []byte(strings.Join(files, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	switch ext {
	case "py", "ipynb":
		program(t, dir, "/usr/bin/python3", python(t), list)
	case "R":
		program(t, dir, "Rscript", "--vanilla", "-e", rDriver, list)
	case "go":
		goModule(t, dir)
		var calls strings.Builder
		for i := range all {
			fmt.Fprintf(&calls, "\trun(%q, main%s)\n", files[i], ownName(i))
		}
		driver := fmt.Appendf(nil, goDriver, calls.String())
		if err := os.WriteFile(filepath.Join(dir, "main.go"), driver, 0o600); err != nil {
			t.Fatal(err)
		}
		// What runs once is not worth the compiler's pains.
		program(t, dir, "go", "build", "-gcflags=gramophone/...=-N -l", "-o", "all", ".")
		program(t, dir, filepath.Join(dir, "all"))
	}
	printed := make([]string, len(files))
	for i, file := range files {
		if trouble, err := os.ReadFile(file + ".err"); err == nil {
			t.Errorf("%s: %s", all[i].address, trouble)
		}
		out, err := os.ReadFile(file + ".out")
		if err != nil {
			t.Errorf("%s: nothing printed: %v", all[i].address, err)
		}
		printed[i] = string(out)
	}
	return printed
}

// ownName ends the names that program i declares.
func ownName(i int) string { return "_" + strconv.Itoa(i) }

// beside is program i in Go as one file of a package with the others: whatever it declares
// there has a name of its own. What does not compile is named by its address.
func (s snippet) beside(t *testing.T, i int) []byte {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, s.address, s.code, parser.SkipObjectResolution)
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
	code, from := fmt.Appendf(nil, "//line %s:1\n", s.address), 0
	for _, end := range ends {
		code = append(append(code, s.code[from:end]...), ownName(i)...)
		from = end
	}
	return append(code, s.code[from:]...)
}

type noImporter struct{}

func (noImporter) Import(path string) (*gotypes.Package, error) {
	return nil, errors.New("not looked for")
}

// rDriver runs the files named in the one it is given, and leaves what each prints in
// file.out and what it fails with in file.err, as testdata/run.py does those in Python.
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

// python is the program that runs those in Python.
func python(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("testdata", "run.py"))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// goModule makes dir a module with this one's requirements.
func goModule(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// wanted is where a program is. Without it the test is skipped, except under all.bash, where
// it fails.
func wanted(t *testing.T, name string) string {
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

// program runs a program in dir and returns what it prints.
func program(t *testing.T, dir, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(wanted(t, name), args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, stderr.Bytes())
	}
	return out
}
