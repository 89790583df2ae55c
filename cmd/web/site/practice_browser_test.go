//go:build !race

package site

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// asksNow is the exercise that the page of practice asks: its lesson, its id and its seed.
func asksNow(p *tab) (l *course.Lesson, e *course.Exercise) {
	p.Helper()
	p.until(`document.querySelector("#asking form [name^='seed.']") && document.querySelector("#asking .sure")`)
	said := eval[string](p, `[document.querySelector("#asking .eyebrow a").pathname.split("/").pop(),
		document.querySelector("#asking .exercise").id,
		document.querySelector("#asking form [name^='seed.']").value].join(" ")`)
	parts := strings.Fields(said)
	l, ok := lessons.Contents.Lookup(parts[0])
	seed, err := strconv.ParseUint(parts[2], 10, 64)
	if !ok || err != nil {
		p.Fatalf("asked is %q", said)
	}
	e, ok, err = l.Again(parts[1], seed)
	if !ok || err != nil {
		p.Fatalf("asked is %q: %v", said, err)
	}
	return l, e
}

// answersNow answers what is asked, rightly or not, with how sure one is.
func answersNow(p *tab, e *course.Exercise, right bool, level int) {
	p.Helper()
	eval[any](p, fmt.Sprintf(`document.querySelectorAll("#asking .sure input")[%d].click()`, level))
	switch {
	case e.Number != nil:
		value := e.Number.Value
		if !right {
			value = e.Number.Misses[0].Value
		}
		eval[any](p, fmt.Sprintf(`document.querySelector("#asking [name^='answer.']").value = %q`,
			course.FormatNumber(value)))
	case e.Choices != nil:
		for i, c := range e.Choices {
			if c.Right == right {
				p.click(fmt.Sprintf("#asking [name^='answer.'][value='%d']", i+1))
				break
			}
		}
	case e.Steps != nil:
		for shown, step := range e.Order() {
			place := step + 1
			if !right {
				place = len(e.Steps) - step
			}
			eval[any](p, fmt.Sprintf(`document.querySelectorAll("#asking form select")[%d].value = %d`, shown, place))
		}
	}
	p.click("#asking [type=submit]")
	p.until(fmt.Sprintf(`document.querySelector("#asking .said")?.dataset.right === "%t"`, right))
}

// Practice asks what is due first, then something new of another lesson, wants to know how sure one is, and counts the
// first answer.
func TestBrowserPractice(t *testing.T) {
	t.Parallel()
	p := reader(t, "/practice")
	ago := time.Now().Add(-100 * time.Hour).UnixMilli()
	p.keepsWork(fmt.Sprintf(`{"progress": {"kernel-ridge-regression": {"seen": %[1]d, "answers":
		{"twins": {"values": ["4"], "right": true, "at": %[1]d, "box": 1}}, "goals": {}, "played": []}}}`, ago))
	p.reload()
	p.until(`document.getElementById("standing").textContent.startsWith("1 due now")`)
	p.clean("document", "practice")
	p.click("#begin")
	l, e := asksNow(p)
	if l.Slug != "kernel-ridge-regression" || e.ID != "twins" {
		t.Errorf("%s of %s is asked, and another is due", e.ID, l.Slug)
	}
	p.click("#asking [type=submit]") // without an answer to how sure one is nothing is checked
	if eval[bool](p, `document.querySelector("#asking .said") !== null`) {
		t.Error("it is checked before one has said how sure one is")
	}
	answersNow(p, e, false, 2)
	kept := `JSON.parse(localStorage["gramophone.practice"])`
	shows(p, `JSON.stringify(`+kept+`["kernel-ridge-regression/twins"].tally)`, "[[0,0],[0,0],[1,0]]")
	shows(p, `JSON.stringify(`+kept+`["kernel-ridge-regression/twins"].mistakes)`,
		`{"`+e.Number.Misses[0].Mistake+`":1}`)
	p.until(`!document.getElementById("mistakes").hidden &&
		document.querySelector("#mistakes dt").textContent.endsWith(": once")`)
	p.clean(`document.querySelector("main")`, "an exercise of practice")

	// A second answer to the same question is judged and not counted.
	eval[any](p, fmt.Sprintf(`document.querySelector("#asking [name='answer.twins']").value = %q`,
		course.FormatNumber(e.Number.Value)))
	p.click("#asking [type=submit]", `document.querySelector("#asking .said")?.dataset.right === "true"`)
	shows(p, `JSON.stringify(`+kept+`["kernel-ridge-regression/twins"].tally)`, "[[0,0],[0,0],[1,0]]")
	if leads := eval[string](p, `[...document.querySelectorAll("#asking .exercise a[href*='?fit.']")]
		.map((a) => a.pathname).join()`); strings.Trim(leads, "/lesonkrigd-,") != "" || leads == "" {
		t.Errorf("links to states lead to %q", leads)
	}
	before := l
	for range 3 {
		p.click("#next")
		p.until(fmt.Sprintf(`!document.querySelector("#asking .eyebrow a").pathname.endsWith(%q)`, before.Slug))
		l, e = asksNow(p)
		answersNow(p, e, true, 1)
		before = l
	}
	p.until(`document.getElementById("sure").textContent.includes("Of 3 where you thought so") &&
		document.getElementById("sure").textContent.includes("0 right, 0")`)
	if printed := eval[string](p, `JSON.parse(localStorage["gramophone.progress"])["kernel-ridge-regression"]`+
		`.answers.twins.values.join()`); printed != "4" {
		t.Errorf("the answer to the printed exercise is %q now", printed)
	}
	p.phone()
	p.fits()

	// A lesson alone.
	eval[any](p, `(() => { const s = document.getElementById("among"); s.value = "ridge";
		s.dispatchEvent(new Event("change")); })()`)
	p.click("#next", `document.querySelector("#asking .eyebrow a").pathname.endsWith("/ridge")`)

	// A proof is all that is hard there.
	eval[any](p, `(() => { const s = document.getElementById("hard"); s.value = "hard";
		s.dispatchEvent(new Event("change")); })()`)
	p.click("#next", `document.querySelector("#asking .exercise").id === "order"`)
	shows(p, `document.querySelector("#asking .eyebrow").textContent.endsWith(" · hard")`, true)
}

