//go:build !race

package site

import (
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gramophone-course/gramophone/lessons/course"
)

const sketchPage = krrPage + "?fit.data=sine&fit.n=40&fit.bandwidth=1"

// sketchTool presses Sketch, Done or Clear sketch.
func (h hand) sketchTool(name string) {
	h.Helper()
	h.do(chromedp.Click(chromedp.CSS(fmt.Sprintf("#fit [data-sketch=%s]", name))))
}

func (h hand) hidesTheFit(hides bool) {
	h.Helper()
	shows(h.tab, `getComputedStyle(document.querySelector("#fit .curve")).visibility === "hidden"`, hides)
}

func TestBrowserSketchByMouse(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	h := lay(t, open(t, s), sketchPage)
	h.sketchTool("draw")
	h.look()
	h.hidesTheFit(true)
	h.until(`getComputedStyle(document.querySelector("#fit .key")).opacity !== ` +
		`"1"`) // the legend names no fit that hides
	h.drags(spot{1, 0.5}, spot{4, 0.5}, spot{9, 0.5})
	h.sketchTool("draw")
	h.hidesTheFit(false)

	// A level line from 1 to 9: the distance is that of the numbers.
	series := eval[[][]float64](h.tab,
		`fetch("`+krrPage+`/fit.json?data=sine&n=40&bandwidth=1").then((r) => r.json()).then((d) => d.series.fit)`)
	sum, n := 0.0, 0
	for _, p := range series {
		if p[0] >= 1 && p[0] <= 9 {
			sum += math.Abs(p[1] - 0.5)
			n++
		}
	}
	const distance = `Number(document.querySelector("#fit .sketched").textContent.match(/^Your sketch \(dashed\) is ` +
		`(\S+) from the curve/)[1])`
	h.until(fmt.Sprintf(`Math.abs(%s - %g) < 0.02`, distance, sum/float64(n)))

	// It follows the fit, and stays: after a reload, for these data only.
	before := eval[float64](h.tab, distance)
	h.focus("#fit-lambda-slider")
	h.leads(kb.End, `document.querySelector("#fit .panels").dataset.query.includes("lambda=10")`)
	h.until(fmt.Sprintf(`%s !== %g`, distance, before))
	const sketch = `(document.querySelector("#fit .sketch.last")?.getAttribute("d") ?? "")`
	path := eval[string](h.tab, sketch)
	if path == "" {
		t.Error("there is no sketch")
	}
	h = lay(t, h.tab, sketchPage)
	shows(h.tab, sketch, path)
	shows(h.tab, distance, before)
	h.types("fit-data", "mcycle")
	h.until(`document.querySelector("#fit .sketched")?.textContent === "" && ` +
		`(document.querySelector("#fit .sketch.last")?.getAttribute("d") ?? "") === ""`)
	h.still()
	h.types("fit-data", "sine")
	h.until(`document.querySelector("#fit .sketched")?.textContent.includes("Your sketch")`)
	h.still()
	h.sketchTool("clear")
	shows(h.tab, sketch, "")
	h = lay(t, h.tab, sketchPage)
	h.until(`document.querySelector("#fit [data-sketch=draw]") !== null`)
	shows(h.tab, sketch, "")
}

func TestBrowserSketchByTouch(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	p.phone()
	h := lay(t, p, sketchPage)
	eval[any](p, `document.querySelector("#fit [data-sketch=draw]").click()`)
	h.hidesTheFit(true)
	h.look()
	scroll := eval[float64](p, "scrollY")
	h.touch(touchStart, 1, -0.5)
	for i := range 9 {
		h.touch(touchMove, 1+float64(i), -0.5+0.1*float64(i))
	}
	h.touch(touchEnd, 0, 0)
	same(t, "where the page is scrolled to under the pen", eval[float64](p, "scrollY"), scroll)
	eval[any](p, `document.querySelector("#fit [data-sketch=draw]").click()`)
	h.hidesTheFit(false)
	h.until(`(n => n >= 75 && ` +
		`n <= 85)(document.querySelector("#fit .sketch.last").getAttribute("d").split(/[ML]/).length - ` +
		`1)`) // a stroke over 80 columns
}

