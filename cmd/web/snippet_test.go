package main

import (
	"bytes"
	"encoding/json"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gramophone/lessons/course"
)

// A snippet is one program that a figure offers, with the numbers it has to print.
type snippet struct {
	address string
	code    []byte
	want    map[string]*float64
}

// TestSnippetsGiveTheFiguresNumbers runs the code that each figure offers, as
// it opens and in a state drawn at random, and compares what it prints with the
// figure's JSON.
func TestSnippetsGiveTheFiguresNumbers(t *testing.T) {
	s := quietSite()
	snippets := map[string][]snippet{} // by language
	figures(func(path string, _ *course.Lesson, _ *course.Figure, controls []*course.Control) {
		name := fnv.New64a() // a state of the figure's own, whatever lessons there are
		name.Write([]byte(path))
		rng := rand.New(rand.NewPCG(11, name.Sum64()))
		for _, query := range []string{"", randomState(rng, controls)} {
			w := get(t, s, path+".json?"+query, plain)
			var figure struct{ Values map[string]*float64 }
			if err := json.Unmarshal(w.Body.Bytes(), &figure); err != nil {
				t.Fatalf("%s?%s: %v", path, query, err)
			}
			for _, lang := range course.Languages {
				address := path + "." + lang.Ext + "?" + query
				code := get(t, s, address, plain)
				if code.Code != http.StatusOK {
					t.Errorf("%s: %d", address, code.Code)
					continue
				}
				snippets[lang.Ext] = append(snippets[lang.Ext], snippet{address, code.Body.Bytes(), figure.Values})
			}
		}
	})
	for _, lang := range course.Languages {
		all := snippets[lang.Ext]
		printed := execute(t, lang.Ext, all)
		for i, s := range all {
			t.Run(strings.TrimPrefix(s.address, "/lessons/"), func(t *testing.T) { s.compare(t, printed[i]) })
		}
	}
}

// compare holds the lines “name value” that a snippet printed to the figure's.
func (s snippet) compare(t *testing.T, printed string) {
	compared := 0
	for line := range strings.Lines(printed) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		got, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			t.Errorf("prints %q", line)
			continue
		}
		want, ok := s.want[name]
		if !ok || want == nil {
			t.Errorf("prints %s, which the figure does not have", name)
			continue
		}
		compared++
		// Three programs round in three ways; what rounding may do grows with the
		// condition number.
		tolerance := 1e-6
		if c := s.want["condition"]; c != nil {
			tolerance = math.Max(tolerance, 1e-14**c)
		}
		if math.Abs(got-*want) > tolerance*math.Max(math.Abs(*want), 1e-9) {
			t.Errorf("%s = %.12g, the figure says %.12g", name, got, *want)
		}
	}
	if compared < 4 {
		t.Errorf("compared %d values only", compared)
	}
}

// randomState is a query with every control somewhere on its grid, where the
// arithmetic is still good to six digits.
func randomState(rng *rand.Rand, controls []*course.Control) string {
	var parts []string
	for _, c := range controls {
		var values []string
		switch {
		case c.Name == "points" || c.Name == "n" || c.Name == "degree":
			continue // n stays small, and a high degree defeats all three
		case c.Name == "lambda":
			values = []string{"0.00282", "0.0206", "0.1", "0.7"}
		case c.Kind == course.Choice || c.Kind == course.Bool:
			for _, o := range c.Options {
				if o.Value != "sigmoid" { // which seldom has a fit
					values = append(values, o.Value)
				}
			}
		default:
			values = c.Grid()
		}
		parts = append(parts, c.Name+"="+values[rng.IntN(len(values))])
	}
	return strings.Join(parts, "&")
}

// execute runs programs of one language, each in a process of its own, and returns
// what they print. Python and R start once, load their libraries, and fork; Go
// builds all programs at once: starting costs more than running.
func execute(t *testing.T, ext string, all []snippet) []string {
	t.Helper()
	dir := t.TempDir()
	files := make([]string, len(all))
	for i, s := range all {
		files[i] = filepath.Join(dir, "s"+strconv.Itoa(i)+"."+ext)
		if ext == "go" {
			files[i] = filepath.Join(dir, "s"+strconv.Itoa(i), "main.go")
			if err := os.Mkdir(filepath.Dir(files[i]), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(files[i], s.code, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	switch ext {
	case "py":
		program(t, dir, "/usr/bin/python3", append([]string{"-c", pythonDriver}, files...)...)
	case "R":
		program(t, dir, "Rscript", append([]string{"--vanilla", "-e", rDriver}, files...)...)
	case "go":
		goModule(t, dir)
		program(t, dir, "go", "build", "-o", "bin/", "./...")
		for i, file := range files {
			out := program(t, dir, filepath.Join(dir, "bin", "s"+strconv.Itoa(i)))
			if err := os.WriteFile(file+".out", out, 0o600); err != nil {
				t.Fatal(err)
			}
		}
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

// The drivers run the files named after them, two at a time, each in a fork with
// nothing of the others in sight, and leave what one prints in file.out and what
// it fails with in file.err.
const pythonDriver = `
import contextlib, multiprocessing, runpy, sys, traceback
import numpy, scipy, sklearn.kernel_ridge, sklearn.linear_model

def run(path):
    with open(path + ".out", "w") as out, contextlib.redirect_stdout(out):
        try:
            runpy.run_path(path, run_name="__main__")
        except BaseException:
            with open(path + ".err", "w") as err:
                err.write(traceback.format_exc())

with multiprocessing.get_context("fork").Pool(2, maxtasksperchild=1) as pool:
    pool.map(run, sys.argv[1:], chunksize=1)
`

const rDriver = `
run <- function(path) {
  out <- tryCatch(
    capture.output(source(path, local = new.env(parent = globalenv()), print.eval = TRUE)),
    error = function(e) { writeLines(conditionMessage(e), paste0(path, ".err")); character() })
  writeLines(out, paste0(path, ".out"))
}
invisible(parallel::mclapply(commandArgs(TRUE), run, mc.cores = 2, mc.preschedule = FALSE))
`

// goModule makes dir a module with this one's requirements.
func goModule(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// program runs a program in dir and returns what it prints.
func program(t *testing.T, dir, name string, args ...string) []byte {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("GRAMOPHONE_ALL") == "1" {
			t.Fatal("wanted: ", err)
		}
		t.Skip("not here: ", err)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, stderr.Bytes())
	}
	return out
}
