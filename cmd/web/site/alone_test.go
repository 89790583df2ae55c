//go:build !race

package site

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gramophone-course/gramophone/lessons"
)

// A posture is what figures by themselves must be on a screen, without scrolling.
type posture struct {
	screen
	query        string
	lead, median float64 // of the screen that a figure's main panels cover, over the figures
	label        float64 // px of the least type
	slider       float64 // px of the narrowest slider
	header       float64 // px of the median header, at most; 0 where it has no one place
}

var postures = map[string]posture{
	"alone": {screen: screen{width: 1440, height: 900}, lead: 0.26, median: 0.35, label: 12, slider: 240, header: 60},
	"frame": {screen: screen{width: 960, height: 600}, query: "?embed=1", lead: 0.33, median: 0.43, label: 12,
		slider: 280, header: 60},
	"narrow frame": {screen: screen{width: 480, height: 800}, query: "?embed=1", lead: 0.24, median: 0.50, label: 12,
		slider: 180},
}

// A view is what is seen of a figure by itself.
type view struct {
	Lead, Label, Slider, Header float64
	Beyond                      []string
}

// viewed measures a figure on a page of its own, at the top of the page. What lies beyond the edge is cut, but
// for what is there for screen readers alone.
const viewed = `(() => {
	const box = (e) => e.getBoundingClientRect(), wide = document.documentElement.clientWidth;
	const bar = document.querySelector(".bar"), top = bar ? box(bar).bottom : 0;
	const leads = [...document.querySelectorAll(".leads svg.plot")], plots = [...document.querySelectorAll("svg.plot")];
	const least = (list) => Math.min(1000, ...list);
	const beyond = [...document.querySelectorAll(".live *")].filter((e) => e.checkVisibility() &&
		!e.closest("[popover]:not(:popover-open), .icon span, defs, .field") && box(e).width > 1 &&
		getComputedStyle(e).clipPath === "none" && (box(e).left < -1 || box(e).right > wide + 1));
	return {
		Lead: leads.reduce((sum, e) => sum + Math.max(0, Math.min(box(e).bottom, innerHeight) -
			Math.max(box(e).top, top)) * box(e).width, 0) / innerWidth / innerHeight,
		Label: least(plots.flatMap((e) => [...e.querySelectorAll("text")].filter((t) => t.checkVisibility() &&
			t.textContent.trim() && !t.closest(".letters, .heading")).map((t) =>
			parseFloat(getComputedStyle(t).fontSize) * box(e).width / e.viewBox.baseVal.width))),
		Slider: least([...document.querySelectorAll(".slide")].filter((e) => e.checkVisibility()).map((e) =>
			box(e).width)),
		Header: least(leads.map((e) => box(e).top)) - box(document.querySelector(".slot")).top,
		Beyond: [...beyond.map((e) => e.nodeName + " " + e.textContent.trim().slice(0, 30)),
			...(document.documentElement.scrollWidth > wide ? ["the page scrolls sideways"] : [])],
	};
})()`

// A figure by itself, on a page or in a frame, is laid out by the room there is: main panels as large as on its
// lesson's page, type that is read, and nothing cut.
func TestBrowserFiguresByThemselves(t *testing.T) {
	t.Parallel()
	for name, q := range postures {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t, sharedSite())
			p.on(q.screen)
			var all []view
			for _, l := range lessonsAsked() {
				for _, f := range l.Figures {
					path := "/lessons/" + l.Slug + "/" + f.Name + q.query
					p.visit(path)
					v := eval[view](p, viewed)
					all = append(all, v)
					for _, wrong := range q.wrong(v) {
						t.Errorf("%s: %s", path, wrong)
					}
				}
			}
			if len(lessonsAsked()) == len(lessons.Contents.Open()) {
				q.check(t, all)
			}
		})
	}
}

// wrong is what a figure lacks of what is asked.
func (q posture) wrong(v view) []string {
	list := v.Beyond
	for _, m := range []struct {
		what      string
		got, want float64
	}{{"of the screen for the main panels", v.Lead, q.lead}, {"px of type", v.Label, q.label},
		{"px of sliders", v.Slider, q.slider}} {
		if m.got < m.want-0.001*min(1, m.want) {
			list = append(list, fmt.Sprintf("%.3f %s, not %g", m.got, m.what, m.want))
		}
	}
	return list
}

// check fails where the median figure has too small a main panel, or too high a header.
func (q posture) check(t *testing.T, all []view) {
	median := func(of func(view) float64) float64 {
		var list []float64
		for _, v := range all {
			list = append(list, of(v))
		}
		slices.Sort(list)
		return list[len(list)/2]
	}
	lead, header := median(func(v view) float64 { return v.Lead }), median(func(v view) float64 { return v.Header })
	t.Logf("the median main panel covers %.3f of the screen, under a header of %.0f px", lead, header)
	if lead < q.median {
		t.Errorf("the median main panel covers %.3f of the screen, not %.2f", lead, q.median)
	}
	if q.header > 0 && header > q.header {
		t.Errorf("the median header is %.0f px high, not %.0f", header, q.header)
	}
}