func TestBrowserSketchByKeyboard(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, sharedSite()), sketchPage)
	h.focus("#fit [data-sketch=draw]")
	h.leads(kb.Enter, `document.activeElement.matches("#fit .pen")`)
	h.hidesTheFit(true)
	h.press(kb.ArrowUp)
	h.press(kb.ArrowRight, chromedp.ModifierShift)
	h.leads(kb.ArrowRight, `document.activeElement.getAttribute("aria-valuetext").startsWith("at 1.1, height ")`)
	h.press(kb.Escape)
	h.hidesTheFit(false)
	shows(h.tab, `document.activeElement.dataset.sketch`, "draw")
	shows(h.tab, `document.querySelector("#fit .sketch.last").getAttribute("d").split(/[ML]/).length - 1`,
		12) // columns
	h.until(`document.querySelector("#fit .sketched").textContent.includes("from the curve")`)
}

// followPage has a prediction, follow, that is answered by drawing in the figure rules.
const followPage = "/lessons/bandwidth"

// draws answers the prediction with a level line from 8 to 20 ms at a height.
func (h hand) draws(height float64) {
	h.Helper()
	if !eval[bool](h.tab, `document.querySelector("#follow [data-draw]").checkVisibility()`) {
		h.press("v") // on the projector the picture has taken the words' place
	}
	h.do(chromedp.Click(chromedp.CSS(`#follow [data-draw]`)))
	h.until(`document.querySelector("#rules.asking.sketching") !== null && ` +
		`document.querySelector("#rules .panels").dataset.query === ""`)
	h.until(`getComputedStyle(document.querySelector("#rules .curve")).visibility === "visible"`) // it is gone on from
	eval[any](h.tab, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`)
	h.drags(spot{8, height}, spot{14, height}, spot{20, height})
	h.do(chromedp.Click(chromedp.CSS(`#rules [data-sketch=draw]`)))
	h.drawn("rules", "show=whole")
	h.until(`/is \S+\sg from the curve on average/.test(document.querySelector("#follow .said")?.textContent)`)
}

// far is the mean distance from the curve of a level line from 8 to 20 ms, by the
// figure's numbers.
func (h hand) far(height float64) float64 {
	h.Helper()
	profile := eval[[][]float64](h.tab,
		`fetch("`+followPage+`/rules.json?show=whole").then((r) => r.json()).`+
			`then((d) => d.series.profile.map((r) => [r[0], r[2]]))`)
	sum, n := 0.0, 0
	for x := 8.0; x <= 20; x += 0.1 {
		for i := 1; i < len(profile); i++ {
			if a, b := profile[i-1], profile[i]; a[0] <= x && x < b[0] {
				sum, n = sum+math.Abs(a[1]+(b[1]-a[1])*(x-a[0])/(b[0]-a[0])-height), n+1
			}
		}
	}
	return sum / float64(n)
}

// Where the answer is a curve, the sketch is judged by its distance from it, on the page
// and on the projector; the first is kept beside the last, and both beside the curve.
func TestBrowserSketchAnswers(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]string{"page": followPage, "projector": presented(t, "bandwidth", "follow")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := reader(t, address)
			h := hand{p, "rules-profile"}
			const veiled = `document.querySelector("#rules-show").closest(".control").matches(".veiled")`
			p.until(veiled)
			const said = `document.querySelector("#follow .said").textContent`
			const distance = `Number(` + said + `.match(/is (\S+)\sg from the curve on average/)[1])`
			h.draws(33)
			p.until(fmt.Sprintf(`Math.abs(%s - %g) < 0.4`, distance, h.far(33)))
			shows(p, `document.querySelector("#follow .said").dataset.right`, "false")
			p.until("!" + veiled)
			h.draws(23.3)
			p.until(fmt.Sprintf(`Math.abs(%s - %g) < 0.2`, distance, h.far(23.3)))
			shows(p, `document.querySelector("#follow .said").dataset.right`, "true")
			for _, path := range []string{"first", "last"} {
				p.until(fmt.Sprintf(`document.querySelector("#rules .sketch.%s").getAttribute("d").length > 50`, path))
			}
			p.until(`/^Your sketch \(dashed\) is .* g from the curve, ` +
				`on average. Your first \(dotted\) was .* g from ` +
				`it.$/.test(document.querySelector("#rules .sketched").textContent)`)
			if name == "projector" {
				return
			}
			p.until(`/Your first answer was: a sketch \S+ from the ` +
				`curve/.test(document.querySelector("#follow .first").textContent)`)
			p.reload()
			p.until(`document.querySelector("#follow .said")?.dataset.right === "true" && ` +
				`document.querySelector("#follow .first") !== null`)
			p.until(`document.querySelector("#rules .sketch.first").getAttribute("d").length > 50`)
			p.click(`#follow .choices [value="1"]`) // and in words, as ever
			p.until(`document.querySelector("#follow .said").dataset.right === "false" && ` +
				`document.querySelector("#follow .said").textContent.includes("dashed line")`)
		})
	}
}

