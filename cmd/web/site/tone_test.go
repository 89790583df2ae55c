//go:build !race

package site

import (
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// toneModule is the module that the page has loaded.
const toneModule = `import(document.querySelector('link[rel=modulepreload][href*="js/tone."]').href)`

// A score is what a figure sounds like.
type score struct{ Pitch, Gain, Clicks []float64 }

// What is heard is the curve that the figure's numbers are of: its pitch rises by two
// octaves over the height of the picture, and a datum clicks where it is.
func TestBrowserToneIsTheCurve(t *testing.T) {
	t.Parallel()
	p := reader(t, krrPage)
	heard := eval[score](p, toneModule+`.then(({ schedule }) => {
		const { pitch, gain, clicks } = schedule(document.getElementById("fit"));
		return { Pitch: [...pitch], Gain: [...gain], Clicks: clicks };
	})`)
	axes := eval[[]float64](p, `(() => { const { y } = document.querySelector("#fit svg.plot").dataset;
		return y.split(" ").slice(0, 2).map(Number); })()`)
	numbers := jsonAt[struct {
		Series struct{ Data, Fit [][]float64 }
	}](t, sharedSite(), krrPage+"/fit.json")
	worst, compared, fit := 0.0, 0, numbers.Series.Fit
	first, last := fit[0][0], fit[len(fit)-1][0]
	for _, at := range fit {
		k := (at[0] - first) / (last - first) * float64(len(heard.Pitch)-1)
		i := int(math.Round(k))
		if i < 0 || i >= len(heard.Pitch) || math.Abs(k-float64(i)) > 0.05 || heard.Gain[i] == 0 {
			continue
		}
		want := 220 * math.Exp2(2*min(max((at[1]-axes[0])/(axes[1]-axes[0]), 0), 1))
		worst, compared = max(worst, math.Abs(math.Log2(heard.Pitch[i]/want))), compared+1
	}
	t.Logf("%d places, at most %.3f octaves off", compared, worst)
	if compared < 5 || worst > 0.05 {
		t.Errorf("at %d places the pitch is up to %g octaves off", compared, worst)
	}
	if len(heard.Clicks) != len(numbers.Series.Data) {
		t.Fatalf("%d clicks for %d data", len(heard.Clicks), len(numbers.Series.Data))
	}
	for i, click := range heard.Clicks {
		if want := (numbers.Series.Data[i][0] - first) / (last - first); math.Abs(click-want) > 0.01 {
			t.Fatalf("datum %d clicks at %g, not %g", i, click, want)
		}
	}
	p.soundsAsAsked()
}

// soundsAsAsked fails where a tone has not the pitch that is asked for, goes not from the left ear to the right, or
// does not end.
func (p *tab) soundsAsAsked() {
	p.Helper()
	got := eval[struct{ Left, Right, Crossings []float64 }](p, toneModule+`.then(async ({ sound }) => {
		const rate = 8000, audio = new OfflineAudioContext(2, 3.5 * rate, rate);
		const pitch = Float32Array.from({ length: 100 }, (_, k) => (k < 50 ? 300 : 600));
		sound(audio, { pitch, gain: new Float32Array(100).fill(0.2), clicks: [] });
		const heard = await audio.startRendering(), [l, r] = [heard.getChannelData(0), heard.getChannelData(1)];
		const at = (wave, s) => wave.slice(s * rate, (s + 0.5) * rate);
		const power = (wave) => Math.sqrt(wave.reduce((sum, v) => sum + v * v, 0) / wave.length);
		const crossings = (wave) => wave.reduce((n, v, i) => n + (i > 0 && v > 0 && wave[i - 1] <= 0), 0) / 0.5;
		return { Left: [0.2, 2.4, 3.2].map((s) => power(at(l, s))), Right: [0.2, 2.4, 3.2].map((s) => power(at(r, s))),
			Crossings: [0.6, 2].map((s) => crossings(at(l, s))) };
	})`)
	if !(got.Left[0] > 2*got.Right[0] && got.Right[1] > 2*got.Left[1] && got.Left[2] < 1e-3 && got.Right[2] < 1e-3) {
		p.Errorf("left %v, right %v", got.Left, got.Right)
	}
	if math.Abs(got.Crossings[0]-300) > 5 || math.Abs(got.Crossings[1]-600) > 5 {
		p.Errorf("%v Hz, not 300 and 600", got.Crossings)
	}
}

// Nothing sounds before somebody asks for it. h plays, and h again, Escape and a move of the
// figure stop it; so does its button.
func TestBrowserToneStops(t *testing.T) {
	t.Parallel()
	p := reader(t, krrPage)
	const pressed = `document.querySelector("#fit [data-hear]").getAttribute("aria-pressed")`
	eval[any](p, `(() => { const Real = AudioContext; window.made = 0;
		window.AudioContext = class extends Real { constructor() { super(); window.made++; } }; })()`)
	p.press("h")
	shows(p, pressed, "true")
	p.press("h")
	shows(p, pressed, "false")
	p.press("h")
	shows(p, pressed, "true")
	p.press(kb.Escape)
	shows(p, pressed, "false")
	p.press("h")
	shows(p, pressed, "true")
	eval[any](p, `(() => { const slide = document.getElementById("fit-bandwidth-slider"); slide.valueAsNumber += 5;
		slide.dispatchEvent(new Event("input", { bubbles: true })); })()`)
	shows(p, pressed, "false")
	p.still()
	eval[any](p, `document.querySelector("#fit [data-hear]").click()`)
	shows(p, pressed, "true")
	shows(p, pressed, "false") // by itself, when the curve is over
	same(t, "audio contexts", eval[int](p, `window.made`), 1)
}

// Every figure that has a graph can be heard, and has its shape for fingers.
func TestGraphsCanBeHeard(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	graphs, all := 0, 0
	for _, l := range lessons.Contents.Open() {
		body := textAt(t, s, "/lessons/"+l.Slug)
		buttons := strings.Count(body, "data-hear=")
		graphs, all = graphs+buttons, all+len(l.Figures)
		same(t, l.Slug+": shapes, one a button", strings.Count(body, "aria-braillelabel="), buttons)
	}
	t.Logf("%d of %d figures have a graph that can be heard", graphs, all)
	if graphs < 20 {
		t.Errorf("%d figures can be heard", graphs)
	}
}

// sounds fails where a button of a lesson's page leads to no curve: that of the panel that it names.
func (p *tab) sounds(l *course.Lesson) {
	p.Helper()
	if mute := eval[[]string](p, toneModule+`.then(({ schedule }) =>
		[...document.querySelectorAll("[data-hear]")].map((el) => el.closest(".slot")).filter((slot) => {
			const heard = schedule(slot);
			return !heard || heard.gain.filter((v) => v > 0).length < 100 ||
				heard.pitch.some((v) => !(v >= 219 && v <= 881));
		}).map((slot) => slot.id))`); len(mute) > 0 {
		p.Errorf("%s: %v are not heard", l.Slug, mute)
	}
}
