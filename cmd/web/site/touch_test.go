//go:build !race

package site

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// beginning is where on the screen a swipe over a picture begins, near its middle and
// beside its handles, once the picture is in the middle of the screen; or at what, other
// than a handle, a finger cannot scroll the page.
const beginning = `(async () => {
	const svg = document.querySelectorAll("#%s svg.plot")[%d];
	for (let still = 0, last = scrollY; still < 10; last = scrollY) { // what a swipe before this has thrown
		await new Promise((r) => requestAnimationFrame(r));
		still = scrollY === last ? still + 1 : 0;
	}
	svg.scrollIntoView({block: "center", behavior: "instant"});
	await new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)));
	const box = svg.getBoundingClientRect(), places = [];
	const passes = (el) => !el || (/auto|manipulation|pan-y/.test(getComputedStyle(el).touchAction) &&
		passes(el.parentElement));
	const rings = [...document.querySelectorAll(".handle")].map((ring) => ring.getBoundingClientRect());
	const beside = (x, y) => rings.some((b) => b.width && Math.hypot(b.x + b.width / 2 - x,
		b.y + b.height / 2 - y) < 63); // a finger that is up to 44 px off, up and across, means it
	for (let i = 1; i < 12; i++) for (let j = 1; j < 12; j++) {
		const x = box.x + (i * box.width) / 12, y = box.y + (j * box.height) / 12, el = document.elementFromPoint(x, y);
		if (!el || y < 60 || beside(x, y) || !el.closest(".plot, .hands")) continue;
		if (!passes(el)) return {at: el.getAttribute("class") || el.localName};
		places.push([x, y]);
	}
	const far = ([x, y]) => Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2);
	const [x, y] = places.sort((a, b) => far(a) - far(b))[0];
	return {x, y, scroll: scrollY};
})()`

// swipe scrolls with a finger that begins there, and returns by how much the page did.
func (p *tab) swipe(figure string, panel int) (by float64) {
	p.Helper()
	from := eval[struct {
		X, Y, Scroll float64
		At           string
	}](p, fmt.Sprintf(beginning, figure, panel))
	if from.At != "" {
		p.Errorf("%s, panel %d: the page cannot be scrolled from %s", figure, panel+1, from.At)
		return 0
	}
	p.drawUp(from.X, from.Y)
	return eval[float64](p, fmt.Sprintf(`(async () => {
		for (const end = performance.now() + 5000; performance.now() < end && scrollY - %[1]g < 60;
			) await new Promise((r) => setTimeout(r, 20));
		return scrollY - %[1]g;
	})()`, from.Scroll))
}

// strokes puts a finger down at a place of the screen, moves it by so much as often, and takes it away.
func (p *tab) strokes(x, y, dx, dy float64, times int) {
	p.Helper()
	p.touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	for i := range times {
		by := float64(i + 1)
		p.touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x + dx*by, Y: y + dy*by})
	}
	p.touch(input.DispatchTouchEventTypeTouchEnd)
}

// drawUp moves a finger up the screen, from there.
func (p *tab) drawUp(x, y float64) { p.Helper(); p.strokes(x, y, 0, -25, 6) }

// scrolls fails where a swipe that begins on a picture does not scroll the page, on every
// panel of every figure of a lesson.
func (p *tab) scrolls(l *course.Lesson) {
	p.Helper()
	for _, f := range l.Figures {
		for panel := range eval[int](p, fmt.Sprintf(`document.querySelectorAll("#%s svg.plot").length`, f.Name)) {
			if by := p.swipe(f.Name, panel); by < 60 {
				p.Errorf("%s, panel %d: a swipe scrolls by %g px", f.Name, panel+1, by)
			}
		}
	}
}

// grasp is where on the screen the middle of a handle lies, once it is in the middle of the screen
// and nothing is under way; and how its figure stands.
const grasp = `(async () => {
	const slot = document.getElementById("%s"), ring = slot.querySelectorAll(".handle")[%d];
	for (let still = 0, last = ""; still < 10;) {
		ring.scrollIntoView({block: "center", behavior: "instant"});
		await new Promise((r) => requestAnimationFrame(r));
		const b = ring.getBoundingClientRect(), now = [b.x, b.y, scrollY, slot.querySelector(".htmx-request")].join();
		still = now === last && !slot.matches(".htmx-request") ? still + 1 : 0;
		last = now;
	}
	const box = ring.getBoundingClientRect(), plot = slot.querySelector("svg.plot").getBoundingClientRect();
	const x = box.x + box.width / 2, y = box.y + box.height / 2, at = document.elementFromPoint(x, y);
	return {
		x, y, scroll: scrollY, free: Boolean(box.width) && ring.checkVisibility() && at?.matches(".handle"),
		places: Boolean(slot.dataset.drag), toward: Math.sign(plot.x + plot.width / 2 - x),
		state: [...slot.querySelectorAll(".knobs [name]")].map((e) => e.name + "=" + e.value).join("&"),
	};
})()`

// held is what grasp finds.
type held struct {
	X, Y, Scroll, Toward float64
	Free, Places         bool // where a tap on the picture puts something
	State                string
}

