package course

import (
	"go/doc/comment"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// TestManualHasAMarkALine reads the package's manual as go doc does, and gofmt: each of
// the marks of an exercise stands on a line of its own, with what it is beside it.
func TestManualHasAMarkALine(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "course.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	doc := new(comment.Parser).Parse(file.Doc.Text())
	lines := strings.Split(string(new(comment.Printer).Text(doc)), "\n")
	marks := []string{"- [ ]", "- [x]", "=", "~", "goal ", "sketch ", "veil ", "line ", "shows ", "1.", ":", "?", "!"}
	first := slices.IndexFunc(lines,
		func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), marks[0]) })
	if first < 0 || first+len(marks) > len(lines) {
		t.Fatalf("the manual has no line that begins with %q", marks[0])
	}
	for i, mark := range marks {
		if line := strings.TrimSpace(lines[first+i]); !strings.HasPrefix(line, mark) {
			t.Errorf("where the manual should have the mark %q it has %q", mark, line)
		}
	}
}
