//go:build !race

package site

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
)

// A visit is what a reader with an empty cache and a slow line sees of a page.
type visit struct {
	Picture float64  // ms until its first picture is painted
	Loaded  float64  // ms until everything has come
	Shift   float64  // the layout's shifts, added up
	Bytes   float64  // on the line
	Shifted []string // what it was that shifted
}

// watch notes when the first picture is there, and every shift of the layout.
const watch = `
	window.visit = {picture: 0, shift: 0, shifted: []};
	new PerformanceObserver((list) => {
		for (const e of list.getEntries()) {
			if (e.hadRecentInput) continue;
			window.visit.shift += e.value;
			window.visit.shifted.push(Math.round(e.startTime) + " ms, " +
				e.value.toFixed(4) + ": " +
				e.sources.map((s) => (s.node?.className?.baseVal ?? s.node?.className ?? "") + " " +
				(s.node?.nodeName ?? "") + " " +
				Math.round(s.previousRect.y) + "→" + Math.round(s.currentRect.y)).join(", "));
		}
	}).observe({type: "layout-shift", buffered: true});
	(function look() {
		if (document.querySelector("svg.plot")?.getBoundingClientRect().height > 0 &&
			document.querySelector(".knobs") && !document.documentElement.matches(".held")) {
			const c = new MessageChannel(); // after this frame's paint
			c.port1.onmessage = () => { window.visit.picture = performance.now(); };
			c.port2.postMessage(0);
		} else requestAnimationFrame(look);
	})();`

// A line brings 1.6 Mbit/s, after 150 ms; what is sent at once shares it. The server is slow,
// since Chromium's own slow line may stand still for a minute while other tabs are busy.
type line struct {
	mu   sync.Mutex
	free time.Time // when what was sent before is through
}

func (l *line) to(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(150 * time.Millisecond)
		h.ServeHTTP(lineWriter{w, l}, r)
	})
}

// send returns once n more bytes are through.
func (l *line) send(n int) {
	l.mu.Lock()
	if now := time.Now(); l.free.Before(now) {
		l.free = now
	}
	l.free = l.free.Add(time.Duration(n) * time.Second / (1.6e6 / 8))
	wait := time.Until(l.free)
	l.mu.Unlock()
	time.Sleep(wait)
}

// A lineWriter answers over a line.
type lineWriter struct {
	http.ResponseWriter
	line *line
}

func (w lineWriter) Write(b []byte) (n int, err error) {
	for piece := range slices.Chunk(b, 4<<10) {
		w.line.send(len(piece))
		written, err := w.ResponseWriter.Write(piece)
		n += written
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

func (w lineWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// firstVisit opens a page over a line with nothing cached.
func firstVisit(tb testing.TB, path string) visit {
	tb.Helper()
	p := open(tb, new(line).to(sharedSite()))
	p.call(network.CommandEnable, network.EnableParams{})
	p.call(network.CommandSetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true})
	p.call(page.CommandAddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watch})
	p.visit(path)
	p.until(`window.visit.picture > 0 && performance.getEntriesByType("navigation")[0].loadEventEnd > 0`)
	return eval[visit](p, `(() => {
		const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
		return {Picture: visit.picture, Loaded: Math.max(...all.map((e) => e.responseEnd)), Shift: visit.shift,
			Shifted: visit.shifted, Bytes: all.reduce((sum, e) => sum + e.transferSize, 0)};
	})()`)
}

// Whatever comes late, what one reads stays where it is.
func TestBrowserFirstVisit(t *testing.T) {
	t.Parallel()
	pages := []string{"/", krrPage + "?present=1&step=2"}
	for _, l := range lessonsAsked() {
		pages = append(pages, "/lessons/"+l.Slug)
	}
	for _, path := range pages {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			get(t, sharedSite(), path, nil) // a server that has drawn it before
			v := firstVisit(t, path)
			t.Logf("picture after %.0f ms, all after %.0f ms, %.0f KB, shift %.4f %q", v.Picture, v.Loaded,
				v.Bytes/1000, v.Shift, v.Shifted)
			if v.Shift > 0.02 {
				t.Errorf("the layout shifts by %.4f: %q", v.Shift, v.Shifted)
			}
		})
	}
}

// BenchmarkFirstVisit measures how long a reader waits for the first picture.
func BenchmarkFirstVisit(b *testing.B) {
	for b.Loop() {
		v := firstVisit(b, krrPage)
		b.ReportMetric(v.Picture, "ms-to-picture")
		b.ReportMetric(v.Bytes/1000, "KB")
	}
	b.ReportMetric(0, "ns/op")
}

// On a slow line what the first words need comes first, and their faces after it.
func TestWordsComeBeforeTheirFaces(t *testing.T) {
	page := textAt(t, quietSite(), krrPage)
	style, faces := strings.LastIndex(page, `rel="stylesheet"`), strings.Index(page, `as="font"`)
	if script := strings.Index(page, "js/theme."); style < 0 || script < style || faces < script {
		t.Errorf("the last style sheet is at %d, the first script at %d, the first face at %d", style, script, faces)
	}
}
