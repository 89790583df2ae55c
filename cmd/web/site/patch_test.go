//go:build !race

package site

import (
	"fmt"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// movesLeave fails where what moves leave on a lesson's page is not what the server would put
// there: for every figure, along every slider, a step and far.
func (p *tab) movesLeave(l *course.Lesson) {
	p.Helper()
	p.still()
	for _, f := range l.Figures {
		for _, slide := range eval[[]string](p, `[...document.querySelectorAll("#`+f.Name+
			` .control:not([hidden]) .slide:not(:disabled)")].map((el) => el.id)`) {
			if wrong := eval[string](p, fmt.Sprintf(moveAndAsk, f.Name, slide)); wrong != "" {
				p.Errorf("%s: %s", slide, wrong)
			}
		}
	}
}

// moveAndAsk moves a slider of a figure, and says where what it leaves differs from what the
// server says.
const moveAndAsk = `(async () => {
	const slot = document.getElementById(%q), slide = document.getElementById(%q);
	const told = () => new Promise((r) => slot.addEventListener("course:moved", r, {once: true}));
	const at = Number(slide.value), last = Number(slide.max);
	for (const place of [at > last / 2 ? 0 : last, at]) { // the farther end, and back
		slide.value = place;
		const moved = told();
		slide.dispatchEvent(new Event("input", {bubbles: true}));
		await moved;
	}
	const live = slot.querySelector(".live"), panels = slot.querySelector(".panels"), here = live.cloneNode(true);
	const judge = here.querySelector(".goal[data-pending]") ? "&judge=0" : "";
	const answer = await fetch(slot.dataset.path + "?" + panels.dataset.query + judge,
		{headers: {"HX-Request": "true", "HX-Target": live.id, "HX-Current-URL": location.href}});
	const said = document.createElement("template");
	said.innerHTML = await answer.text();
	for (const left of ["form", "[id$=-asks]"])
		here.querySelector(left).replaceWith(said.content.querySelector(left).cloneNode(true));
	here.querySelectorAll(".before").forEach((el) => el.remove());
	here.querySelectorAll("[class]").forEach((el) => el.classList.remove("lit"));
	here.querySelectorAll(".goal").forEach((el) => el.classList.remove("kept"));
	here.querySelectorAll("details").forEach((el) => { el.open = false; });
	for (const el of [...here.querySelectorAll("*"), ...said.content.querySelectorAll("*")]) {
		for (const { name, value } of [...el.attributes].sort((a, b) => (a.name < b.name ? -1 : 1))) { // in one order
			el.removeAttribute(name);
			if (name !== "class" || value) el.setAttribute(name, value);
		}
	}
	const a = here.innerHTML, b = said.innerHTML;
	if (a === b) return "";
	let i = 0;
	while (a[i] === b[i]) i++;
	return a.slice(Math.max(0, i - 60), i + 60) + " — and not — " + b.slice(Math.max(0, i - 60), i + 60);
})()`

// A move leaves alone what it does not change: λ makes no new Gram matrix, and no
// element of the curve's picture anew.
func TestBrowserAMoveMakesNothingAnew(t *testing.T) {
	t.Parallel()
	p := reader(t, krrPage)
	p.slide("fit", "lambda", 30,
		eval[string](p, `"lambda=" + document.getElementById("fit-lambda-slider").dataset.grid.split(" ")[30]`))
	p.still()
	eval[any](p, `(() => {
		window.before = [...document.querySelectorAll("#fit :is(svg.plot, .curve, .numbers button, .description)")];
		window.changed = 0;
		new MutationObserver((all) => { changed += all.length;
			}).observe(document.getElementById("fit-gram-title").parentElement, {subtree: true, childList: true,
			attributes: true, characterData: true});
	})()`)
	p.slide("fit", "lambda", 31,
		eval[string](p, `"lambda=" + document.getElementById("fit-lambda-slider").dataset.grid.split(" ")[31]`))
	shows(p, `document.querySelectorAll("#fit :is(svg.plot, .curve, .numbers button, .description)").length === `+
		`before.length && before.every((el) => el.isConnected)`, true)
	shows(p, `changed`, 0)
}