// A class's files are read together; a foreign one and one that came before are told, and nothing is taken for a tag.
func TestBrowserClasswork(t *testing.T) {
	t.Parallel()
	p := reader(t, "/teach/class")
	p.clean("document", "no files")
	now := time.Now()
	work := strings.Replace(someWork(now), "{", `{"gramophone": 1, "practice": {"ridge/order": {"at": `+
		strconv.FormatInt(now.UnixMilli(), 10)+`, "box": 2, "tally": [[1, 0], [2, 2], [0, 0]]}}, `, 1)
	files := map[string]string{"anna.json": work, "anna again.json": work,
		"<b>ben</b>.json": strings.Replace(work, `"ridge/order"`, `"ridge/other"`, 1), "foreign.json": `{"x": 1}`,
		"broken.json": "{"}
	eval[any](p, `(() => {
		const all = new DataTransfer(), input = document.getElementById("files");
		for (const [name, text] of Object.entries(`+string(course.Must(json.Marshal(files)))+`)) {
			all.items.add(new File([text], name, {type: "application/json"}));
		}
		input.files = all.files;
		input.dispatchEvent(new Event("change"));
	})()`)
	shows(p, `document.getElementById("read").textContent`, "2 read, 3 not read. 2 in all.")
	shows(p, `document.querySelectorAll("#students tbody tr").length`, 2)
	shows(p, `document.querySelectorAll("#refused li").length`, 3)
	shows(p, `document.querySelectorAll("#students b, #refused b").length`, 0)
	row := `[...[...document.querySelectorAll("#students tbody tr")].find((tr) => tr.textContent.includes("ben"))` +
		`.cells].slice(0, 9).map((c) => c.textContent).join("|")`
	shows(p, row, "<b>ben</b>|2|3|0|0|1|3|2|1")
	shows(p, `document.querySelectorAll("#questions tbody tr").length`, 3)
	p.until(`[...document.querySelectorAll("#questions tbody tr")].every((tr) => tr.cells[2].textContent === "2")`)
	p.until(`[...document.querySelectorAll("#mistakes tbody tr")].some((tr) => tr.cells[1].textContent === "2")`)
	p.clean("document", "a class's files")
	csv := eval[string](p, `(async () => {
		const blobs = [], make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { blobs.push(blob); return "#"; };
		document.getElementById("students-csv").click();
		URL.createObjectURL = make;
		return blobs[0].text();
	})()`)
	if lines := strings.Split(strings.TrimSpace(csv), "\r\n"); len(lines) != 3 ||
		!strings.HasPrefix(lines[0], "File,Lessons,Answered,Right,") ||
		strings.Count(lines[1], ",") != strings.Count(lines[0], ",") {
		t.Errorf("the CSV is\n%s", csv)
	}
	for _, s := range []screen{{1440, 900, false}, {834, 1112, false}, {390, 844, true}} {
		p.on(s)
		p.fits()
	}
	eval[any](p, `document.querySelector("#students tbody button").click()`)
	shows(p, `document.querySelectorAll("#students tbody tr").length`, 1)
}
