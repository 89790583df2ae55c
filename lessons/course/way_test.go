package course

import (
	"strings"
	"testing"
)

// The page marks the sections that the short way leaves out, and says how long both take.
func TestTheShortWayThroughThePage(t *testing.T) {
	long := strings.Repeat("word ", 400)
	l := &Lesson{Slug: "x", Figures: []Figure{{Name: "fit", Title: "A fit."}}}
	text := Must(readText(l,
		"::: figure fit :::\n"+long+"\n\n## The *law*\n\n**Theorem.** So.\n\n::: proof\n"+long+"\n:::\n"+
			"## Elsewhere\n\n"+long+"\n\n::: break\n- [State](?fit.n=20)\n  : Why.\n:::\n## Further\n\nA word.\n\n"+
			"## Check yourself\n\n::: exercise e\n= 1 ± 0\n:::\nOn.\n"))
	page := ""
	for _, b := range text.Blocks {
		page += text.Marked(b)
	}
	for heading, next := range map[string]Place{"Elsewhere": {"break-it", "Break it"},
		"Further": {"check-yourself", "Check yourself"}} {
		mark := heading + ` <span class="deep">deeper</span></h2><p class="past"><a href="#` + next.ID +
			`">Skip to “` + next.Name + `”</a></p>`
		if !strings.Contains(page, mark) || strings.Count(page, "deeper") != 2 {
			t.Errorf("no mark %s on the page: %s", mark, page[strings.Index(page, "<h2"):])
		}
	}
	// 400 words and a figure; beyond these twice as many, a broken state, which is on
	// both ways, and an exercise.
	if short, whole := text.Minutes(); short != 5 || whole != 11 {
		t.Errorf("%d minutes and %d", short, whole)
	}
}
