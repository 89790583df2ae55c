//go:build !race

package site

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"testing"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

// A posture is what figures by themselves must be on a screen, without scrolling.
type posture struct {
	screen
	lead, median float64 // of the screen that a figure's main panels cover, over the figures
	slider       float64 // px of the narrowest slider
	header       float64 // px of the median header, at most; 0 where it has no one place
}

// leastLabel is the least type of figures by themselves, px.
const leastLabel = 12

// postures are those on a page and in frames, by the query.
var postures = map[string][]posture{
	"": {{screen: laptop, lead: 0.26, median: 0.35, slider: 240, header: 60}},
	"?embed=1": {{screen: screen{width: 960, height: 600}, lead: 0.33, median: 0.43, slider: 280, header: 60},
		{screen: screen{width: 480, height: 800}, lead: 0.24, median: 0.50, slider: 180}},
}

// A view is what is seen of a figure by itself.
type view struct {
	Lead, Label, Slider, Header float64
	Beyond                      []string
}

// viewed measures a figure on a page of its own, at the top of the page. What lies beyond the edge is cut, but
// for what is there for screen readers alone.
const viewed = `(async () => {
	await new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)));
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
// lesson's page, type that is read, and nothing cut. The frame that others are told of is as tall as what it shows.
func TestBrowserFiguresByThemselves(t *testing.T) {
	t.Parallel()
	for query, some := range postures {
		t.Run(cmp.Or(query, "page"), func(t *testing.T) {
			t.Parallel()
			p := open(t, sharedSite())
			all := make([][]view, len(some))
			figuresOf(lessonsAsked(), func(path string, _ *course.Lesson, _ *course.Figure, _ []*course.Control) {
				p.on(some[0].screen)
				p.visit(path + query)
				for i, q := range some {
					p.on(q.screen)
					v := eval[view](p, viewed)
					all[i] = append(all[i], v)
					for _, wrong := range q.wrong(v) {
						t.Errorf("%s%s at %d×%d: %s", path, query, q.width, q.height, wrong)
					}
				}
				if query != "" {
					p.framed(path)
				}
			})
			for i, q := range some {
				if len(lessonsAsked()) == len(lessons.Contents.Open()) {
					q.check(t, all[i])
				}
			}
		})
	}
}

// framed fails where a figure's frame is not as tall as what it shows, more or less.
func (p *tab) framed(path string) {
	p.Helper()
	asked := "/oembed?url=" + url.QueryEscape("http://example.com"+path)
	e := jsonAt[views.Embedding](p, sharedSite(), asked)
	p.on(screen{width: e.Width, height: e.Height})
	tall := eval[float64](p, `document.querySelector("article").getBoundingClientRect().bottom + scrollY`)
	if over := tall - float64(e.Height); over > 80 || over < -200 { // a bar to scroll is worse than some room
		p.Errorf("%s is %.0f px taller than its frame of %d", path, over, e.Height)
	}
}

// wrong is what a figure lacks of what is asked.
func (q posture) wrong(v view) []string {
	list := v.Beyond
	for _, m := range []struct {
		what      string
		got, want float64
	}{{"of the screen for the main panels", v.Lead, q.lead}, {"px of type", v.Label, leastLabel},
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
