//go:build !race

package site

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// elements are those of a document of that name with a class among theirs; "" is any.
func elements(doc *html.Node, name, class string) []*html.Node {
	var all []*html.Node
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && n.Data == name && (class == "" || strings.Contains(" "+attr(n, "class")+" ",
			" "+class+" ")) {
			all = append(all, n)
		}
	}
	return all
}

// A prediction is asked twice, in its words and over one figure, of one form: what is pressed
// there sends the same answers, under the same letters. A figure elsewhere asks nothing, and
// one that is replaced whole keeps the place of what was asked.
func TestAQuestionIsAskedOverOneFigure(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	for _, l := range lessons.Contents.Finished() {
		path := "/lessons/" + l.Slug
		doc := parsed(t, path, get(t, s, path, plain))
		inWords, over := map[string]int{}, map[string]int{}
		for _, predict := range elements(doc, "section", "predict") {
			form := elements(predict, "form", "")[0]
			for _, n := range elements(form, "button", "") {
				inWords[attr(form, "id")+"?"+sends(n)]++
			}
			if n := len(elements(form, "input", "")) - len(elements(form, "input", "carried")); n > 0 {
				t.Errorf("%s: %s has %d other fields", path, attr(predict, "id"), n)
			}
		}
		for _, asked := range elements(doc, "div", "asked") {
			for _, n := range elements(asked, "button", "") {
				if attr(n, "type") == "submit" {
					over[attr(n, "form")+"?"+sends(n)]++
				}
			}
		}
		if diff := cmp.Diff(inWords, over); diff != "" || len(over) == 0 {
			t.Errorf("%s: in words and over figures (-words +figures):\n%s", path, diff)
		}
		alone := path + "/" + l.Figures[0].Name
		if n := len(elements(parsed(t, alone, get(t, s, alone, plain)), "div", "asked")); n > 0 {
			t.Errorf("%s asks %d predictions", alone, n)
		}
	}
	whole := get(t, s, krrPage+"/fit", map[string]string{"Accept-Encoding": "", "HX-Request": "true",
		"HX-Current-URL": "http://h" + krrPage}).Body.String()
	contains(t, "what is asked over a figure that is replaced whole", whole,
		`<div class="asks" id="fit-asks" hx-morph-skip hx-preserve></div>`)
}

// An answer in the address stands over the figure in place of the question, and the next
// question of the figure is asked.
func TestAnAnswerStandsOverItsFigure(t *testing.T) {
	s := sharedSite()
	told := func(path string) (answered, open []string) {
		for _, asked := range elements(parsed(t, path, get(t, s, path, plain)), "div", "asked") {
			if strings.HasPrefix(attr(asked, "id"), "detective-") {
				if strings.Contains(attr(asked, "class"), "answered") &&
					len(elements(elements(asked, "p", "told")[0], "b", "")) == 1 {
					answered = append(answered, attr(asked, "data-ask"))
				}
				if !hasAttr(asked, "hidden") {
					open = append(open, attr(asked, "data-ask"))
				}
			}
		}
		return answered, open
	}
	for query, want := range map[string][2]string{
		"": {"", "more"}, "?answer.more=1": {"more", "min"}, "?answer.min=1": {"min", "more"},
		"?answer.more=1&answer.min=2": {"more min", "min"}, "?answer.more=9": {"", "more"},
	} {
		answered, open := told("/lessons/psd-kernels" + query)
		if strings.Join(answered, " ") != want[0] || strings.Join(open, " ") != want[1] {
			t.Errorf("%q: %q are answered and %q is shown, not %q and %q", query, answered, open, want[0], want[1])
		}
	}
}