// past draws a finger up the screen from a handle, and fails unless the page has scrolled and
// nothing else has happened; it reports whether the handle could be touched.
func (p *tab) past(figure string, handle int) bool {
	p.Helper()
	before := eval[held](p, fmt.Sprintf(grasp, figure, handle))
	if !before.Free {
		return false
	}
	p.drawUp(before.X, before.Y)
	p.until(fmt.Sprintf("scrollY - %g >= 60", before.Scroll))
	after := eval[held](p, fmt.Sprintf(grasp, figure, handle))
	same(p, fmt.Sprintf("%s, handle %d: what a swipe past it leaves", figure, handle), after.State, before.State)
	return true
}

// tapped gives a handle the focus, with a tap, and drags it; it fails unless that moves its figure.
func (p *tab) tapped(figure string, handle int) {
	p.Helper()
	before := eval[held](p, fmt.Sprintf(grasp, figure, handle))
	p.strokes(before.X, before.Y, 0, 0, 0)
	p.until(fmt.Sprintf(`document.activeElement.matches("#%s .handle")`, figure))
	chosen := eval[held](p, fmt.Sprintf(grasp, figure, handle)) // which may stand elsewhere now
	if chosen.State != before.State && !chosen.Places {
		p.Errorf("%s, handle %d: a tap leaves %s, not %s", figure, handle, chosen.State, before.State)
	}
	p.strokes(chosen.X, chosen.Y, 8*chosen.Toward, -8, 6)
	if after := eval[held](p, fmt.Sprintf(grasp, figure, handle)); after.State == before.State {
		p.Errorf("%s, handle %d: what was tapped is dragged, and stays at %s", figure, handle, after.State)
	}
}

// handles has a finger scroll past the handles of a lesson's page and past points of one's own, and
// drag the one that it has tapped.
func (p *tab) handles(l *course.Lesson) {
	p.Helper()
	own := eval[[]string](p, `[...document.querySelectorAll(".slot")].filter((slot) => `+
		`document.querySelector("#" + slot.id + "-data option[value=points]")).map((slot) => slot.id)`)
	p.pastAll()
	if len(own) > 0 {
		p.visit("/lessons/" + l.Slug + "?" + strings.Join(own, ".data=points&") + ".data=points")
		p.pastAll()
	}
}

// pastAll scrolls past three handles of each figure, and drags one, once nothing is asked first.
func (p *tab) pastAll() {
	p.Helper()
	eval[any](p, `document.querySelectorAll(".veil button").forEach((button) => button.click())`)
	p.still()
	for _, f := range eval[[]struct {
		Name  string
		Count int
	}](p, `[...document.querySelectorAll(".slot")].map((slot) => ({ Name: slot.id,
		Count: slot.querySelectorAll(".handle").length })).filter(({ Count }) => Count)`) {
		seen := -1
		for _, handle := range slices.Compact([]int{0, f.Count / 2, f.Count - 1}) {
			if p.past(f.Name, handle) {
				seen = handle
			}
		}
		if seen < 0 {
			p.Logf("%s: none of three handles can be touched", f.Name)
			continue
		}
		p.tapped(f.Name, seen)
	}
}

// Where a picture is pointed at, a tap puts the place there, and the ring is what a finger
// drags: it scrolls nothing.
func TestBrowserATapPlacesAndARingIsDragged(t *testing.T) {
	t.Parallel()
	for l, f := range coursetest.Figures(lessons.Contents.Open()) {
		if f.Drag == "" {
			continue
		}
		t.Run(l.Slug+"/"+f.Name, func(t *testing.T) {
			t.Parallel()
			p := reader(t, "/lessons/"+l.Slug+"/"+f.Name, pocket)
			p.until(`document.querySelector(".staged:not(.phone)") === null`) // drawn for the phone
			names := strings.Fields(f.Drag)
			values := fmt.Sprintf(`["%s", "%s"].map((n) => document.getElementById("%s-" + n).value)`, names[0],
				names[1], f.Name)
			// The ring lies where the sliders say, give or take a place of theirs.
			ring := fmt.Sprintf(`document.querySelector("#%s .grip").getBoundingClientRect()`, f.Name)
			at := func(u, v float64) (x, y float64) {
				t.Helper()
				place := eval[[]float64](p,
					fmt.Sprintf(`(async () => { const { frameOf } = await %s; `+
						`const svg = document.querySelector("#%s svg.plot"); svg.scrollIntoView({block: "center", `+
						`behavior: "instant"}); const f = frameOf(svg); return [f.left + %v * f.width, `+
						`f.top + %v * f.height]; })()`, module("frame"), f.Name, u, v))
				return place[0], place[1]
			}
			lies := func(x, y float64) {
				t.Helper()
				p.until(fmt.Sprintf(`Math.hypot(%s.x + %s.width / 2 - %g, %s.y + %s.height / 2 - %g) < 14 && `+
					`JSON.stringify(%s)`, ring, ring, x, ring, ring, y, ring))
				p.until(fmt.Sprintf(`(now => %s.every((v, i) => Number(v) === Number(now.get(["%s", `+
					`"%s"][i]) ?? document.getElementById("%s-" + ["%s", "%s"][i]).dataset.default)))(new `+
					`URLSearchParams(document.querySelector("#%s .panels").dataset.query))`, values, names[0],
					names[1], f.Name, names[0], names[1], f.Name))
			}
			p.until(fmt.Sprintf(`%s.width >= 44`, ring))
			x, y := at(0.3, 0.35)
			p.strokes(x, y, 0, 0, 0)
			lies(x, y)
			scroll := eval[float64](p, "scrollY")
			p.strokes(x, y, 0, 20, 6)
			lies(x, y+120)
			shows(p, "scrollY", scroll)
		})
	}
}
