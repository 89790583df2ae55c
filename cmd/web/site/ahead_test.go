//go:build !race

package site

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// A record of how often pictures were asked for at each λ.
type askings struct {
	mu sync.Mutex
	of map[string]int
}

func (a *askings) noting(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if λ := r.URL.Query().Get("fit.lambda"); r.Header.Get("HX-Request") != "" && λ != "" {
			a.mu.Lock()
			a.of[λ]++
			a.mu.Unlock()
		}
		h.ServeHTTP(w, r)
	})
}

func (a *askings) count(λ string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.of[λ]
}

// until waits until one λ was asked for.
func (a *askings) until(t *testing.T, λ string) {
	t.Helper()
	for end := time.Now().Add(patience); a.count(λ) == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("λ = %s was never asked for", λ)
		}
	}
}

// gridOf are a slider's places.
func gridOf(p *tab, slider string) []string {
	return strings.Fields(eval[string](p, fmt.Sprintf(`document.getElementById(%q).dataset.grid`, slider)))
}

// The place that a slider steps to next is asked for before it does, and not again when
// it does; the picture is the one that belongs to it.
func TestBrowserTheNextStepIsForeseen(t *testing.T) {
	t.Parallel()
	p := &askings{of: map[string]int{}}
	tab := visits(t, p.noting(sharedSite()), krrPage)
	eval[any](tab, `(() => { performance.now = () => 1; })()`) // any answer is quick, however busy the machine
	grid := gridOf(tab, "fit-lambda-slider")
	at := eval[int](tab, `Number(document.getElementById("fit-lambda-slider").value)`)
	tab.focus("#fit-lambda-slider")
	step := func() {
		tab.press(kb.ArrowRight)
		at++
		tab.drawn("fit", "lambda="+grid[at])
		p.until(t, grid[at+1])
	}
	step()
	for range 2 {
		step()
		same(t, "how often λ = "+grid[at]+" was asked for", p.count(grid[at]), 1)
	}
	const curve = `document.querySelector("#fit .curve").outerHTML.replace(/ lit\b/, "")`
	want := eval[string](tab, curve)
	tab.until(fmt.Sprintf(`location.search.includes("fit.lambda=%s")`, grid[at]))
	tab.reload()
	shows(tab, curve, want)
}

// What takes the server long is asked for when the hand is there, and not before.
func TestBrowserNothingSlowIsForeseen(t *testing.T) {
	t.Parallel()
	p := &askings{of: map[string]int{}}
	tab := visits(t, p.noting(slowly(sharedSite(), func() time.Duration { return 150 * time.Millisecond })), krrPage)
	grid := gridOf(tab, "fit-lambda-slider")
	at := eval[int](tab, `Number(document.getElementById("fit-lambda-slider").value)`)
	tab.focus("#fit-lambda-slider")
	for i, key := range []string{kb.ArrowRight, kb.ArrowRight, kb.ArrowLeft} {
		tab.press(key)
		at += []int{1, 1, -1}[i]
		tab.drawn("fit", "lambda="+grid[at])
		// Longer than the pause after which it would be asked for.
		tab.until(`!document.body.classList.contains("moving")`)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.of[grid[at]] != 2 || p.of[grid[at+1]] != 1 || len(p.of) != 2 {
		t.Errorf("asked for %v", p.of)
	}
}