// Where the choices of a prediction are drawn, the lesson's page has them, lettered as the
// line is and apart, drawn for the stage and for a phone, as does a move to where the figure
// opens. Other states keep their place alone, and what is not the lesson's page has none.
func TestChoicesAreDrawnOnThePicture(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	chips := func(path string, header map[string]string) (n int) {
		var at [][2]float64
		for _, disc := range elements(parsed(t, path, get(t, s, path, header)), "circle", "disc") {
			x, errX := strconv.ParseFloat(attr(disc, "cx"), 64)
			y, errY := strconv.ParseFloat(attr(disc, "cy"), 64)
			if errX != nil || errY != nil {
				t.Fatal(errX, errY)
			}
			for _, other := range at {
				if d := math.Hypot(x-other[0], y-other[1]); d < 30 {
					t.Errorf("%s: letters %.0f px apart", path, d)
				}
			}
			at = append(at, [2]float64{x, y})
		}
		return len(at)
	}
	drawn := 0
	for _, l := range lessons.Contents.Open() {
		page := "/lessons/" + l.Slug
		doc := parsed(t, page, get(t, s, page, plain))
		lettered := map[string]int{}
		for _, asked := range elements(doc, "div", "asked") {
			for _, b := range elements(asked, "button", "") {
				lettered[attr(asked, "id")] += len(elements(b, "b", ""))
			}
		}
		for i := range l.Figures {
			f := &l.Figures[i]
			want := 0
			if len(f.Guesses) > 0 {
				_, draw := f.At(nil)
				p := course.Must(draw(t.Context(), s.memo))
				for i, g := range f.Guesses {
					same(t, g.Ask+": letters of the line", lettered[f.Name+"-asks-"+g.Ask], len(p.Guesses[i]))
					for _, guess := range p.Guesses[i] {
						if len(guess.Xs) > 0 {
							want++
						}
					}
				}
			}
			move := map[string]string{"Accept-Encoding": "", "HX-Request": "true", "HX-Target": f.Name + "-live",
				"HX-Current-URL": "http://h" + page}
			alone := page + "/" + f.Name
			for _, path := range []string{alone, alone + "?w=358"} {
				same(t, path+": letters after a move there", chips(path, move), want)
			}
			if n := chips(alone, plain) + chips(alone+"?embed=1", plain); n > 0 {
				t.Errorf("%s: %d letters where nothing is asked", alone, n)
			}
			drawn += want
		}
	}
	if drawn == 0 {
		t.Error("no choice is drawn")
	}
	// Before a class they are there in every state that has the axes of the opening one, and no other.
	move := map[string]string{"Accept-Encoding": "", "HX-Request": "true", "HX-Target": "fit-live",
		"HX-Current-URL": "http://h" + krrPage + "?present=1"}
	room := maps.Clone(move)
	room["HX-Current-URL"] = "http://h/rooms/FK7Q2"
	for _, n := range []int{chips(krrPage+"?present=1&route=all", plain), chips(krrPage+"/fit?lambda=10", move),
		chips(krrPage+"/fit?lambda=10", room)} {
		same(t, "letters before a class", n, 4)
	}
	same(t, "letters on other axes", chips(krrPage+"/fit?data=sine", move), 0)
	elsewhere := get(t, s, krrPage+"/fit?bandwidth=3.98", map[string]string{"Accept-Encoding": "", "HX-Request": "true",
		"HX-Target": "fit-live", "HX-Current-URL": "http://h" + krrPage}).Body.String()
	contains(t, "a move elsewhere", elsewhere, `<g class="guesses g1 q-limit"></g>`)
}

// sends is the answer that a button sends, with its letter.
func sends(button *html.Node) string {
	letter := ""
	if b := elements(button, "b", ""); len(b) > 0 {
		letter = b[0].FirstChild.Data
	}
	return attr(button, "name") + "=" + attr(button, "value") + " " + letter
}

// asksFirst fails where a question about what opens a lesson is not asked on the first screen: in
// two lines over the picture, and on a phone with the top of the picture under it.
func (p *tab) asksFirst(l *course.Lesson) {
	p.Helper()
	text := course.Must(l.Text())
	if len(text.Over(l.Figures[0].Name)) == 0 {
		return
	}
	const lacks = `(() => {
		const slot = document.querySelector(".slot"), line = slot.querySelector(".asked:not([hidden])"), out = [];
		const box = (el) => el.getBoundingClientRect(), phone = innerWidth < 760;
		const sliders = slot.querySelector(".sliders"), low = phone ? Math.min(innerHeight, box(sliders).top ||
			innerHeight) : innerHeight;
		const seen = (el) => box(el).height > 0 && box(el).top >= box(document.querySelector(".bar")).bottom &&
			box(el).bottom <= low;
		if (!seen(line)) out.push("the question ends at " + box(line).bottom + " of " + low);
		const chips = [...line.querySelectorAll("button")].filter((b) => seen(b) && !b.disabled &&
			b.contains(document.elementFromPoint(box(b).x + box(b).width / 2, box(b).y + box(b).height / 2)));
		if (chips.length < 2) out.push("it has " + chips.length + " choices in sight");
		if (!phone && box(line).height > 70) out.push("it is " + box(line).height + " px high");
		const plot = box(slot.querySelector("svg.plot"));
		if (plot.top < box(line).bottom - 12 ||
			low - plot.top < 60) out.push("the picture begins at " + plot.top + " of " + low);
		return out.join("; ");
	})()`
	eval[any](p, `scrollTo({top: 0, behavior: "instant"})`)
	for _, s := range []screen{{1440, 900, false}, {390, 844, true}} {
		if p.on(s); s.phone {
			p.until(`matchMedia("(max-width: 760px)").matches`)
		}
		p.until(lacks + ` === ""`) // once it is drawn for that screen
	}
}

