package site

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// TestNotebooks holds every notebook to its format, and its cells of code to those that the figures'
// lesson has run (coursetest.Programs): that of each figure as it opens, and that of each lesson.
func TestNotebooks(t *testing.T) {
	t.Parallel()
	s := quietSite()
	for _, l := range lessonsAsked() {
		var all []string
		for i := range l.Figures {
			f := &l.Figures[i]
			_, p := drawnAt(t, s, l, f, "")
			if p.Code == nil {
				continue
			}
			var want []string
			_, cells := p.Code.Cells()
			for _, c := range cells {
				want = append(want, "# "+c.Name+"\n"+c.Code)
			}
			if diff := cmp.Diff(want, codeOf(t, s, l.Address()+"/"+f.Name+".ipynb")); diff != "" {
				t.Errorf("%s/%s: the notebook has other code:\n%s", l.Slug, f.Name, diff)
			}
			all = append(all, want...)
		}
		slices.Sort(all) // a page may have its figures in another order
		if diff := cmp.Diff(all, slices.Sorted(slices.Values(codeOf(t, s, l.Address()+".ipynb")))); diff != "" {
			t.Errorf("%s: its notebook has other code than its figures:\n%s", l.Slug, diff)
		}
		if !l.Draft {
			notebookProse(t, s, l)
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
	words := textAt(t, s, "/lessons/"+l.Slug+".ipynb")
	omits(t, "the notebook of "+l.Slug, words, `":::`, "](?", "@{", "<span", `\\class`, `\\T `, `\\norm`)
	text := course.Must(l.Text())
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

// codeOf is the cells of code of a notebook, which is held to its format.
func codeOf(t *testing.T, s *Site, address string) (code []string) {
	t.Helper()
	w := get(t, s, address, plain)
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "application/x-ipynb+json" {
		t.Errorf("%s: %d, %s", address, w.Code, w.Header().Get("Content-Type"))
		return nil
	}
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
	d := json.NewDecoder(w.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&n); err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	if n.Format != 4 || n.Minor != 5 || n.Metadata.Kernel.Name != "python3" || n.Metadata.Kernel.Title == "" ||
		n.Metadata.Language.Name != "python" {
		t.Errorf("%s is of format %d.%d for %q", address, n.Format, n.Minor, n.Metadata.Kernel.Name)
	}
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
			code = append(code, strings.TrimRight(strings.Join(c.Source, ""), "\n")+"\n")
		}
	}
	same(t, address+": its first cell", n.Cells[0].Type, "markdown")
	return code
}
