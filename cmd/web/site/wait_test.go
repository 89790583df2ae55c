//go:build !race

package site

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// What takes longer than a moment says that it computes, and can be stopped, by a button
// and by a key: the server is told to stop, and the picture and its controls are as they
// were. What has waited behind it is not sent, and the next move is.
func TestBrowserLongWorkIsStopped(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	left := make(chan string, 8) // states whose reader has hung up
	asked := make(chan string, 8)
	p := open(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		lambda := r.URL.Query().Get("fit.lambda")
		if r.Header.Get("HX-Request") != "" && (lambda == "10" || lambda == "0") {
			asked <- lambda
			<-r.Context().Done()
			left <- lambda
			return
		}
		s.ServeHTTP(w, r)
	}))
	p.visit(krrPage)
	const waits = `document.querySelector("#fit .wait")?.textContent.match(/^Computing, \d+\.\d sStop$/) != null`
	asItWas := func() {
		t.Helper()
		p.until(`document.querySelector("#fit .wait") === null && document.querySelector("#fit .figure.busy") === null`)
		shows(p, `document.querySelector("#fit .panels").dataset.query`, "")
		shows(p, `document.getElementById("fit-lambda").value === `+
			`document.getElementById("fit-lambda").dataset.default`, true)
		shows(p, `document.querySelector("#fit .trouble") === null`, true)
	}

	// By the key, with a hand on the slider that has moved on meanwhile.
	p.focus("#fit-lambda-slider")
	p.press(kb.End)
	if got := <-asked; got != "10" {
		t.Fatalf("asked for λ = %s", got)
	}
	p.press(kb.Home) // waits in the line behind
	p.until(waits)
	shows(p, `document.getElementById("fit-status").textContent`, "Computing. Escape stops it.")
	p.press(kb.Escape)
	same(t, "λ where the server was left", <-left, "10")
	asItWas()
	shows(p, `document.getElementById("fit-status").textContent`, "Stopped. The picture is as it was.")
	if len(asked) > 0 {
		t.Errorf("λ = %s was asked for, which had waited behind what was stopped", <-asked)
	}

	// By the button, which has the focus.
	p.press(kb.End)
	<-asked
	p.until(waits)
	p.focus("#fit [data-wait=stop]")
	p.press(kb.Enter)
	<-left
	asItWas()
	p.until(`document.activeElement !== document.body`)

	p.focus("#fit-lambda-slider")
	p.leads(kb.ArrowLeft, `document.querySelector("#fit .panels").dataset.query.startsWith("lambda=")`)
}

// What is told says which part of the work is under way and how far it is, and the picture
// comes when it is done.
func TestBrowserLongWorkSaysHowFarItIs(t *testing.T) {
	t.Parallel()
	var far atomic.Int64 // of a hundred
	fit := course.Figure{Name: "fit", Title: "Slow", Goal: "None.", Build: func(f *course.Form) course.Draw {
		width := f.Float("width", "width", 1, 0, 3)
		return func(ctx context.Context, _ *course.Memo) (*course.Picture, error) {
			for tick := time.NewTicker(20 * time.Millisecond); width > 1 && far.Load() < 100; <-tick.C {
				engine.ReportOf(ctx)("Gram matrix", float64(far.Load())/100)
				if err := ctx.Err(); err != nil {
					return nil, err
				}
			}
			tree := plots.Tree{Root: plots.Node{Label: "a"}}
			return &course.Picture{Description: "A tree.",
				Columns: [][]plots.Panel{{{ID: "fit-tree", Title: "Tree", Width: 400, Height: 200, Plot: tree}}}}, nil
		}
	}}
	p := open(t, patient(siteOf(&course.Lesson{Slug: "slow", Title: "Slow", Prose: "::: figure fit :::\n\nWords.\n",
		Figures: []course.Figure{fit}})))
	p.visit("/lessons/slow")
	p.focus("#fit-width-slider")
	p.press(kb.End)
	const line = `document.querySelector("#fit .wait").textContent`
	p.until(line + `.match(/^Computing, \d+\.\d s\. Gram matrixStop$/)`)
	far.Store(40)
	p.until(line + `.match(/^Computing, \d+\.\d s\. Gram matrix: 40 %, about \d+(\.\d)? s moreStop$/) && ` +
		`document.querySelector("#fit .wait progress").value === 0.4`)
	far.Store(100)
	p.until(`document.querySelector("#fit .wait") === null && ` +
		`document.querySelector("#fit .panels").dataset.query === "width=3"`)
}
