//go:build !race

package site

import (
	"cmp"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
)

// BenchmarkBrowser measures what a reader's hand feels, in Chromium on this machine,
// beside the floor of anything that a server draws: a bare page whose slider fetches 8 KB
// of picture from a bare server and puts it in. Arrow keys 300 ms apart, each from its
// event's time stamp to the frame that shows its picture; sliders and one's own points
// dragged by 100 moves of the mouse 20 ms apart. Floor and figure take turns, and so the
// ratios ("floors") bear a machine that is busy with something else.
//
//	go test ./cmd/web/site -run '^$' -bench Browser -benchtime 1x
func BenchmarkBrowser(b *testing.B) {
	const rounds, keys = 3, 14
	for b.Loop() {
		// A new server each time: states nobody has asked for.
		site := quietSite()
		floor := play(b, http.HandlerFunc(bare), "/", hold{shown: `document.getElementById("picture").dataset.place`,
			wanted: `document.getElementById("slide").value`})
		figure := play(b, site, krrPage+"?fit.bandwidth=0.1&fit.lambda=1e-10",
			hold{shown: shownOf("bandwidth", "lambda"), wanted: wantedOf("bandwidth", "lambda")})
		points := play(b, site, krrPage+"?fit.data=points", hold{shown: shownOf("points"), wanted: wantedOf("points")})
		points.until(`document.querySelectorAll("#fit .handle").length === 8`)
		var steps, drags, dragged struct{ floor, figure record }
		for range rounds {
			steps.floor.add(floor.keys("#slide", keys))
			drags.floor.add(floor.slide("#slide"))
			steps.figure.add(figure.keys("#fit-lambda-slider", keys/2))
			steps.figure.add(figure.keys("#fit-bandwidth-slider", keys/2))
			drags.figure.add(figure.slide("#fit-bandwidth-slider"))
			dragged.figure.add(points.swing("#fit .handle:nth-child(4)"))
		}
		dragged.floor = drags.floor
		for name, r := range map[string]struct{ floor, figure record }{"step": steps, "drag": drags, "point": dragged} {
			for _, p := range []float64{50, 95} {
				b.ReportMetric(r.figure.late(p), fmt.Sprintf("%s-p%g-ms", name, p))
				b.ReportMetric(r.figure.late(p)/r.floor.late(p), fmt.Sprintf("%s-p%g-floors", name, p))
			}
		}
		b.ReportMetric(steps.floor.late(50), "floor-p50-ms")
		b.ReportMetric(steps.floor.late(95), "floor-p95-ms")
		for name, r := range map[string]record{"drag": drags.figure, "point": dragged.figure} {
			b.ReportMetric(r.rate(), name+"-pictures/s")
			b.ReportMetric(r.rate()/drags.floor.rate(), name+"-pictures-floors")
		}
		b.ReportMetric(drags.floor.rate(), "floor-pictures/s")
		b.ReportMetric(0, "ns/op") // says nothing here
	}
}

// bare is the floor's server.
func bare(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", respond.HTML)
	if r.URL.Path != "/picture" {
		fmt.Fprint(w, `<!doctype html><meta charset="utf-8"><title>Floor</title><link rel="icon" href="data:,">
<main><input type="range" id="slide" min="0" max="60" value="5" style="width: 300px"><div id="picture"></div></main>
<script>
let asked = false, again = false;
slide.addEventListener("input", async () => {
  if (asked) { again = true; return; }
  asked = true;
  do {
    again = false;
    const place = slide.value;
    picture.innerHTML = await (await fetch("picture?place=" + place)).text();
    picture.dataset.place = place;
  } while (again);
  asked = false;
});
</script>`)
		return
	}
	place, _ := strconv.Atoi(r.URL.Query().Get("place"))
	var svg strings.Builder
	svg.WriteString(`<svg width="640" height="300"><path fill="none" stroke="currentColor" d="M0 150`)
	for x := 0.0; svg.Len() < 8<<10; x += 0.8 {
		fmt.Fprintf(&svg, "L%.1f %.1f", x, 150+140*math.Sin(x*float64(place+1)/300))
	}
	fmt.Fprint(w, svg.String()+`"/></svg>`)
}

// A hold is how one follows a picture: what is shown and what is wanted, as text, in
// the page.
type hold struct{ shown, wanted string }

func shownOf(controls ...string) string {
	return fmt.Sprintf(`String(%q.split(" ").map((c) => new `+
		`URLSearchParams(document.querySelector("#fit .panels").dataset.query).get(c) ?? `+
		`document.getElementById("fit-" + c).dataset.default))`, strings.Join(controls, " "))
}

func wantedOf(controls ...string) string {
	return fmt.Sprintf(`String(%q.split(" ").map((c) => document.getElementById("fit-" + c).value))`,
		strings.Join(controls, " "))
}

// A player is a page with a picture that one moves by hand. It knows of each picture
// when the event came that asks for it, and when it was there to be seen.
type player struct{ *tab }

func play(b *testing.B, h http.Handler, address string, as hold) player {
	return playOn(open(b, h), address, as)
}

