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

	"gramophone/lessons"
)

// TestSnippetsGiveTheFiguresNumbers runs the code that each figure offers, as
// it opens and in a state drawn at random, and compares what it prints with the
// figure's JSON.
func TestSnippetsGiveTheFiguresNumbers(t *testing.T) {
	s := quietSite()
	figures(func(path string, _ *lessons.Lesson, _ *lessons.Figure, controls []*lessons.Control) {
		name := fnv.New64a() // a state of the figure's own, whatever lessons there are
		name.Write([]byte(path))
		rng := rand.New(rand.NewPCG(11, name.Sum64()))
		for _, query := range []string{"", randomState(rng, controls)} {
			w := get(t, s, path+".json?"+query, plain)
			var figure struct{ Values map[string]*float64 }
			if err := json.Unmarshal(w.Body.Bytes(), &figure); err != nil {
				t.Fatalf("%s?%s: %v", path, query, err)
			}
			for _, lang := range lessons.Languages {
				address := path + "." + lang.Ext + "?" + query
				code := get(t, s, address, plain)
				if code.Code != http.StatusOK {
					t.Errorf("%s: %d", address, code.Code)
					continue
				}
				t.Run(strings.TrimPrefix(address, "/lessons/"), func(t *testing.T) {
					compared := 0
					for name, got := range execute(t, lang.Ext, code.Body.Bytes()) {
						want, ok := figure.Values[name]
						if !ok || want == nil {
							t.Errorf("prints %s, which the figure does not have", name)
							continue
						}
						compared++
						// Three programs round in three ways; what rounding may
						// do grows with the condition number.
						tolerance := 1e-6
						if c := figure.Values["condition"]; c != nil {
							tolerance = math.Max(tolerance, 1e-14**c)
						}
						if math.Abs(got-*want) > tolerance*math.Max(math.Abs(*want), 1e-9) {
							t.Errorf("%s = %.12g, the figure says %.12g", name, got, *want)
						}
					}
					if compared < 4 {
						t.Errorf("compared %d values only", compared)
					}
				})
			}
		}
	})
}

// randomState is a query with every control somewhere on its grid, where the
// arithmetic is still good to six digits.
func randomState(rng *rand.Rand, controls []*lessons.Control) string {
	var parts []string
	for _, c := range controls {
		var values []string
		switch {
		case c.Name == "points" || c.Name == "n" || c.Name == "degree":
			continue // n stays small, and a high degree defeats all three
		case c.Name == "lambda":
			values = []string{"0.00282", "0.0206", "0.1", "0.7"}
		case c.Kind == lessons.Choice:
			for _, o := range c.Options {
				values = append(values, o.Value)
			}
		default:
			values = c.Grid()
		}
		parts = append(parts, c.Name+"="+values[rng.IntN(len(values))])
	}
	return strings.Join(parts, "&")
}

// execute runs a program and reads the lines “name value” it prints.
func execute(t *testing.T, ext string, code []byte) map[string]float64 {
	t.Helper()
	command := map[string][]string{"py": {"/usr/bin/python3"}, "R": {"Rscript", "--vanilla"}, "go": {"go", "run"}}[ext]
	path, err := exec.LookPath(command[0])
	if err != nil {
		if os.Getenv("GRAMOPHONE_ALL") == "1" {
			t.Fatal("wanted: ", err)
		}
		t.Skip("not here: ", err)
	}
	file := filepath.Join(t.TempDir(), "main."+ext)
	if err := os.WriteFile(file, code, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, append(command[1:], file)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	values := map[string]float64{}
	for line := range strings.Lines(string(out)) {
		name, text, ok := strings.Cut(strings.TrimSpace(line), " ")
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if !ok || err != nil {
			t.Fatalf("prints %q", line)
		}
		values[name] = v
	}
	return values
}
