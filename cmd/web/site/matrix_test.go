//go:build !race

package site

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// leadingMatrix is the place among the figure's panels of a matrix that is one of its main ones, −1 for none.
func leadingMatrix(f *course.Figure) (int, error) {
	_, draw := f.At(nil)
	picture, err := draw(context.Background(), course.NewMemo(64<<20))
	if err != nil {
		return -1, err
	}
	panels := slices.Concat(picture.Columns...)
	none := !slices.ContainsFunc(panels, func(p plots.Panel) bool { return p.Lead })
	return slices.IndexFunc(panels, func(p plots.Panel) bool {
		m, is := p.Plot.(plots.Heatmap)
		return is && !m.Bare && (p.Lead || none && p.ID == panels[0].ID)
	}), nil
}

// A matrix that is a figure's main panel fills a hall's screen.
func TestBrowserMatricesOnTheProjector(t *testing.T) {
	t.Parallel()
	const least = 480 // px of 720
	p := open(t, sharedSite())
	p.do(chromedp.EmulateViewport(1280, 720))
	for _, l := range lessonsAsked() {
		for i := range l.Figures {
			f := &l.Figures[i]
			at, err := leadingMatrix(f)
			if err != nil {
				t.Errorf("%s/%s: %v", l.Slug, f.Name, err)
			}
			if at < 0 {
				continue
			}
			p.visit("/lessons/" + l.Slug + "?present=1&route=all")
			step := eval[int](p, fmt.Sprintf(`1 + [...document.querySelector(".deck").children].findIndex((s) => `+
				`s.matches(".of-figure") && s.dataset.slot === %q)`, f.Name))
			p.visit(fmt.Sprintf("/lessons/%s?present=1&route=all&step=%d", l.Slug, step))
			const stage = `document.querySelector(".stage:not([hidden])")`
			for eval[string](p, stage+`.dataset.view ?? "1"`) != fmt.Sprint(at+1) {
				p.click("[data-panels]")
			}
			const shown = `[...` + stage + `.querySelectorAll(".plane .raster")].filter((e) => e.checkVisibility())`
			p.until(shown + `.length > 0`)
			side := eval[float64](p, `Math.max(...`+shown+`.map((e) => e.getBoundingClientRect().width))`)
			t.Logf("%s/%s: the matrix is %.0f px wide", l.Slug, f.Name, side)
			if side < least {
				t.Errorf("%s/%s: the matrix is %.0f px wide on the projector, not %d", l.Slug, f.Name, side, least)
			}
		}
	}
}
