package site

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// quietSite is a site as run makes it, without its log. A draw has longer: under
// the race detector, beside other tests, a second becomes ten.
func quietSite() *Site { return quietSiteOf(Config{}) }

// quietSiteUnder is the same under a path, as behind a proxy.
func quietSiteUnder(prefix string) *Site { return quietSiteOf(Config{Prefix: prefix}) }

// quietSiteOf is one of a Config.
func quietSiteOf(c Config) *Site {
	c.Log, c.Memory, c.DrawTime = slog.New(slog.NewTextHandler(io.Discard, nil)), Tune(DefaultMemory), time.Minute
	s := course.Must(New(c))
	if !measuring() {
		s.memo, s.figures.Memo = computed, computed
	}
	return s
}

// computed is what one site of these tests has computed and others need not.
var computed = course.NewMemo(512 << 20)

// measuring reports whether benchmarks are run, for which each site computes everything and
// Chromium is as readers have it.
func measuring() bool { return flag.Lookup("test.bench").Value.String() != "" }

// get asks the handler as a page does, compression included, and returns the answer.
func get(tb testing.TB, s http.Handler, target string, header map[string]string) *httptest.ResponseRecorder {
	tb.Helper()
	r := httptest.NewRequest("GET", target, nil)
	r.Header.Set("Accept-Encoding", "gzip, deflate, br")
	for k, v := range header {
		r.Header.Set(k, v)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// live are the headers of a slider's request.
var live = map[string]string{"HX-Request": "true", "HX-Target": "div#fit-live"}

const fitPath = "/lessons/kernel-ridge-regression/fit?fit.data=mcycle&"

// benchmark asks for one address after another, and reports the size of the answer.
func benchmark(b *testing.B, header map[string]string, target func(i int) string) {
	s := quietSite()
	get(b, s, target(-1), header)
	b.ReportAllocs()
	bytes := 0
	i := 0
	for b.Loop() {
		w := get(b, s, target(i), header)
		if w.Code != http.StatusOK {
			b.Fatalf("%s: %d", target(i), w.Code)
		}
		bytes += w.Body.Len()
		i++
	}
	b.ReportMetric(float64(bytes)/float64(i), "bytes")
}

// A slider for λ: kernel and bandwidth stay, λ is new each time.
func BenchmarkLambdaMove(b *testing.B) {
	benchmark(b, live, func(i int) string {
		return fmt.Sprintf("%sfit.bandwidth=7.36&fit.lambda=%.8g", fitPath, 1e-3*(1+float64(i+1)/1e6))
	})
}

// A slider for the bandwidth: it is new each time.
func BenchmarkBandwidthMove(b *testing.B) {
	benchmark(b, live, func(i int) string {
		return fmt.Sprintf("%sfit.lambda=1e-3&fit.bandwidth=%.8g", fitPath, 5*(1+float64(i+1)/1e6))
	})
}

// slid is the control that benchmarks move: the first number of a figure that is not
// whole, of those in sight if one is, so that each step is a state nobody has asked
// for; nil if it has none.
func slid(form *course.Form) *course.Control {
	var found *course.Control
	for _, c := range form.Controls {
		if c.Kind == course.Real && !c.Off && (found == nil || found.More && !c.More) {
			found = c
		}
	}
	return found
}

// nudged is a value of the control beside the one in force, another for each i from −1.
func nudged(c *course.Control, i int) string {
	v, by := cmp.Or(c.Number(), c.Max/2), float64(i+2)/1e6
	if v*(1+by) > c.Max || v*(1+by) < c.Min {
		by = -by
	}
	return fmt.Sprintf("%.9g", v*(1+by))
}

// A slider of every figure, as the figure opens and at its largest.
func BenchmarkMoves(b *testing.B) {
	for l, f := range coursetest.Figures(lessons.Contents.Open()) {
		for name, q := range map[string]url.Values{"opens": {}, "largest": coursetest.Largest(f)} {
			form, _ := f.At(q)
			c := slid(form)
			if c == nil {
				continue
			}
			b.Run(strings.Join([]string{l.Slug, f.Name, c.Name, name}, "/"), func(b *testing.B) {
				header := map[string]string{"HX-Request": "true", "HX-Target": "div#" + f.Name + "-live"}
				benchmark(b, header, func(i int) string {
					q.Set(c.Name, nudged(c, i))
					return "/lessons/" + l.Slug + "/" + f.Name + "?" + q.Encode()
				})
			})
		}
	}
}

// A state seen before.
func BenchmarkRepeat(b *testing.B) {
	benchmark(b, live, func(int) string { return fitPath + "fit.bandwidth=7.36" })
}

// A lesson as a link opens it, in a state nobody has asked for yet.
func BenchmarkLessonPage(b *testing.B) {
	for _, l := range lessons.Contents.Open() {
		for i := range l.Figures {
			form, _ := l.Figures[i].At(nil)
			c := slid(form)
			if c == nil {
				continue
			}
			b.Run(l.Slug, func(b *testing.B) {
				benchmark(b, nil, func(step int) string {
					return "/lessons/" + l.Slug + "?" + l.Figures[i].Name + "." + c.Name + "=" + nudged(c, step)
				})
			})
			break
		}
	}
}