// A question that is drawn has a pad that a hand can draw on, all of it in sight, with what
// ends the drawing; and the panel has its shape back when it is done.
func TestBrowserAPadIsLarge(t *testing.T) {
	t.Parallel()
	for _, l := range lessonsAsked() {
		var sketched []*course.Exercise
		for _, b := range course.Must(l.Text()).Blocks {
			if b.Exercise != nil && b.Exercise.Sketch != nil {
				sketched = append(sketched, b.Exercise)
			}
		}
		if sketched == nil {
			continue
		}
		t.Run(l.Slug, func(t *testing.T) {
			t.Parallel()
			p := reader(t, "/lessons/"+l.Slug, laptop)
			for _, s := range []screen{{1440, 900, false}, {720, 450, false}, {390, 844, true}} {
				p.on(s)
				for _, e := range sketched {
					p.pads(e, s)
				}
			}
			hall := screen{1280, 720, false}
			p.on(hall)
			for _, e := range sketched {
				p.visit(presented(t, l.Slug, e.ID))
				p.pads(e, hall)
			}
		})
	}
}

// pads fails where the pad of an exercise is small, or out of sight, or leaves its mark on the panel.
func (p *tab) pads(e *course.Exercise, on screen) {
	p.Helper()
	const pad = `document.querySelector(".sketching .sketchpad").getBoundingClientRect()`
	figure := e.Sketch.Figure
	shape := fmt.Sprintf(`[...document.querySelectorAll("#%s svg.plot")].map((svg) => `+
		`[svg.getAttribute("viewBox"), svg.querySelectorAll("[transform]").length].join()).join(";")`, figure)
	if on.phone {
		eval[any](p, fmt.Sprintf(`document.getElementById(%q).scrollIntoView()`, figure))
		p.until(fmt.Sprintf(`document.querySelector("#%s .staged:not(.phone)") === null`, figure))
	}
	before := eval[string](p, shape)
	eval[any](p, fmt.Sprintf(`(() => { const draw = document.querySelector("#%s [data-draw]"); `+
		`draw.scrollIntoView({block: "center", behavior: "instant"}); draw.click(); })()`, e.ID))
	p.until(fmt.Sprintf(`(({width, height, top, bottom, left, right}) => width >= 250 && height >= 140 && top >= 0 && `+
		`left >= 0 && bottom <= innerHeight && right <= innerWidth)(%s) && "%s at %d px"`, pad, e.ID, on.width))
	eval[any](p, `document.querySelector(".sketching [data-sketch=draw]").click()`)
	shows(p, shape, before)
	p.still()
}

// While a figure is drawn on, no other takes its place beside the words, whatever is read.
func TestBrowserAPadStaysWhileWordsGoBy(t *testing.T) {
	t.Parallel()
	p := reader(t, "/lessons/bandwidth", laptop)
	p.do(chromedp.ScrollIntoView(chromedp.CSS("#follow [data-draw]")))
	p.click("#follow [data-draw]", `document.querySelector(".sketching .sketchpad").checkVisibility()`)
	others := eval[int](p, `(async () => {
		const words = document.querySelector(".sketching").closest(".scene").querySelector(".words");
		const frames = () => new Promise((r) =>
			requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(r))));
		let gone = 0;
		for (const block of words.children) {
			block.scrollIntoView({block: "center", behavior: "instant"});
			await frames();
			if (!document.querySelector(".sketching .sketchpad").checkVisibility()) gone++;
		}
		return gone;
	})()`)
	if others > 0 {
		t.Errorf("beside %d blocks of words the pad is hidden", others)
	}
}

// Nothing that hands do is out of reach of assistive technology.
func TestBrowserAxeUnderHands(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, sharedSite()), ownPointsPage+"&fit.at=2")
	h.holds("2,1;5,-1;8,1")
	h.tab.click("#fit .own summary")
	h.until(`document.querySelector("#fit .own details").open`)
	h.clean(`"#fit"`, "own points")
	h.sketchTool("draw")
	h.until(`document.activeElement.matches("#fit .pen")`)
	h.press(kb.ArrowRight, chromedp.ModifierShift)
	h.clean(`"#fit"`, "sketching")
	h.sketchTool("draw")
	h.hidesTheFit(false)
	h.clean(`"#fit"`, "sketched")
}
