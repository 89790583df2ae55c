package course

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// shortened is a lesson whose short way is the block of those lines.
func shortened(lines string) *Lesson {
	long := strings.Repeat(" word", 90) + ".\n\n"
	return &Lesson{Slug: "x", Figures: []Figure{{Name: "fit", Title: "A fit."}, {Name: "map", Title: "A map."}},
		Facts: func() Facts { return Facts{"n": 7} },
		Prose: "::: short\n" + lines + ":::\n::: figure fit :::\nA **bump** is a hill.\n\n::: predict p\nWhy?\n" +
			"- [x] a\n  : b\n:::\n::: figure map :::\n## The law\n\n" + long + "::: worked\nOne." + long +
			"Two.\n:::\n" +
			"::: break\n- [State](?map.n=20)\n  : Why.\n:::\n"}
}

// The written short way has what it lists, in its order; slides stand after what is kept before
// them, and nowhere on the page.
func TestAWrittenShortWay(t *testing.T) {
	l := shortened("keep 0:30 title\nslide 1:00 The *data*\nbeside fit\nThere are @{n|%.0f} of them.\n\n" +
		"- A **bump** each.\nsay **Ask**.\n\nslide 0:30 Then\n[A map](?map.n=5).\nkeep 1:30 p\nkeep 1:00 worked\n" +
		"slide 2:00 Home\nNo picture.\n")
	text := Must(readText(l, l.Prose))
	var got []string
	var took time.Duration
	for _, s := range text.Screens() {
		switch {
		case s.Route:
			got = append(got, fmt.Sprint(s.Kind, " ", s.Name(), " beside ", s.Beside, " at ", s.Anchor))
			took += s.Took
		case s.Short:
			t.Errorf("the slide %s is on no way", s.Name())
		}
	}
	want := []string{"title  beside  at opening", "slide The data beside fit at opening",
		"slide Then beside map at opening", "predict Before you move it beside fit at p"}
	if diff := cmp.Diff(want, got[:4]); diff != "" {
		t.Errorf("the short way (-want +got):\n%s", diff)
	}
	if last := got[len(got)-1]; len(got) < 7 || !strings.HasPrefix(last, "slide Home beside  at part-") {
		t.Errorf("it ends with %q", got[4:])
	}
	data := text.Screens()[1]
	if took != 6*time.Minute+30*time.Second || !strings.Contains(data.HTML, "There are 7 of them") ||
		!strings.Contains(data.HTML, "<li>A <strong>bump</strong>") ||
		said(data)[0] != "<p><strong>Ask</strong>.</p>\n" {
		t.Errorf("in %s, %s with the notes %q", took, data.HTML, said(data))
	}
	if len(text.Unsaid()) > 0 || text.terms[0].HTML != "<p>A <strong id=\"term-bump\">bump</strong> is a hill.</p>\n" {
		t.Errorf("unsaid: %v; explained: %v", text.Unsaid(), text.terms)
	}
	for _, b := range text.Blocks {
		if strings.Contains(b.HTML, "of them") || b.Kind == "short" {
			t.Errorf("the page has the slide: %s", b.HTML)
		}
	}
}

// The page's own short way is what it would be without the list.
func TestAWrittenShortWayLeavesThePageAlone(t *testing.T) {
	l := shortened("keep 0:30 title\nslide 9:00 All\nOf it.\n")
	with := Must(readText(l, l.Prose))
	_, rest, _ := strings.Cut(l.Prose, ":::\n")
	without := Must(readText(l, rest))
	var pages [2]string
	for i, text := range []*Text{with, without} {
		short, whole := text.Minutes()
		pages[i] = fmt.Sprint(short, whole, text.Places())
		for _, b := range text.Blocks {
			pages[i] += text.Marked(b)
		}
	}
	if diff := cmp.Diff(pages[1], pages[0]); diff != "" || without.Written() || !with.Written() {
		t.Errorf("the page without a list (-) and with one (+):\n%s", diff)
	}
}

// A slip in a short block is told with its line.
func TestShortWaySlips(t *testing.T) {
	for lines, want := range map[string]string{
		"keep 0:30 title\nkeep 1:00 limit\n":            "x.md:3: keep limit: no screen is called that",
		"keep 0:30 title\nkeep 1:00 map\nkeep 1:00 p\n": "x.md:4: keep p: it comes before what is kept above",
		"keep title\n":                    "x.md:2: keep title: want “keep 1:30 …”, minutes and seconds first",
		"slide 1:00 A\nIt.\n":             "x.md:2: a short way begins with “keep 0:30 title”",
		"Words.\n":                        "x.md:2: a short way begins with “keep 0:30 title”",
		"keep 0:30 title\nslide 1:00 A\n": "x.md:3: slide A has no words",
		"keep 0:30 title\nslide 1:00 A\nbeside no\nIt.\n": `x.md:3: slide A: no figure "no"`,
		"keep 0:30 title\nWords.\n": "x.md:2: keep title: what is kept has " +
			"words and a picture of its own",
		"keep 0:30 title\n:::\n::: short\nkeep 0:30 title\n":    "x.md:5: a second short way",
		"keep 0:30 title\nslide 1:00 A\n[It](?map.n=5&n=2).\n":  "",
		"keep 0:30 title\nkeep 1:00 the-law\nkeep 1:00 break\n": "",
	} {
		l := shortened(lines)
		_, err := readText(l, l.Prose)
		if got := fmt.Sprint(err); want != "" && got != want || want == "" && err != nil {
			t.Errorf("%q: %s, want %s", lines, got, want)
		}
	}
}

// A term of the lesson is said on the short way before it is used there.
func TestUnsaid(t *testing.T) {
	l := shortened("keep 0:30 title\nslide 1:00 One\nTwo bumps.\nslide 1:00 Two\nA **bump**.\n")
	unsaid := Must(readText(l, l.Prose)).Unsaid()
	if len(unsaid) != 1 || unsaid[0].Term != "bump" || unsaid[0].Screen.Name() != "One" {
		t.Errorf("unsaid: %v", unsaid)
	}
}
