package lessons

import (
	"go/ast"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// What is of one figure is a field of course.Figure, and what is of one kernel a row of the engine's
// forms or of the model's formulas: no map has figures for keys, none outside lessons has kernels,
// and no script names a figure.
func TestNoMapOfFiguresOrKernels(t *testing.T) {
	figures := map[string]bool{}
	for l, f := range coursetest.Figures(Contents.Lessons()) {
		figures[l.Slug+"/"+f.Name] = true
	}
	for _, s := range sources(t) {
		if s.folder == "engine" || s.folder == "lessons/model" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			list, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			kernels := 0
			for _, e := range list.Elts {
				key := keyOf(e)
				if of, _, _ := strings.Cut(key, " "); figures[of] {
					t.Errorf("%s:%d: a map has the figure %s", s.path, s.line(e.Pos()), of)
				}
				if isKernel(key) {
					kernels++
				}
			}
			if kernels > 2 && !strings.HasPrefix(s.folder, "lessons/") {
				t.Errorf("%s:%d: a map has %d kernels", s.path, s.line(list.Pos()), kernels)
			}
			return true
		})
	}
	for _, s := range texts(t, "static/js/*.js") {
		for _, m := range regexp.MustCompile(`[a-z-]+/[a-z-]+`).FindAllString(s.text, -1) {
			if figures[m] {
				t.Errorf("%s names the figure %s", s.path, m)
			}
		}
	}
}

// keyOf is the text of an element's key, without what an address begins with; "" where it has none.
func keyOf(e ast.Expr) string {
	if pair, ok := e.(*ast.KeyValueExpr); ok {
		if literal, ok := pair.Key.(*ast.BasicLit); ok {
			text, _ := strconv.Unquote(literal.Value)
			return strings.TrimPrefix(text, "/lessons/")
		}
	}
	return ""
}

func isKernel(name string) bool {
	return slices.ContainsFunc(engine.KernelForms(), func(f engine.KernelForm) bool { return f.Name == name })
}
