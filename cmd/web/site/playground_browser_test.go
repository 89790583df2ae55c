//go:build !race

package site

import (
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/playground"
)

func TestBrowserPlayground(t *testing.T) {
	t.Parallel()
	p := reader(t, "/playground")
	p.until(`location.pathname === "/playground/krr"`)
	p.slide("krr", "bandwidth", 60, "bandwidth=100")
	// The row of methods follows the state, and so does the address.
	p.until(`document.querySelector(".methods [data-take=nystrom]").getAttribute("href") === ` +
		`"/playground/krr.nystrom?bandwidth=100" && location.search === "?bandwidth=100"`)
	p.click(`.methods [data-take="nystrom"]`, `location.pathname === "/playground/nystrom"`)
	shows(p, `location.search`, "?data=mcycle&bandwidth=100&lambda=0.01")

	// Another choice, and what is written of it.
	p.visit("/playground/svm?data=moons")
	p.types("svm-kernel", "expression")
	p.drawn("svm", "data=moons&kernel=expression")
	p.until(`!document.getElementById("svm-expr").closest(".control").hidden`)
	p.until(`document.querySelector("#svm-code code").textContent.includes("def gaussian(A, B")`)
	// Reset leads back to what the method opens with.
	p.click("#svm-reset")
	p.drawn("svm", "")
}

// What an address asks that cannot be is said on a phone too, whose picture is asked for anew, until a hand moves it.
func TestBrowserPhoneSaysWhatAnAddressAsked(t *testing.T) {
	t.Parallel()
	p := reader(t, "/playground/krr?bandwidth=1e9", pocket)
	p.until(`document.querySelector(".staged.phone")`)
	p.until(`document.querySelector(".live > .notes")?.textContent.includes("bandwidth: 1e9 is above 100")`)
	p.slide("krr", "bandwidth", 35, "bandwidth=2.15")
	p.until(`document.querySelectorAll(".notes").length === 0`)
}

func TestBrowserAFigureOpensInThePlayground(t *testing.T) {
	t.Parallel()
	p := reader(t, "/lessons/bandwidth/fit?bandwidth=5.41")
	p.click("#fit .taking")
	p.click(`#fit-take [data-take="playground"]`, `location.pathname === "/playground/krr"`)
	shows(p, `location.search`, "?bandwidth=5.41&lambda=0.000282")
	p.drawn("krr", "bandwidth=5.41&lambda=0.000282")
}

func TestBrowserPlaygroundIsAccessible(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	for _, m := range playground.Methods {
		address := "/playground/" + m.Name
		p.visit(address)
		p.clean("document", address)
	}
	p.phone()
	for _, name := range strings.Fields("krr kpca tree fourier") {
		p.visit("/playground/" + name)
		p.until(`document.querySelector(".staged.phone")`)
		p.fits()
	}
}
