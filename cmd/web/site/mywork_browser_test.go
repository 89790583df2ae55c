//go:build !race

package site

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// someWork is work of two lessons as the scripts keep it: a prediction changed once, a number,
// an order, a goal, an envelope, a sketch and a sentence.
func someWork(at time.Time) string {
	ms := at.UnixMilli()
	heights := strings.TrimSuffix(strings.Repeat("null,", 100), ",") + ",1.5"
	return fmt.Sprintf(`{
		"progress": {"last": "ridge", "kernel-ridge-regression": {"seen": %[1]d,
			"answers": {"limit": {"values": ["2"], "right": false, "first": ["1"], "at": %[1]d},
				"twins": {"values": ["4"], "right": false, "first": ["4"], "at": %[2]d, "box": 2}},
			"goals": {"fit": %[1]d}, "played": ["limit"]},
			"ridge": {"seen": %[1]d, "answers": {"order": {"values": ["1", "2", "3", "4", "5"], "right": false,
				"first": ["1", "2", "3", "4", "5"], "at": %[1]d, "box": 1}}, "goals": {}, "played": []}},
		"sketches": {"/lessons/kernel-ridge-regression/fit mcycle": {"x": "0 60", "y": [%[3]s], "at": %[1]d}},
		"envelopes": {"kernel-ridge-regression/path": {"chosen": 1, "sealed": 2, "said": "It cost more.", "at": %[1]d}},
		"explained": {"ridge": {"text": "A <b>price</b> on coefficients.", "at": %[1]d}}}`, ms, ms-86400_000, heights)
}

// keepsWork puts work into the browser.
func (p *tab) keepsWork(work string) {
	p.Helper()
	eval[any](p, `Object.entries(`+work+
		`).forEach(([k, v]) => localStorage.setItem("gramophone." + k, JSON.stringify(v)))`)
}

// work is all that the browser keeps, in the order of names.
func (p *tab) work() map[string]any {
	p.Helper()
	text := eval[string](p, `JSON.stringify(Object.fromEntries(["progress", "sketches", "envelopes", "explained"]
		.map((k) => [k, JSON.parse(localStorage.getItem("gramophone." + k))])))`)
	all := map[string]any{}
	noError(p, json.Unmarshal([]byte(text), &all))
	return all
}

// reads gives the page a file, and waits for what it says of it.
func (p *tab) reads(file, says string) {
	p.Helper()
	quoted := course.Must(json.Marshal(file))
	eval[any](p, `(() => {
		const all = new DataTransfer(), input = document.getElementById("import");
		all.items.add(new File([`+string(quoted)+`], "work.json", {type: "application/json"}));
		document.getElementById("carried").textContent = "";
		input.files = all.files;
		input.dispatchEvent(new Event("change"));
	})()`)
	shows(p, `document.getElementById("carried").textContent`, says)
}

const saved = `(async () => {
	const blobs = [];
	const make = URL.createObjectURL;
	URL.createObjectURL = (blob) => { blobs.push(blob); return "#"; };
	document.getElementById("export").click();
	URL.createObjectURL = make;
	return blobs[0].text();
})()`

func canonical(tb testing.TB, v any) string {
	tb.Helper()
	b := course.Must(json.Marshal(v))
	return string(b)
}

// What is saved as a file and read again after all was deleted is the same.
func TestBrowserMyWorkIsCarriedAway(t *testing.T) {
	t.Parallel()
	p := reader(t, "/my-work")
	p.until(`!document.getElementById("nothing").hidden && document.getElementById("export").disabled`)
	p.clean("document", "no work")
	p.keepsWork(someWork(time.Now()))
	p.reload()
	p.until(`!document.getElementById("kept").hidden && document.getElementById("nothing").hidden`)
	shows(p, `document.querySelectorAll(".doings:not([hidden])").length`, 2)
	shows(p, `document.querySelectorAll(".doings li:not([hidden])").length`, 5)
	shows(p, `document.querySelector(".explained:not([hidden]) blockquote").textContent`,
		"A <b>price</b> on coefficients.")
	said := func(of, what string) string {
		return fmt.Sprintf(`document.querySelector("[data-slug=kernel-ridge-regression] [%s] .answer")`+
			`.textContent.includes(%q)`, of, what)
	}
	p.until(said("data-id=limit", "Your first answer was"))
	p.until(said("data-figure=path", "It cost more."))
	p.until(said("data-figure=fit", "1 sketch kept"))
	p.clean("document", "some work")
	p.phone()
	p.fits()

	before, file := canonical(t, p.work()), eval[string](p, saved)
	p.click("#forget")
	p.click(`#forgetting [value=keep]`)
	p.until(`!document.getElementById("forgetting").open && !document.getElementById("kept").hidden`)
	p.click("#forget")
	p.click(`#forgetting [value=delete]`)
	p.until(`document.getElementById("kept").hidden && localStorage.getItem("gramophone.progress") === null`)
	p.reads(file, "Read: 7 new, 0 replaced by newer, 0 left as they were.")
	p.until(`!document.getElementById("kept").hidden`)
	same(t, "work that was deleted and is read again", canonical(t, p.work()), before)
	p.reads(file, "Read: 0 new, 0 replaced by newer, 0 left as they were.")
}

