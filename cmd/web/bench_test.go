package main

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"gramophone/lessons"
)

// quietSite is a site as run makes it, without its log. A draw has longer: under
// the race detector, beside other tests, a second becomes ten.
func quietSite() *site { return quietSiteUnder("") }

// quietSiteUnder is the same under a path, as behind a proxy.
func quietSiteUnder(prefix string) *site {
	s := newSite(lessons.Contents, slog.New(slog.NewTextHandler(io.Discard, nil)), prefix, tune(defaultMemory))
	s.draws.draw = time.Minute
	return s
}

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

// Sliders of the approximation error: other samples, another problem, and another
// ball in a problem that is known.
func BenchmarkApproximationMoves(b *testing.B) {
	for _, c := range []struct{ name, target string }{
		{"samples", "budget?budget.noise=%.8g"},
		{"many", "budget?budget.n=300&budget.noise=%.8g"},
		{"problem", "ball?ball.noise=%.8g"},
		{"radius", "ball?ball.radius=%.8g"},
	} {
		b.Run(c.name, func(b *testing.B) {
			benchmark(b, live, func(i int) string {
				return fmt.Sprintf("/lessons/approximation-error/"+c.target, 0.3*(1+float64(i+1)/1e6))
			})
		})
	}
}

// Sliders of the kernel trick: a point, a degree of the race, and λ.
func BenchmarkTrickMoves(b *testing.B) {
	for _, c := range []struct{ name, target string }{
		{"point", "exploder?exploder.y1=%.8g"},
		{"many", "exploder?exploder.degree=12&exploder.y1=%.8g"},
		{"lambda", "same?same.lambda=%.8g"},
		{"largest", "same?same.n=300&same.lambda=%.8g"},
	} {
		b.Run(c.name, func(b *testing.B) {
			benchmark(b, live, func(i int) string {
				return fmt.Sprintf("/lessons/kernel-trick/"+c.target, 0.3*(1+float64(i+1)/1e6))
			})
		})
	}
}

// Sliders of the feature maps: another sample at few terms and at many, and points
// nobody has lifted yet.
func BenchmarkFeatureMoves(b *testing.B) {
	for _, c := range []struct{ name, target string }{
		{"fit", "fit?fit.noise=%.8g"},
		{"terms", "fit?fit.degree=14&fit.noise=%.8g"},
		{"many", "fit?fit.degree=14&fit.n=300&fit.noise=%.8g"},
		{"lift", "lift?lift.data=rings&lift.feature=squares&lift.noise=%.8g"},
		{"largest", "lift?lift.n=300&lift.noise=%.8g"},
	} {
		b.Run(c.name, func(b *testing.B) {
			benchmark(b, live, func(i int) string {
				return fmt.Sprintf("/lessons/feature-maps/"+c.target, 0.05*(1+float64(i+1)/1e6))
			})
		})
	}
}

// The six lines, as they open and at their largest.
func BenchmarkWoodburyMoves(b *testing.B) {
	for _, c := range []struct{ name, target string }{
		{"lines", "proof?proof.lambda=%.8g"},
		{"largest", "proof?proof.n=12&proof.d=40&proof.lambda=%.8g"},
	} {
		b.Run(c.name, func(b *testing.B) {
			benchmark(b, live, func(i int) string {
				return fmt.Sprintf("/lessons/woodbury/"+c.target, 0.3*(1+float64(i+1)/1e6))
			})
		})
	}
}

// A state seen before.
func BenchmarkRepeat(b *testing.B) {
	benchmark(b, live, func(int) string { return fitPath + "fit.bandwidth=7.36" })
}

// A lesson as a link opens it, in a state nobody has asked for yet.
func BenchmarkLessonPage(b *testing.B) {
	for slug, moved := range map[string]string{"approximation-error": "budget.noise", "kernel-ridge-regression": "fit.lambda", "bandwidth": "fit.lambda", "kernel-trick": "same.lambda", "feature-maps": "fit.noise", "woodbury": "proof.lambda", "ridge": "fit.lambda"} {
		b.Run(slug, func(b *testing.B) {
			benchmark(b, nil, func(i int) string {
				return fmt.Sprintf("/lessons/%s?%s=%.8g", slug, moved, 1e-3*(1+float64(i+1)/1e6))
			})
		})
	}
}

// Sliders of ridge regression: λ under the fit, with the errors of every degree,
// under the path, and under the contours.
func BenchmarkRidgeMove(b *testing.B) {
	for _, figure := range []string{"fit", "path", "objective"} {
		b.Run(figure, func(b *testing.B) {
			header := map[string]string{"HX-Request": "true", "HX-Target": "div#" + figure + "-live"}
			benchmark(b, header, func(i int) string {
				return fmt.Sprintf("/lessons/ridge/%s?%s.lambda=%.8g", figure, figure, 1e-1*(1+float64(i+1)/1e6))
			})
		})
	}
}