// tells fails where what is said on the picture to an answer takes more room than the question
// in whose place it stands, on a desk and on a phone, and where the first choice, once it is
// pressed, is told anything but its whole sentence.
func (p *tab) tells(l *course.Lesson) {
	p.Helper()
	text := course.Must(l.Text())
	said := map[string][]string{}
	for _, b := range text.Blocks {
		if b.Kind != "predict" {
			continue
		}
		for _, c := range b.Exercise.Choices {
			said[b.Exercise.ID] = append(said[b.Exercise.ID], course.Unbroken(c.Said))
		}
	}
	sentences := course.Must(json.Marshal(said))
	tight := fmt.Sprintf(`[...document.querySelectorAll(".asked")].flatMap((asked) => {
		const told = asked.querySelector(".told"), line = asked.querySelector(".line"), { hidden } = asked;
		asked.hidden = false;
		asked.classList.add("answered");
		const out = (%s)[asked.dataset.ask].flatMap((sentence) => {
			told.innerHTML = sentence + ' <a href="#">See it</a> <a href="#">Why</a> <button>Next question</button>';
			return told.offsetHeight > line.offsetHeight ? [told.offsetHeight + " px in " + line.offsetHeight + ": " +
				asked.id + ": " + told.textContent] : [];
		});
		told.replaceChildren();
		asked.classList.remove("answered");
		asked.hidden = hidden;
		return out;
	})`, sentences)
	for _, s := range []screen{{1440, 900, false}, {390, 844, true}} {
		if p.on(s); s.phone {
			p.until(`matchMedia("(max-width: 760px)").matches`)
		}
		for _, fault := range eval[[]string](p, tight) {
			p.Errorf("%d px wide: %s", s.width, fault)
		}
	}
	const first = `document.querySelector(".slot .asked:not([hidden])")`
	ask := eval[string](p, first+`.dataset.ask`)
	eval[any](p, first+`.querySelector(".chips button").click()`)
	whole := fmt.Sprintf(`(() => {
		const whole = document.createElement("p");
		whole.innerHTML = (%s)[%q][0];
		const told = document.querySelector('.asked.answered[data-ask=%q] .told');
		return told?.checkVisibility() && told.textContent.startsWith(whole.textContent + " ");
	})()`, sentences, ask, ask)
	p.until(whole)
}

// A chip gives the answer: the verdict comes beside the words and over the picture, the
// veil is gone, and the picture shows what the verdict speaks of. What follows on the
// page stays where it is.
func TestBrowserAChipAnswers(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	p := visits(t, s, krrPage, laptop)
	const veiled = `(document.querySelector("#fit .veiled") !== null)`
	const top = `Math.round(document.querySelector("#fit .panels svg").getBoundingClientRect().top)`
	p.until(veiled)
	place := eval[int](p, top)
	p.focus("#fit .chips [value='2']")
	p.press("\r")
	p.until(`document.querySelector("#limit .said")?.dataset.right === "false" && ` +
		`document.querySelector("#limit [value='2'][aria-pressed=true]") !== null && !` + veiled)
	p.drawn("fit", "lambda=10")
	p.until(`document.querySelector("#fit .told").checkVisibility() && document.activeElement.matches("#fit .told a")`)
	shows(p, top, place)
	p.types("fit-data", "sine") // a figure that is replaced keeps its line
	p.drawn("fit", "data=sine&lambda=10")
	p.until(`document.querySelectorAll("#fit .asked.answered").length === 1`)
	p.visit(krrPage) // the answer is kept; the picture is as it opens
	p.until(`document.querySelector("#fit .asked.answered") !== null`)
	p.drawn("fit", "")

	p = plainly(t, s, krrPage)
	p.click("#fit .chips [value='3']")
	p.sees(`#fit .asked.answered`, `#limit [value="3"][aria-pressed="true"]`, `#limit .said[data-right="true"]`)
}

// A letter on the picture is the chip of the line, for mouse and finger: it answers, points
// at no datum, and is gone with its curves; what is not the question's state has none.
func TestBrowserALetterAnswers(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	const letters = `[...document.querySelectorAll("#fit .guesses .chip")].filter((c) => c.checkVisibility()).length`
	for _, on := range []screen{{1440, 900, false}, {390, 844, true}} {
		p := visits(t, s, krrPage, on)
		eval[bool](p, `(document.querySelector("#fit").scrollIntoView(), true)`)
		p.until(letters + ` === 4 && document.querySelector("#fit .veiled") !== null`)
		p.until(`(() => {
			const b = document.querySelector('#fit .chip[data-value="3"] .disc').getBoundingClientRect();
			return Math.abs(b.width - 25) < 2 && b.x >= 0 && b.right <= innerWidth;
		})()`)
		p.click(`#fit .chip[data-value="3"] .hit`)
		p.until(`document.querySelector("#limit .said")?.dataset.right === "true" && ` +
			`document.querySelector("#limit [value='3'][aria-pressed=true]") !== null`)
		p.drawn("fit", "lambda=10")
		p.until(letters + ` === 0 && document.querySelector("#fit .told").checkVisibility() && ` +
			`document.querySelector("#fit .veiled") === null`)
		p.until(`document.querySelector("#fit-at").value === "0"`)
	}
}
