package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/cmd/web/figures"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// notebooksTried is in how many states at random each figure's notebook is run.
const notebooksTried = 3

// TestNotebooks runs the cells of every notebook in order, with nothing of another in
// sight, and looks at what they draw: that of each figure as it opens and in states at
// random, others each time, which has to draw the figure's tables (drawnBy), as it opens
// to print its numbers, and that of each lesson, which has to print what those of its
// figures do. GRAMOPHONE_SEED=n has the states of seed n.
func TestNotebooks(t *testing.T) {
	t.Parallel()
	s := quietSite()
	seed := seedOf(t)
	var all []snippet
	add := func(address string, file []byte, values map[string]*float64, few int, shown []drawn) {
		checkCells(t, address, file)
		all = append(all, snippet{address: address, code: file, values: values, fewest: few, drawn: shown})
	}
	now := lessonsAsked()
	figuresOf(now, func(path string, l *course.Lesson, f *course.Figure, controls []*course.Control) {
		rng := rand.New(rand.NewPCG(seed, hashed(path)))
		states := []string{""}
		for range notebooksTried {
			states = append(states, randomState(rng, controls))
		}
		for i, query := range states {
			at, address := drawnIn(t, s, path, l, f, query), path+".ipynb?"+query
			file, err := figures.Forms["ipynb"].Write(at)
			switch {
			case errors.Is(err, figures.ErrNoProgram): // there is nothing to compute
			case err != nil:
				t.Errorf("%s: %v", address, err)
			default:
				add(address, file, read(t, at).Values, fewest(l), drawnBy(t, path, query, at))
			}
			if i == 0 && err == nil {
				served(t, s, address, "ipynb", file)
			}
		}
	})
	opens := map[string]string{} // what the notebooks of a lesson's figures print
	lessonsFrom := len(all)
	for _, l := range now {
		if *only == "" || l.Slug == *only {
			address := "/lessons/" + l.Slug + ".ipynb"
			w := get(t, s, address, plain)
			if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "application/x-ipynb+json" {
				t.Errorf("%s: %d, %s", address, w.Code, w.Header().Get("Content-Type"))
				continue
			}
			add(address, w.Body.Bytes(), nil, 0, nil)
			notebookProse(t, s, l)
		}
	}
	for i, printed := range execute(t, "ipynb", all) {
		if i < lessonsFrom {
			if path, opening := strings.CutSuffix(all[i].address,
				".ipynb?"); opening { // TestSnippets… does so in other states
				if names := all[i].compare(t, printed); len(names) < all[i].fewest {
					t.Errorf("%s prints %d values only", all[i].address, len(names))
				}
				opens[path[:strings.LastIndex(path, "/")]] += printed
			}
			continue
		}
		if want := opens[strings.TrimSuffix(all[i].address, ".ipynb")]; printed != want {
			t.Errorf("%s prints\n%s\nand its figures\n%s", all[i].address, printed, want)
		}
	}
}

// seedOf is that of the environment or a new one, and is said where a test fails.
func seedOf(t *testing.T) uint64 {
	t.Helper()
	seed := rand.Uint64N(1e6)
	if text := os.Getenv("GRAMOPHONE_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("these states again: GRAMOPHONE_SEED=%d", seed)
	return seed
}

// notebookProse holds the words of a lesson's notebook to what Jupyter reads.
func notebookProse(t *testing.T, s *Site, l *course.Lesson) {
	t.Helper()
	words := get(t, s, "/lessons/"+l.Slug+".ipynb", plain).Body.String()
	for _, ours := range []string{`":::`, "](?", "@{", "<span", `\\class`, `\\T `, `\\norm`} {
		if strings.Contains(words, ours) {
			t.Errorf("the notebook of %s has %q", l.Slug, ours)
		}
	}
	text, err := l.Text()
	if err != nil {
		t.Fatal(err)
	}
	short := map[string]bool{} // questions in the one line that pictures ask them in: a notebook has them in full
	for _, b := range text.Blocks {
		if b.Exercise != nil && b.Exercise.Line != "" {
			short[b.Exercise.Name()] = true
		}
	}
	for _, p := range text.Places() { // its sections, and its formulas
		apart := short[p.Name] || strings.ContainsAny(p.Name, "λθαΦφ") || p.Name == "Sources"
		if !apart && !strings.Contains(words, p.Name) {
			t.Errorf("the notebook of %s has nothing on %q", l.Slug, p.Name)
		}
	}
	if strings.Count(words, "$$") < 4 {
		t.Errorf("the notebook of %s has no formulas", l.Slug)
	}
}

var cellID = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// checkCells holds a notebook to its format.
func checkCells(t *testing.T, address string, file []byte) {
	t.Helper()
	var n struct {
		Cells []struct {
			Type     string             `json:"cell_type"`
			ID       string             `json:"id"`
			Metadata *struct{}          `json:"metadata"`
			Source   []string           `json:"source"`
			Count    json.RawMessage    `json:"execution_count"`
			Outputs  *[]json.RawMessage `json:"outputs"`
		} `json:"cells"`
		Metadata struct {
			Kernel struct {
				Title    string `json:"display_name"`
				Language string `json:"language"`
				Name     string `json:"name"`
			} `json:"kernelspec"`
			Language struct {
				Name string `json:"name"`
			} `json:"language_info"`
		} `json:"metadata"`
		Format int `json:"nbformat"`
		Minor  int `json:"nbformat_minor"`
	}
	d := json.NewDecoder(bytes.NewReader(file))
	d.DisallowUnknownFields()
	if err := d.Decode(&n); err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	if n.Format != 4 || n.Minor != 5 || n.Metadata.Kernel.Name != "python3" || n.Metadata.Kernel.Title == "" ||
		n.Metadata.Language.Name != "python" {
		t.Errorf("%s is of format %d.%d for %q", address, n.Format, n.Minor, n.Metadata.Kernel.Name)
	}
	code := 0
	var ids []string
	for _, c := range n.Cells {
		program := c.Type == "code"
		if !program && c.Type != "markdown" || c.Metadata == nil || (c.Outputs != nil) != program ||
			(c.Count != nil) != program || len(c.Source) == 0 {
			t.Errorf("%s: the cell %q is no cell", address, c.ID)
		}
		if !cellID.MatchString(c.ID) || slices.Contains(ids, c.ID) {
			t.Errorf("%s: a cell is called %q", address, c.ID)
		}
		ids = append(ids, c.ID)
		for i, line := range c.Source {
			if strings.HasSuffix(line, "\n") != (i < len(c.Source)-1) {
				t.Errorf("%s: the line %q of cell %q", address, line, c.ID)
			}
		}
		if program {
			code++
		}
	}
	if n.Cells[0].Type != "markdown" || code == 0 {
		t.Errorf("%s has no words or no code", address)
	}
}
