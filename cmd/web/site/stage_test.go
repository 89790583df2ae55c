//go:build !race

package site

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// A demand is what every figure's picture must be on a screen.
type demand struct {
	screen
	share, median float64 // of the screen that panels cover, over the figures
	label, title  float64 // px of the least type
	slider        float64 // px of the narrowest slider
	lead          float64 // px of the lowest main panel
	header        float64 // px of the median header, at most; 0 where it has no one place
	apart         bool    // no word stands on another
}

var demands = []demand{
	{screen: laptop, apart: true, share: 0.33, median: 0.38, label: 12, title: 14, slider: 240,
		header: 60},
	{screen: screen{1366, 768, false}, apart: true, share: 0.30, median: 0.33, label: 12, title: 14, slider: 240},
	{screen: screen{1920, 1080, false}, apart: true, share: 0.35, median: 0.38, label: 12, title: 14, slider: 240},
	{screen: screen{1440, 780, false}, label: 12, title: 14, slider: 240},
	{screen: screen{1024, 768, false}, label: 12, title: 14},
	{screen: screen{834, 1112, false}, label: 12, title: 14},
	{screen: screen{720, 450, false}, label: 11},
	{screen: screen{568, 320, false}},
	{screen: screen{1024, 640, false}, label: 11},
	{screen: pocket, apart: true, label: 11, title: 13, lead: 225},
}

// A sight is what is seen of a figure on a screen.
type sight struct {
	Name                       string
	Share, Label, Title        float64
	Slider, Lead               float64
	Header                     float64
	Hidden, Overprints, Beyond []string
}

// sights measures all figures of the page, each scrolled to. Of a figure the main panels,
// the controls and the goal are to be on one screen, and nothing of them under the bar or
// behind another; where words and figure follow each other, what is asked over the picture
// has gone by. On the low screen that twice the usual size makes of a laptop's, the first
// slider stands for all, and the second of two main panels may be under the first where
// there is no room beside it. Letters of a text are no labels.
const sights = `(async () => {
	const frames = () => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(r))));
	const all = [];
	await frames();
	for (const slot of document.querySelectorAll(".slot")) {
		const rail = innerWidth < 1200 && innerHeight <= 720 && innerWidth > innerHeight,
			phone = innerWidth <= 760 && !rail;
		const goal = slot.querySelector(".live > .goal");
		const first = () => rail || innerWidth < 1200 && !goal?.checkVisibility() ? slot.querySelector(".panels > *") :
			innerWidth < 1200 ? goal : slot;
		for (let top, before; top === undefined || top !== before;) { // what is drawn again above it moves it
			before = top;
			first().scrollIntoView({block: "start", behavior: "instant"});
			if (innerWidth >= 480) break; // nothing is drawn again
			do await frames();
			while (slot.querySelector(".staged") && !slot.querySelector(".staged.phone")); // drawn for the phone
			top = first().getBoundingClientRect().top;
		}
		const bar = document.querySelector(".bar").getBoundingClientRect().bottom;
		const plots = [...slot.querySelectorAll("svg.plot")], leads = plots.filter((e) => e.closest(".leads"));
		const main = innerWidth >= 1200 && leads.length ? leads : plots.slice(0, 1),
			sliders = slot.querySelector(".sliders");
		const box = (e) => { const b = e.getBoundingClientRect(); return {left: b.left, top: b.top, right: b.right,
			bottom: b.bottom, width: b.width, height: b.height}; };
		const reach = sliders.querySelector(".control:not([hidden])"); // of a phone's sliders this one stays in sight
		const low = phone && reach ? box(reach).top : innerHeight;
		const seen = [...main, rail ? sliders.querySelector(".goal") : goal].filter((e) =>
			innerWidth >= 1200 || rail || e.checkVisibility());
		const hidden = seen.filter((e) => { const b = box(e); return b.top < bar - 1 ||
			b.bottom > (e.closest(".sliders") ? innerHeight : low) + 1 || b.right > innerWidth || b.height < 10; });
		const last = phone ? reach : rail ?
			(innerHeight < 390 ? slot.querySelector(".knobs") : sliders.querySelector(".control")) :
			sliders.children.length && sliders;
		if (last && box(last).bottom > innerHeight + 1) hidden.push(last);
		let area = 0;
		const texts = [];
		for (const e of plots) {
			const b = box(e), scale = b.width / e.viewBox.baseVal.width;
			area += Math.max(0, Math.min(b.bottom, innerHeight) - Math.max(b.top, bar)) * b.width;
			for (const t of e.querySelectorAll("text")) {
				if (t.textContent.trim() && !t.closest(".letters")) texts.push({s: t.textContent, b: box(t),
					px: parseFloat(getComputedStyle(t).fontSize) * scale, head: t.closest(".heading") !== null});
			}
		}
		const on = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom,
			b.bottom) - Math.max(a.top, b.top) > 5;
		const least = (list) => Math.min(1000, ...list);
		all.push({
			Name: slot.id, Share: area / innerWidth / innerHeight,
			Label: least(texts.filter((t) => !t.head).map((t) => t.px)),
				Title: least(texts.filter((t) => t.head).map((t) => t.px)),
			Slider: least([...slot.querySelectorAll(".slide")].filter((e) => e.checkVisibility()).map((e) =>
				box(e).width)),
			Lead: least(main.map((e) => box(e).height)),
			Header: Math.min(...main.map((e) => box(e).top)) - box(slot).top,
			Hidden: hidden.map((e) =>
				e.getAttribute("class") + " " + JSON.stringify(Object.values(box(e)).map(Math.round))),
			Overprints: texts.flatMap((t, i) => texts.slice(0, i).filter((u) => on(t.b, u.b)).map((u) =>
				t.s + " on " + u.s)),
			Beyond: [...texts, ...[...slot.querySelectorAll(".knobs :is(button, select, .slide, .field)")].filter((e) =>
				e.checkVisibility() && getComputedStyle(e).visibility !== "hidden").map((e) =>
				({s: e.className + " " + e.textContent.trim().slice(0, 30), b: box(e)}))]
				.filter((t) => t.b.left < -1 || t.b.right > innerWidth + 1).map((t) => t.s),
		});
	}
	return all;
})()`

