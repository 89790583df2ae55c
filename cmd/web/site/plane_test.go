//go:build !race

package site

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
	"github.com/gramophone-course/gramophone/views"
)

// classesSite serves one figure of points with classes: a plane and nothing else.
func classesSite() http.Handler {
	return figureSite(&course.Figure{Name: "fit", Title: "Two classes", Goal: "None.",
		Build: func(f *course.Form) course.Draw {
			f.Choice("data", "data", "points", []course.Option{{Value: "points", Label: "your own points"}})
			d := points.Own(f, "points", "points", "1,1,1", course.When("data", "points"), course.EditedOn("fit-plane"),
				course.Classed)
			classes := []plots.Class{{Name: "class 1"}, {Name: "class −1"}}
			for i, x := range d.X {
				c := &classes[(1-int(d.Y[i]))/2]
				c.Points, c.Index = append(c.Points, plots.Point{X: x[0], Y: x[1]}), append(c.Index, i)
			}
			axis := plots.Axis{Label: "x", Min: -2, Max: 2}
			return showing(&course.Picture{Description: "Points.",
				Columns: [][]plots.Panel{{{ID: "fit-plane", Title: "The plane", Width: 400, Height: 400,
					Plot: plots.Scatter{X: axis, Y: axis, Classes: classes, Equal: true}}}}})
		}})
}

// figureSite serves one figure on a page of its own, at /lessons/test/fit, beside all that
// the site has.
func figureSite(figure *course.Figure) http.Handler {
	s := sharedSite()
	lesson := &course.Lesson{Slug: "test", Short: "Test", Title: "Test"}
	const path = "/lessons/test/fit"
	mux := http.NewServeMux()
	mux.Handle("/", s)
	mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
		v, draw := s.figures.FigureView(lesson, figure, course.ParseQuery(r.URL.RawQuery), "", path)
		var err error
		if v.Picture, err = draw(r.Context(), s.memo); err != nil {
			panic(err)
		}
		component := views.FigurePage(s.view(), v)
		if r.Header.Get("HX-Request") != "" {
			component = views.Live(v)
		}
		var b bytes.Buffer
		if err := component.Render(r.Context(), &b); err != nil {
			panic(err)
		}
		w.Header().Set("Content-Type", respond.HTML)
		w.Header().Set("Content-Security-Policy", respond.Policy+ownFrames)
		_, _ = w.Write(b.Bytes())
	})
	return mux
}

func TestBrowserOwnPointsWithClasses(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, classesSite()), "/lessons/test/fit?points=-1,0,1;1,0,-1")
	h.panel = "fit-plane"
	counts := func(one, other int) {
		t.Helper()
		h.until(fmt.Sprintf(`(() => { `+
			`const n = (c) => document.querySelector("#fit .points.class-" + c)?.getAttribute("d").split(/m/i).length `+
			`- 1 || 0; return n(1) >= %d && n(2) >= %d; })()`, one, other))
	}
	h.holds("-1,0,1;1,0,-1")
	counts(1, 1)
	h.click(0, 1)
	h.holds("-1,0,1;1,0,-1;0,1,1")
	h.mouse(pressed, 0, -1, int64(chromedp.ModifierShift))
	h.mouse(released, 0, -1, int64(chromedp.ModifierShift))
	h.holds("-1,0,1;1,0,-1;0,1,1;0,-1,-1")
	h.tool("class")
	h.until(`document.querySelector("#fit [data-hand=class]").textContent.includes("−1")`)
	h.click(1.5, 1.5)
	h.holds("-1,0,1;1,0,-1;0,1,1;0,-1,-1;1.5,1.5,-1")
	counts(2, 3)
	h.until(`document.querySelector("#fit [data-hand=class]").textContent.includes("−1")`)

	// A drag keeps the class; c changes it.
	h.drags(spot{1.5, 1.5}, spot{1.5, 1}, spot{1.5, 0.5})
	h.holds("-1,0,1;1,0,-1;0,1,1;0,-1,-1;1.5,0.5,-1")
	h.press("c")
	h.holds("-1,0,1;1,0,-1;0,1,1;0,-1,-1;1.5,0.5,1")
	shows(h.tab, `document.activeElement.getAttribute("aria-label").split(", ").at(-1)`, "class 1")
	h.press("z", chromedp.ModifierCtrl)
	h.holds("-1,0,1;1,0,-1;0,1,1;0,-1,-1;1.5,0.5,-1")
	eval[any](h.tab,
		`(() => { const c = document.querySelectorAll("#fit .own tbody tr")[0].querySelectorAll("input")[2]; `+
			`c.value = "0"; c.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	h.holds("-1,0,-1;1,0,-1;0,1,1;0,-1,-1;1.5,0.5,-1")
	h.tool("clear")
	h.holds("none")

	p := open(t, classesSite())
	p.phone()
	h = lay(t, p, "/lessons/test/fit?points=-1,0,1;1,0,-1")
	h.panel = "fit-plane"
	h.holds("-1,0,1;1,0,-1")
	h.tool("class")
	h.tap(0, 1, 1)
	h.holds("-1,0,1;1,0,-1;0,1,-1")
}
