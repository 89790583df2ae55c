//go:build !race

package site

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// drawnAs is an exercise of kernel ridge regression as it is drawn for a seed.
func drawnAs(tb testing.TB, id string, seed uint64) *course.Exercise {
	tb.Helper()
	l, _ := lessons.Contents.Lookup("kernel-ridge-regression")
	e, ok, err := l.Again(id, seed)
	if err != nil || !ok {
		tb.Fatalf("%s, seed %d: %v", id, seed, err)
	}
	return e
}

// An exercise is asked again in its place: its answers are judged by its own numbers and are not kept, and the
// printed one comes back with the answer that was given to it.
func TestBrowserAnExerciseIsAskedAgain(t *testing.T) {
	t.Parallel()
	const (
		verdict = `document.querySelector("#twins .said")?.textContent.includes(%q)`
		right   = `document.querySelector("#twins .said")?.dataset.right === %q`
		mine    = `JSON.parse(localStorage["gramophone.progress"])["kernel-ridge-regression"]`
		kept    = mine + `.answers.twins.values.join()`
		asks    = `document.querySelector("#twins p").textContent`
		another = "#twins .again a:first-child"
	)
	p := reader(t, krrPage, pocket)
	question := eval[string](p, asks)
	answers := func(text string) {
		p.Helper()
		eval[any](p, fmt.Sprintf(`document.querySelector("#twins [name='answer.twins']").value = %q`, text))
		p.click("#twins [type=submit]")
		p.until(fmt.Sprintf(`document.querySelector("#twins .said") && `+
			`document.querySelector("#twins [name='answer.twins']").value === %q`, text))
	}
	value := func(v float64) string { return course.FormatNumber(v) }
	first, second := drawnAs(t, "twins", 1), drawnAs(t, "twins", 2)
	printed := drawnAs(t, "twins", 0)
	answers(value(printed.Number.Value))
	shows(p, kept, value(printed.Number.Value))

	for i, e := range []*course.Exercise{first, second} {
		p.click(another)
		p.until(fmt.Sprintf(`document.querySelector("#twins [name='seed.twins']")?.value === %q`, strconv.Itoa(i+1)))
		p.until(`document.activeElement.matches("#twins h3")`)
		if again := eval[string](p, asks); again == question {
			t.Errorf("%q is asked again", again)
		}
		answers(value(e.Number.Misses[1].Value))
		p.until(fmt.Sprintf(right, "false"))
		p.until(fmt.Sprintf(verdict, "belongs to the mean loss"))
		answers(value(e.Number.Value))
		p.until(fmt.Sprintf(right, "true"))
		shows(p, kept, value(printed.Number.Value))
	}
	p.clean(`document.querySelector("#twins")`, "an exercise asked again")

	p.click("#twins .again a:last-child")
	shows(p, asks, question)
	p.until(fmt.Sprintf(right, "true"))
	shows(p, `document.querySelector("#twins [name='answer.twins']").value`, value(printed.Number.Value))

	// Choices and steps come in other orders, and the steps can be moved.
	p.click("#silent .again a", `document.querySelector("#silent [name='seed.silent']") !== null`)
	choices := drawnAs(t, "silent", 1).Choices
	at := slices.IndexFunc(choices, func(c course.Alternative) bool { return c.Right })
	p.click(fmt.Sprintf("#silent [type=radio][value='%d']", at+1))
	p.click("#silent [type=submit]", `document.querySelector("#silent .said")?.dataset.right === "true"`)
	p.click("#dual .again a", `document.querySelector("#dual [name='seed.dual']") !== null`)
	for shown, step := range drawnAs(t, "dual", 1).Order() {
		eval[any](p, fmt.Sprintf(`document.querySelectorAll("#dual-form select")[%d].value = %d`, shown, step+1))
	}
	p.click("#dual [type=submit]", `document.querySelector("#dual .said")?.dataset.right === "true"`)
	p.focus("#dual .steps li:first-child .grab")
	p.leads(kb.End, `document.activeElement.matches("#dual .steps li:last-child .grab")`)
}

// Without scripts the page asks the exercise with other numbers; what is no seed is said to be none.
func TestAnExerciseIsAskedAgainWithoutScripts(t *testing.T) {
	s := quietSite()
	e := drawnAs(t, "twins", 7)
	page := func(query string) string { return textAt(t, s, krrPage+"?"+query) }
	answered := page("seed.twins=7&fit.lambda=0.1&answer.twins=" + course.FormatNumber(e.Number.Value))
	contains(t, "the page", answered, e.Ask, e.Solution, "towards zero", `name="seed.twins" value="7"`,
		"?fit.lambda=0.1&amp;seed.twins=8#twins", "?fit.lambda=0.1#twins")
	for _, other := range []string{"", "seed.through=x", "seed.nothing=x"} { // of which nothing is drawn
		omits(t, other, page(other), "is no whole number")
	}
	as := drawnAs(t, "twins", 0)
	for _, nonsense := range []string{"0", "1000", "-3", "x", "1e3", "99999999999999999999999", ""} {
		text := page("seed.twins=" + nonsense)
		if !strings.Contains(text, as.Ask) || strings.Contains(text, "As it is printed") {
			t.Errorf("seed.twins=%s is taken for a seed", nonsense)
		}
		alone := textAt(t, s, krrPage+"/exercise/twins?seed.twins="+nonsense)
		note := `role="alert">seed.twins: “` + nonsense + "” is no whole number from 1 to 999"
		if strings.Count(text, note) != 1 || strings.Count(alone, note) != 1 {
			t.Errorf("seed.twins=%s is not said to be none", nonsense)
		}
	}
}
