package course

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestScreensGoOnCounting(t *testing.T) {
	item := strings.Repeat("word ", 30)
	l := &Lesson{Slug: "x"}
	lesson := Must(readText(l, "::: proof In five\n1. "+strings.Repeat(item+"\n2. ", 4)+item+"\n:::\n"))
	screens := lesson.Screens()[1:]
	if len(screens) != 3 {
		t.Fatalf("five items of 30 words take %d screens", len(screens))
	}
	for i, want := range []string{`<ol>`, `<ol start="3">`, `<ol start="5">`} {
		s := screens[i]
		if !strings.HasPrefix(s.HTML, want) || s.Part != i+1 || s.Of != 3 {
			t.Errorf("screen %d, part %d of %d, begins %.30q, want %q", i+1, s.Part, s.Of, s.HTML, want)
		}
		if !strings.Contains(lesson.Blocks[0].HTML, `id="`+s.Anchor+`"`) {
			t.Errorf("the page has no place %q", s.Anchor)
		}
	}
	if strings.Count(lesson.Blocks[0].HTML, "<ol") != 1 {
		t.Error("the page's list was cut too")
	}
}

func TestAFormulaStaysWithTheWordsThatLeadToIt(t *testing.T) {
	long := strings.Repeat("word ", 70)
	lesson := Must(readText(&Lesson{Slug: "x"}, "## One\n\n"+long+"\n\nHence\n\n$$a$$\n\nand\n\n$$b$$\n\n## Two\n\n"+
		"## Three\n\nEnd."))
	var got []string
	for _, s := range lesson.Screens()[1:] {
		got = append(got, s.Name()+": "+strings.Join(strings.Fields(Plain(s.HTML)), " "))
	}
	want := []string{"One: " + strings.TrimSpace(long), "Hence … and …: Hence a and b", "Three: End."}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("screens (-want +got):\n%s", diff)
	}
}