// shares are which share of a screen the panels of each figure cover, and how high its header is, for
// each demand, and of how many lessons.
type shares struct {
	test    *testing.T // which looks at all lessons
	mu      sync.Mutex
	of      [][]float64
	headers [][]float64 // px from the top of each figure to its main panel
	lessons []int
}

func newShares(t *testing.T) *shares {
	return &shares{test: t, of: make([][]float64, len(demands)),
		headers: make([][]float64, len(demands)), lessons: make([]int, len(demands))}
}

// staged fails where what is shown of a lesson's page is not as large as was promised, with
// type that is read, nothing over another, and beside it what moves it.
func (p *tab) staged(l *course.Lesson, all *shares) {
	p.Helper()
	for i, d := range demands {
		p.on(d.screen)
		seen := eval[[]sight](p, sights)
		for _, s := range seen {
			for _, wrong := range d.wrong(s) {
				p.Errorf("%s/%s at %d×%d: %s", l.Slug, s.Name, d.width, d.height, wrong)
			}
		}
		all.add(i, seen)
	}
}

func (all *shares) add(demand int, seen []sight) {
	all.mu.Lock()
	defer all.mu.Unlock()
	all.lessons[demand]++
	for _, s := range seen {
		all.of[demand] = append(all.of[demand], s.Share)
		all.headers[demand] = append(all.headers[demand], s.Header)
	}
}

// check fails where the median figure covers too little, or has too high a header, once all lessons have been seen.
func (all *shares) check() {
	t := all.test
	for i, d := range demands {
		if all.lessons[i] < len(lessons.Contents.Open()) {
			t.Logf("%d×%d: the median is that of all lessons, not of %d", d.width, d.height, all.lessons[i])
			continue
		}
		slices.Sort(all.of[i])
		median := all.of[i][len(all.of[i])/2]
		t.Logf("%d×%d: share of the screen %.3f, at least %.3f", d.width, d.height, median, all.of[i][0])
		slices.Sort(all.headers[i])
		header := all.headers[i][len(all.headers[i])/2]
		t.Logf("%d×%d: the header is %.0f px high, at most %.0f", d.width, d.height, header, slices.Max(all.headers[i]))
		if d.header > 0 && header > d.header {
			t.Errorf("at %d×%d the median header is %.0f px high, not %.0f", d.width, d.height, header, d.header)
		}
		if median < d.median {
			t.Errorf("at %d×%d the median share of the screen is %.3f, not %.2f", d.width, d.height, median, d.median)
		}
	}
}

// wrong is what a figure lacks of what is asked.
func (d demand) wrong(s sight) []string {
	var list []string
	for _, m := range []struct {
		what      string
		got, want float64
	}{{"share of the screen", s.Share, d.share}, {"px of type", s.Label, d.label}, {"px of titles", s.Title, d.title},
		{"px of sliders", s.Slider, d.slider}, {"px of main panel", s.Lead, d.lead}} {
		if m.got < m.want-0.05*min(1, m.want/100) {
			list = append(list, fmt.Sprintf("%.3f %s, not %g", m.got, m.what, m.want))
		}
	}
	for _, m := range s.Hidden {
		list = append(list, m+" is not in sight")
	}
	if d.apart {
		list = append(list, s.Overprints...)
	}
	for _, m := range s.Beyond {
		list = append(list, m+" is beyond the edge")
	}
	return list
}
