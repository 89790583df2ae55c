//go:build !race

package main

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp/kb"
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
	if got := <-left; got != "10" {
		t.Errorf("the server was left at λ = %s", got)
	}
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
	p.press(kb.ArrowLeft)
	p.until(`document.querySelector("#fit .panels").dataset.query.startsWith("lambda=")`)
}