// Of two answers the newer counts, whichever is in the file; an answer ahead of its time is
// not newer than all that come.
func TestBrowserMyWorkIsMerged(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	now := time.Now()
	p.visit("/my-work")
	p.keepsWork(someWork(now.Add(-time.Hour)))
	older := strings.Replace(someWork(now.Add(-2*time.Hour)), `{`, `{"gramophone": 1,`, 1)
	p.reads(older, "Read: 0 new, 0 replaced by newer, 7 left as they were.")
	file := func(answer string) string {
		return `{"gramophone": 1, "progress": {"ridge": {"answers": {"order": ` + answer +
			`, "count": ` + answer + `}}}}`
	}
	p.reads(file(`{"values": ["9"], "right": true, "at": 1e15, "box": 4}`),
		"Read: 1 new, 1 replaced by newer, 0 left as they were.")
	kept := p.work()["progress"].(map[string]any)["ridge"].(map[string]any)["answers"].(map[string]any)["order"]
	if at := kept.(map[string]any)["at"].(float64); at > float64(time.Now().UnixMilli()) {
		t.Errorf("an answer is kept of the time %g", at)
	}
	p.reads(file(`{"values": ["8"], "right": true}`), "Read: 0 new, 0 replaced by newer, 2 left as they were.")
}

// A file from anywhere changes nothing that it should not.
func TestBrowserMyWorkRefuses(t *testing.T) {
	t.Parallel()
	p := reader(t, "/my-work")
	p.keepsWork(someWork(time.Now()))
	before := canonical(t, p.work())
	no, nothing := "That file is not one that was saved here.", "Read: 0 new, 0 replaced by newer, 0 left as they were."
	for file, says := range map[string]string{
		"":                         no,
		"[1, 2]":                   no,
		`{"progress": {}}`:         no,
		`{"gramophone": 1`:         no,
		`{"gramophone": 2}`:        "That file is of a later version of this course.",
		strings.Repeat(" ", 2e6+1): "That file is too large: 2 MB is the most.",
		`{"gramophone": 1}`:        nothing,
		`{"gramophone": 1, "progress": 7, "sketches": [], "explained": null}`: "Read: 0 new, 0 replaced by newer, " +
			"0 left as they were.",
		`{"gramophone": 1, "progress": {"__proto__": {"answers": {}}, "A B": {}, "ridge": {"answers": {
			"order": {"values": [], "right": true}, "count": {"values": ["1"], "right": "yes"},
			"six": {"values": [{"a": 1}], "right": true}}}},
			"sketches": {"/lessons/ridge/fit x": {"x": "0 1", "y": [1, 2]}},
			"envelopes": {"ridge/fit": {"chosen": "1", "sealed": 2, "said": ""}},
			"explained": {"ridge": {"text": "` + strings.Repeat("x", 501) + `", "at": 1}}}`: nothing +
			" 8 entries could not be read.",
	} {
		p.reads(file, says)
		same(t, fmt.Sprintf("what is kept after %.80s", file), canonical(t, p.work()), before)
	}
}

// What is due is listed, the longest due first; it opens without its answer, right moves it
// on, and wrong moves it back.
func TestBrowserMyWorkIsAskedAgain(t *testing.T) {
	t.Parallel()
	p := reader(t, "/my-work")
	p.keepsWork(someWork(time.Now().Add(-3 * 24 * time.Hour))) // twins is in box 2 and four days old
	p.reload()
	shows(p, `[...document.querySelectorAll("#due ol a")].map((a) => a.hash)`, []string{"#order", "#limit", "#twins"})
	box := func(id string) string {
		return `JSON.parse(localStorage.getItem("gramophone.progress"))["kernel-ridge-regression"].answers.` +
			id + `.box`
	}
	p.click(`#due a[href$="#twins"]`)
	p.ready("#twins")
	p.still()
	given := eval[string](p, `document.querySelector("#twins input[type=text]").value`)
	same(t, "an answer that stands there already", given, "")
	p.until(`document.querySelector("#limit .said") !== null`) // others are put back
	eval[any](p, `document.querySelector("#twins input[type=text]").value = "1e9"; `+
		`document.getElementById("twins-form").requestSubmit()`)
	p.until(`document.querySelector("#twins .said")?.dataset.right === "false"`)
	p.until(box("twins") + ` === 1 && document.querySelector("#twins .said").textContent.includes("again in 1 day.")`)
	eval[any](p, `document.getElementById("twins-form").requestSubmit()`) // not due any more
	p.still()
	shows(p, box("twins"), 1)

	p.visit("/my-work")
	shows(p, `[...document.querySelectorAll("#due ol a")].map((a) => a.hash)`, []string{"#order", "#limit"})
	p.click(`#due a[href$="#limit"]`)
	p.ready("#limit")
	p.still()
	if eval[bool](p, `document.querySelector("#limit [aria-pressed=true], #limit .said") !== null || `+
		`!document.querySelector(".veiled")`) {
		t.Error("the answer stands there before it is given, or the controls are free")
	}
	p.click(`#limit [value="` + rightLimit(t) + `"]`)
	p.until(`document.querySelector("#limit .said")?.dataset.right === "true" && ` + box("limit") + ` === 2`)
	p.until(`document.querySelector("#limit .said").textContent.includes("again in 3 days.")`)
	p.reload() // the address asks no more
	p.until(`document.querySelector("#limit .said")?.dataset.right === "true"`)
	shows(p, box("limit"), 2)
}

// rightLimit is the right answer to the first prediction on kernel ridge regression.
func rightLimit(t *testing.T) string {
	t.Helper()
	e, _ := textOf(t, "kernel-ridge-regression").Exercise("limit")
	return fmt.Sprint(1 + slices.IndexFunc(e.Choices, func(c course.Alternative) bool { return c.Right }))
}

func TestBrowserMyWorkWithoutScripts(t *testing.T) {
	t.Parallel()
	p := plainly(t, sharedSite(), "/my-work")
	p.sees(".work .without-js")
}