func playOn(p *tab, address string, as hold) player {
	p.visit(address)
	eval[any](p, `(async () => {
		const channel = new MessageChannel();
		let stamp = 0, last = `+as.shown+`, ahead = false;
		const asked = new Map();
		window.pictures = [];
		for (const type of ["keydown", "pointerdown", "pointermove"]) addEventListener(type,
			(e) => { stamp = e.timeStamp; }, true);
		for (const type of ["input", "change"]) addEventListener(type, () => asked.set(`+as.wanted+`, stamp));
		channel.port1.onmessage = () => { // after the frame that the picture is in
			pictures.push([asked.get(last) ?? null, performance.now()]);
			ahead = false;
		};
		new MutationObserver(() => {
			const now = `+as.shown+`;
			if (now === last) return;
			last = now;
			if (!ahead) requestAnimationFrame(() => channel.port2.postMessage(0));
			ahead = true;
		}).observe(document.querySelector("main"), {subtree: true, childList: true, attributeFilter: ["data-query",
			"data-place"]});
		await new Promise((r) => setTimeout(r, 1500)); // the browser has its own work after loading
	})()`)
	return player{p}
}

// every does something n times, so long apart, whether or not the page has kept up.
func every(apart time.Duration, n int, do func(i int)) {
	ticks := time.NewTicker(apart)
	defer ticks.Stop()
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { do(i) })
		<-ticks.C
	}
	all.Wait()
}

// keys presses the right arrow n times.
func (p player) keys(slider string, n int) record {
	p.focus(slider)
	time.Sleep(300 * time.Millisecond)   // from Tab to the arrow
	const apart = 303 * time.Millisecond // 300 are 18 frames: each key would come as long before one
	return p.record(apart, n, func(int) { p.press(kb.ArrowRight) })
}

// slide drags a slider of 61 places from the 6th to the 56th and back.
func (p player) slide(slider string) record {
	p.focus(slider)
	eval[any](p.tab, fmt.Sprintf(`(() => { const s = document.querySelector(%q); s.value = 5; `+
		`s.dispatchEvent(new Event("input", {bubbles: true})); })()`, slider))
	box := p.box(slider)
	return p.drag(func(i int) (x, y float64) {
		const thumb = 16 // px wide
		place := 5 + float64(50-max(i-50, 50-i))
		return box[0] + thumb/2 + (box[2]-thumb)*place/60, box[1] + box[3]/2
	})
}

// swing drags one's own point around where it is.
func (p player) swing(handle string) record {
	p.focus(handle)
	box := p.box(handle)
	return p.drag(func(i int) (x, y float64) {
		return box[0] + box[2]/2 + 40*math.Sin(float64(i)/9), box[1] + box[3]/2 + 60*math.Sin(float64(i)/4)
	})
}

// box is the left, top, width and height of an element that is brought into sight.
func (p player) box(selector string) []float64 {
	return eval[[]float64](p.tab, fmt.Sprintf(`(async () => {
		const el = document.querySelector(%q), box = () => { const b = el.getBoundingClientRect(); return [b.x, b.y,
			b.width, b.height]; };
		if (box()[1] < 80 || box()[1] > innerHeight - 80) el.scrollIntoView({block: "center", behavior: "instant"});
		await new Promise((r) => setTimeout(r, 700)); // and all rests
		return box();
	})()`, selector))
}

// drag moves the mouse, pressed, from place 0 to place 100.
func (p player) drag(at func(i int) (x, y float64)) record {
	mouse := func(kind input.DispatchMouseEventType, i int) {
		x, y := at(i)
		p.do(chromedp.MouseEvent(kind, x, y, func(e *input.DispatchMouseEventParams) {
			e.Button, e.Buttons, e.ClickCount = input.MouseButtonLeft, 1, 1
		}))
	}
	mouse(input.DispatchMouseEventTypeMousePressed, 0)
	defer mouse(input.DispatchMouseEventTypeMouseReleased, 100)
	return p.record(20*time.Millisecond, 100, func(i int) { mouse(input.DispatchMouseEventTypeMouseMoved, i+1) })
}

// A record is what came of moves: how late the pictures were, in ms, and how long it
// took.
type record struct {
	times []float64
	took  time.Duration
}

func (p player) record(apart time.Duration, n int, do func(i int)) record {
	eval[any](p.tab, `pictures.length = 0`)
	start := time.Now()
	every(apart, n, do)
	r := record{took: time.Since(start)}
	for _, pair := range eval[[][]*float64](p.tab, `pictures`) {
		if pair[0] != nil {
			r.times = append(r.times, *pair[1]-*pair[0])
		}
	}
	if len(r.times) == 0 {
		p.Fatal("no picture was shown")
	}
	return r
}

func (r *record) add(s record) {
	r.times = append(r.times, s.times...)
	r.took += s.took
}

// late is a percentile of how late pictures were, in ms.
func (r record) late(percent float64) float64 {
	slices.SortFunc(r.times, cmp.Compare)
	return r.times[int(percent/100*float64(len(r.times)-1)+0.5)]
}

// rate is how many pictures there were in a second.
func (r record) rate() float64 { return float64(len(r.times)) / r.took.Seconds() }
