package course

import (
	"go/doc/comment"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// manual is the package's comment as go doc prints it.
func manual(t *testing.T) []string {
	t.Helper()
	file := Must(parser.ParseFile(token.NewFileSet(), "course.go", nil, parser.ParseComments))
	doc := new(comment.Parser).Parse(file.Doc.Text())
	return strings.Split(string(new(comment.Printer).Text(doc)), "\n")
}

// linesFrom are so many lines of the manual from the first that begins with a mark.
func linesFrom(t *testing.T, mark string, n int) []string {
	t.Helper()
	lines := manual(t)
	first := slices.IndexFunc(lines,
		func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), mark) })
	if first < 0 || first+n > len(lines) {
		t.Fatalf("the manual has no line that begins with %q, and %d after it", mark, n-1)
	}
	return lines[first : first+n]
}

// TestManualHasAMarkALine reads the package's manual as go doc does, and gofmt: each of
// the marks of an exercise stands on a line of its own, with what it is beside it.
func TestManualHasAMarkALine(t *testing.T) {
	marks := []string{"- [ ]", "- [x]", "=", "~", "goal ", "sketch ", "veil ", "line ", "said ", "shows ", "hard ",
		"1.", ":", "?", "!"}
	for i, line := range linesFrom(t, marks[0], len(marks)) {
		if !strings.HasPrefix(strings.TrimSpace(line), marks[i]) {
			t.Errorf("where the manual should have the mark %q it has %q", marks[i], line)
		}
	}
}

// TestManualListsTheKinds holds that the manual says what each kind of block is.
func TestManualListsTheKinds(t *testing.T) {
	lines := manual(t)
	for kind := range kinds {
		if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "\t"+kind+" ") }) {
			t.Errorf("the manual does not say what a block %s is", kind)
		}
	}
}

// TestManualsExamplesAreRead reads the examples of blocks as prose.
func TestManualsExamplesAreRead(t *testing.T) {
	fit := Figure{Name: "fit", Build: func(f *Form) Draw {
		f.Float("bandwidth", "bandwidth", 1, 0, 100)
		return nil
	}}
	for mark, n := range map[string]int{"::: predict wider": 13, "::: break": 4} {
		var source strings.Builder
		for _, line := range linesFrom(t, mark, n) {
			source.WriteString(strings.TrimPrefix(line, "\t") + "\n")
		}
		l := &Lesson{Slug: "x", Prose: source.String(), Figures: []Figure{fit}}
		text, err := l.Text()
		if err != nil || len(text.Blocks) != 1 || text.Blocks[0].Kind == "prose" ||
			len(text.Links()) == 0 || len(l.Slips()) > 0 {
			t.Errorf("%s: %v, %v, in\n%s", mark, err, l.Slips(), l.Prose)
		}
	}
}
