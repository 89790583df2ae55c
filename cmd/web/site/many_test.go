//go:build !race

package site

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const (
	sharesOf  = `(document.querySelector("#fit .among b")?.textContent ?? "").replaceAll("\u00a0", " ")`
	redrawnIn = `document.querySelectorAll("#fit-degrees .ghosts [data-seed], #fit .ghosts [data-seed]").length`
)

// A figure is asked over many samples: the share and the curves of others come, go while a
// slider moves, which asks for the picture alone, and come again when the hand rests. A
// press on another sample opens it.
func TestBrowserManySamples(t *testing.T) {
	t.Parallel()
	p := reader(t, "/lessons/ridge")
	p.until(redrawnIn + ` === 0`)
	p.click("#fit .many", sharesOf+` === "20 of 100 samples (±8)"`)
	p.until(redrawnIn + ` === 59`)
	p.drawn("fit", "many=100")

	eval[any](p, `window.asked = [];
		document.addEventListener("htmx:before:request", ({detail: {ctx}}) => asked.push(ctx.request.action))`)
	p.focus("#fit-degree-slider")
	p.leads(kb.ArrowRight, `window.asked.some((a) => a.includes("fit.degree=13") && !a.includes("many=100"))`)
	p.until(`window.asked.some((a) => a.includes("fit.degree=13") && a.includes("many=100"))`)
	p.drawn("fit", "degree=13&many=100")
	p.until(redrawnIn + ` === 59`)

	seed := eval[string](p, `document.querySelector("#fit a[data-resample]").dataset.resample`)
	p.click("#fit a[data-resample]")
	p.drawn("fit", "seed="+seed+"&degree=13&many=100")
	p.until(redrawnIn + ` === 59`)

	// So does a press on a tick of a strip: on the first, the sample with the least error.
	least := eval[string](p, `(() => { const strip = document.querySelector("#fit .strip");
		const {left, top, height} = strip.getBoundingClientRect();
		strip.dispatchEvent(new MouseEvent("click", {bubbles: true, clientX: left + 1, clientY: top + height / 2}));
		return strip.dataset.seeds.split(" ")[0]; })()`)
	p.drawn("fit", "seed="+least+"&degree=13&many=100")

	// An arrow key opens the one beside it, and the strip keeps the keyboard.
	p.focus("#fit-strip-0")
	next := eval[string](p, `document.activeElement.dataset.seeds.split(" ")[1]`)
	p.press(kb.ArrowRight)
	p.drawn("fit", "seed="+next+"&degree=13&many=100")
	p.until(redrawnIn + ` === 59`)
	p.until(`document.activeElement.id === "fit-strip-0" && document.activeElement.ariaValueNow === "2"`)
}

// Without scripts the link has it all.
func TestManySamplesByALink(t *testing.T) {
	site := sharedSite()
	const state = "?many=100&degree=15&lambda=0.000282"
	drawn := jsonAt[struct{ Drawn struct{ Anew, Stays string } }](t, site, "/lessons/ridge/fit.json"+state)
	body := get(t, site, "/lessons/ridge/fit"+state, map[string]string{"Accept-Encoding": ""}).Body.String()
	contains(t, "the page", strings.ReplaceAll(body, "\u00a0", " "), "<b>57 of 100 samples (±10)</b>", `data-seed="59"`,
		`class="strip"`, "Drawn anew in each: "+drawn.Drawn.Anew+". The same in all: "+drawn.Drawn.Stays)
}

// What choosing costs is in a figure's JSON and, without scripts, in a table of its page: a row a procedure.
func TestChoosingByALink(t *testing.T) {
	site := sharedSite()
	for figure, procedures := range map[string][]string{
		"bandwidth/fit?data=sine&many=60&n=20":                {"leave one out", "median rule", "likelihood"},
		"kernel-ridge-regression/path?data=sine&many=60&n=20": {"leave one out", "likelihood"},
		"ridge/path?errors=shown&many=100":                    {"leave one out", "likelihood"},
		"feature-maps/fit?many=60":                            {"train error", "leave one out"},
		"bandwidth/fit?many=60":                               nil, // where nobody knows the truth
	} {
		if procedures != nil {
			procedures = append(procedures, "this setting")
		}
		name, state, _ := strings.Cut("/lessons/"+figure, "?")
		said := jsonAt[struct {
			Chosen []struct {
				Procedure        string
				Regret, Optimism float64
				Covered          float64 `json:"covered_percent"`
				Of               int
			}
		}](t, site, name+".json?"+state)
		page := get(t, site, name+"?"+state, map[string]string{"Accept-Encoding": ""}).Body.String()
		if len(said.Chosen) != len(procedures) || strings.Contains(page, `class="chosen"`) != (procedures != nil) {
			t.Errorf("%s: %+v", figure, said.Chosen)
			continue
		}
		for i, want := range procedures {
			if c := said.Chosen[i]; c.Procedure != want || c.Of < 20 || c.Covered <= 0 || c.Regret <= 0 {
				t.Errorf("%s: %+v", figure, c)
			}
			contains(t, figure, page, `<th scope="row">`+want)
		}
	}
}
