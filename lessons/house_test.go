package lessons

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// What is read has bounds, in lines and in letters: a function is seen as a whole, and a
// line without scrolling.
const (
	longestFunction = 60
	longestInEngine = 80 // where a function may be one algorithm
	longestTest     = 90 // which is often a table
	longestLine     = 120
	tabWidth        = 4
)

func TestFunctionsAreSeenAsAWhole(t *testing.T) {
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if lines := 1 + s.line(f.End()) - s.line(f.Pos()); lines > s.longest() {
				t.Errorf("%s:%d: %s has %d lines, and may have %d", s.path,
					s.line(f.Pos()), f.Name.Name, lines, s.longest())
			}
		}
	}
}

func TestLinesAreReadWithoutScrolling(t *testing.T) {
	all := slices.Concat(sources(t), texts(t, "static/js/*.[jt]s"), texts(t, "views/*.templ"))
	for _, s := range all {
		number := 0
		for line := range strings.Lines(s.text) {
			number++
			line = strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\t", strings.Repeat(" ", tabWidth))
			if n := utf8.RuneCountInString(line); n > longestLine {
				t.Errorf("%s:%d: has %d letters, and may have %d", s.path, number, n, longestLine)
			}
		}
	}
}

// A number less itself is not zero on every machine: where it is a product, some round that
// after they have subtracted. Whether it is finite, its bounds tell.
func TestNothingIsTakenFromItself(t *testing.T) {
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			b, ok := n.(*ast.BinaryExpr)
			if ok && b.Op == token.SUB && s.written(b.X) == s.written(b.Y) {
				t.Errorf("%s:%d: %s", s.path, s.line(b.Pos()), s.written(b))
			}
			return true
		})
	}
}

// texts are files of which only the text is read: scripts and the types of those, page
// templates.
func texts(t *testing.T, pattern string) []source {
	t.Helper()
	names, err := filepath.Glob("../" + pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("no %s: %v", pattern, err)
	}
	var all []source
	for _, name := range names {
		text := course.Must(os.ReadFile(name))
		all = append(all, source{path: strings.TrimPrefix(filepath.ToSlash(name), "../"), text: string(text)})
	}
	return all
}

// A source is a Go file that somebody wrote.
type source struct {
	path   string
	folder string
	test   bool
	text   string
	fset   *token.FileSet
	file   *ast.File
}

func (s source) line(p token.Pos) int { return s.fset.Position(p).Line }

// written is the text of a part of the file.
func (s source) written(n ast.Node) string {
	return s.text[s.fset.Position(n.Pos()).Offset:s.fset.Position(n.End()).Offset]
}

// longest is how many lines a function may have there.
func (s source) longest() int {
	switch {
	case s.test:
		return longestTest
	case s.folder == "engine":
		return longestInEngine
	}
	return longestFunction
}

// sources are the Go files of the course, those that are generated left out.
func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	for _, root := range []string{"lessons", "plots", "cmd", "views", "engine", "static"} {
		err := filepath.WalkDir(filepath.Join("..", root), func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") {
				return err
			}
			text, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			s := source{text: string(text), fset: token.NewFileSet()}
			s.path = strings.TrimPrefix(filepath.ToSlash(p), "../")
			s.test = strings.HasSuffix(p, "_test.go")
			if s.file, err = parser.ParseFile(s.fset, p, text, parser.ParseComments); err != nil {
				return err
			}
			s.folder = path.Dir(s.path)
			if !ast.IsGenerated(s.file) {
				all = append(all, s)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}
