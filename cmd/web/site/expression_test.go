//go:build !race

package site

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// typing serves a figure of a kernel that is typed.
func typing() *Site {
	read := func(text string) (string, *course.Slip) {
		k, err := engine.ParseKernel(text)
		if e, ok := err.(*engine.KernelError); ok {
			return "", &course.Slip{Pos: e.Pos, Message: e.Message, Instead: e.Instead}
		}
		return strings.TrimSpace(k.(interface{ String() string }).String()), nil
	}
	fit := course.Figure{Name: "fit", Title: "Typing", Goal: "None.", Build: func(f *course.Form) course.Draw {
		text := f.Expression("kernel", "k =", "gaussian(1)", read, []string{"linear()"})
		tree := plots.Tree{Root: plots.Node{Label: text}}
		return showing(&course.Picture{Description: "It shows " + text + ".",
			Columns: [][]plots.Panel{{{ID: "fit-tree", Title: "Tree", Width: 400, Height: 200, Plot: tree}}}})
	}}
	return siteOf(&course.Lesson{Slug: "typing", Title: "Typing", Prose: "::: figure fit :::\n",
		Figures: []course.Figure{fit}})
}

const (
	entered  = `document.getElementById("fit-kernel").value`
	under    = `document.getElementById("fit-kernel-slip").textContent.replace(/\s+/g, " ").trim()`
	pictured = `document.querySelector("#fit .description").textContent`
)

// types has the field change as by a key.
func types(p *tab, text string) {
	p.Helper()
	eval[any](p, fmt.Sprintf(`(() => { const f = document.getElementById("fit-kernel"); f.value = %q; `+
		`f.dispatchEvent(new Event("input", {bubbles: true})); })()`, text))
}

// While an expression is typed the picture follows; what cannot be read leaves the last
// picture, says where it goes wrong, and offers what may have been meant.
func TestBrowserExpression(t *testing.T) {
	t.Parallel()
	p := visits(t, patient(typing()), "/lessons/typing")
	types(p, "gaussian(2) + linear()")
	p.drawn("fit", "kernel=gaussian%282%29%20%2B%20linear%28%29")
	types(p, "gaussian(2) + linea")
	p.until(`document.querySelector("#fit-kernel-slip mark") && ` + under + `.includes("Character 15")`)
	shows(p, pictured, "It shows gaussian(2) + linear().")
	shows(p, entered, "gaussian(2) + linea")
	shows(p, `document.querySelector("#fit-kernel-slip mark").textContent`, "l")
	shows(p, `document.getElementById("fit-kernel").getAttribute("aria-invalid")`, "true")
	types(p, "gaussian(2)+")
	p.until(under + `.includes("Character 13")`)
	shows(p, pictured, "It shows gaussian(2) + linear().") // still the last that could be read
	types(p, "linea")
	p.until(`document.querySelector("#fit-kernel-slip a")?.textContent === "linear()"`)
	p.click("#fit-kernel-slip a")
	p.until(pictured + ` === "It shows linear()." && ` + entered + ` === "linear()" && ` + under + ` === ""`)
}

// Without scripts the form's button does the same.
func TestBrowserExpressionWithoutScripts(t *testing.T) {
	t.Parallel()
	p := plainly(t, patient(typing()), "/lessons/typing?fit.kernel=linea&fit.kernel-was=min()")
	p.sees(`#fit-kernel[value="linea"][aria-invalid="true"]`)
	p.sees(`#fit-kernel-slip a`)
	p.sees(`#fit:has(.was[value="min()"])`)
	p.sees(`#fit .live:has([data-query="kernel=min%28%29"])`)
}

// What one reader has typed, and cannot be read, is not shown to the next.
func TestASlipIsItsReadersOwn(t *testing.T) {
	s := typing()
	for _, path := range []string{"/lessons/typing?fit.", "/lessons/typing/fit?", "/lessons/typing/fit.json?"} {
		for _, own := range []string{"mine", "yours"} {
			if body := get(t, s, path+"kernel=gaussian(1)%2Blinea%2B"+own+"()",
				plain).Body.String(); !strings.Contains(body, own) {
				t.Errorf("%s: what was typed is not %s", path, own)
			}
		}
	}
}

// A notebook that asks is told what is wrong.
func TestASlipInAnExpressionIsANote(t *testing.T) {
	w := get(t, typing(), "/lessons/typing/fit.json?kernel=linear()%2Bgaus(1)", plain)
	if body := w.Body.String(); !strings.Contains(body, "character 10:") || !strings.Contains(body,
		"gaussian(bandwidth)") {
		t.Error(body)
	}
}