func TestNotesBelongToTheScreenBefore(t *testing.T) {
	l := &Lesson{Slug: "x", Figures: []Figure{{Name: "fit", Title: "A fit."}}}
	lesson := Must(readText(l, "::: teach plan\n1. *Two minutes.* Plan.\n:::\n::: figure fit :::\n::: teach\nAsk.\n"+
		":::\n::: margin\nAside.\n:::\n::: teach\nSay.\n:::\nProse."))
	for _, b := range lesson.Blocks {
		if b.Kind == "teach" || strings.Contains(b.HTML, "Ask") {
			t.Errorf("the page shows the teacher's %q", b.HTML)
		}
	}
	var after []int
	for _, n := range lesson.Teach() {
		after = append(after, n.After)
	}
	if diff := cmp.Diff([]int{0, 1, 2}, after); diff != "" {
		t.Error(diff)
	}
	s := lesson.Screens()
	if len(s) != 3 {
		t.Fatalf("%d screens", len(s))
	}
	if head := s[0].Teach[0].Head(); head != "Ten minutes" || lesson.Plan() != 2*time.Minute {
		t.Errorf("the plan is headed %q, and takes %v", head, lesson.Plan())
	}
	got := [][]string{said(s[1]), s[1].Margin, said(s[2])}
	want := [][]string{{"<p>Ask.</p>\n", "<p>Say.</p>\n"}, {"<p>Aside.</p>\n"}, nil}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

// said are the notes of a screen.
func said(s Screen) (html []string) {
	for _, n := range s.Teach {
		html = append(html, n.HTML)
	}
	return html
}

func TestPack(t *testing.T) {
	for _, c := range []struct {
		weights []int
		want    [][2]int
	}{
		{nil, nil},
		{[]int{5}, [][2]int{{0, 1}}},
		{[]int{500}, [][2]int{{0, 1}}},
		{[]int{4, 4, 4}, [][2]int{{0, 2}, {2, 3}}},
		{[]int{3, 3, 3, 3}, [][2]int{{0, 2}, {2, 4}}}, // 3 and 1 would fit too
		{[]int{1, 50, 1}, [][2]int{{0, 1}, {1, 2}, {2, 3}}},
		{[]int{0, 0}, [][2]int{{0, 2}}},
	} {
		if diff := cmp.Diff(c.want, pack(c.weights, 10)); diff != "" {
			t.Errorf("pack(%v, 10) (-want +got):\n%s", c.weights, diff)
		}
	}
}

func TestPlaces(t *testing.T) {
	l := &Lesson{Slug: "x", Figures: []Figure{{Name: "fit", Title: "A fit."}}}
	text := Must(readText(l, "::: figure fit :::\nProse.\n\n## The *theorem*\n\nMore.\n\n::: proof In steps\nOne.\n"+
		":::\n"+
		"::: exercise a First\n= 1 ± 0\n:::\n::: exercise b Second\n= 2 ± 0\n:::\n::: code fit :::\n"))
	want := []Place{{"fit", "A fit"}, {"the-theorem", "The theorem"}, {"part-2", "In steps"},
		{"a", "Check yourself"}, {"fit-code", "Code"}}
	if diff := cmp.Diff(want, text.Places()); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
}

// What is worked has beside it, in all its parts, the state that its first link opens.
func TestStill(t *testing.T) {
	l := &Lesson{Slug: "x", Figures: []Figure{{Name: "fit"}, {Name: "map"}}}
	for source, want := range map[string]Still{
		"One, [two](other) and [three](?map.n=3&map.lambda=1). [Four](?fit.n=4)": {
			ID: "map-by-hand", Figure: &l.Figures[1], Link: "?map.n=3&map.lambda=1#map"},
		"still map-plane\n[Three](?map.n=3).": {
			ID: "map-by-hand", Figure: &l.Figures[1], Link: "?map.n=3#map", Panel: "map-plane"},
	} {
		text := Must(readText(l,
			"::: figure fit :::\n::: worked\n"+source+"\n\n"+strings.Repeat("word ", 90)+"\n\nThree.\n:::\nOn."))
		if diff := cmp.Diff(want, *text.Blocks[1].Still,
			cmp.Comparer(func(a, b *Figure) bool { return a == b })); diff != "" {
			t.Errorf("%s (-want +got):\n%s", source, diff)
		}
		if got := text.Blocks[1].Still.State().Get("n"); got != "3" {
			t.Errorf("%s: the still has n = %q", source, got)
		}
		for _, s := range text.Screens() {
			if s.Kind == "worked" != (s.Beside == want.ID) {
				t.Errorf("%s: %s %d is seen with %q", source, s.Kind, s.Part, s.Beside)
			}
		}
	}
	if text, err := readText(l, "::: worked\nOne and [two](other).\n:::"); err != nil || text.Blocks[0].Still != nil {
		t.Errorf("a still of no state: %v", err)
	}
}

// The short way has the prose that it rests on: what stands before the theorem in its
// section, and where words that it uses are explained.
func TestTheShortWayExplains(t *testing.T) {
	l := &Lesson{Slug: "x", Figures: []Figure{{Name: "fit", Title: "A fit."}}}
	long := strings.Repeat(" word", 90) + ".\n\n"
	text := Must(readText(l, "::: figure fit :::\nA **bump** is a hill, not a **dip**, which nobody needs."+
		"\n\n**In practice.**"+long+"A **hill** is of earth.\n\n**Sum.**"+long+
		"## Sums\n\nA **sum** has bumps."+long+"Nothing."+long+"**Theorem.** All is a sum.\n"))
	var got []string
	for _, s := range text.Screens() {
		if s.Defines {
			got = append(got, strings.Join(strings.Fields(Plain(s.HTML))[:2], " "))
		}
	}
	want := []string{"A bump", "A sum", "Nothing. word"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what explains (-want +got):\n%s", diff)
	}
}

// A figure is seen with the words that speak of it, and the short way passes through
// what a lesson cannot do without.
func TestTheShortWay(t *testing.T) {
	l := &Lesson{Slug: "x",
		Figures: []Figure{{Name: "fit", Title: "A fit."}, {Name: "path", Title: "A path."},
			{Name: "map", Title: "A map."}}}
	text, err := readText(l, "::: teach plan\n1. *One minute.* A.\n2. *Two minutes.* B, in one minute.\n:::\n"+
		"::: figure fit :::\nOf it.\n::: predict p\nWhy?\n- [x] a\n  : b\n:::\n::: figure path :::\n"+
		"Of that, and [of the other](?fit.n=20).\n::: sentence\nSo.\n:::\n"+
		"::: figure map :::\n::: worked\nTwo.\n\n"+strings.Repeat("word ", 90)+"\n\nThree.\n:::\n::: teach\nSay.\n"+
		":::\nAgain.\n\n**Theorem.**\n::: proof\nOne.\n:::\n"+
		"::: break\n- [State](?path.n=20)\n  : Why.\n:::\n::: exercise e\ngoal map/low\n:::\n::: sources\nOurs.\n:::\n")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range text.Screens() {
		way := " "
		if s.Route {
			way = "*"
		}
		got = append(got, way+s.Kind+" "+s.Beside)
		if s.Kind == "worked" && !slices.Equal(said(s), []string{"<p>Say.</p>\n"}) {
			t.Errorf("part %d of the example has the notes %q", s.Part, said(s))
		}
	}
	want := []string{"*title ", "*figure fit", " prose fit", "*predict fit", "*figure path", " prose fit",
		"*sentence path", " figure map",
		"*worked ", "*worked ", "*worked ", "*prose ", " proof ", "*break path", " exercise map", " sources "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("screens (-want +got):\n%s", diff)
	}
	if p := text.Plan(); p != 3*time.Minute {
		t.Errorf("the plan takes %s", p)
	}
}
