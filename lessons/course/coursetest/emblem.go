package coursetest

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// bold holds that the lesson's emblem, and that of the course where it has it, show what they draw,
// and boldly.
func bold(t *testing.T, l *course.Lesson) {
	if l.Emblem.Draw == nil {
		t.Errorf("%s: the lesson has no Emblem", ofLesson())
		return
	}
	emblem, err := l.DrawEmblem(t.Context(), memo)
	if err != nil {
		t.Fatal(err)
	}
	if fault := thin(string(emblem.AppendSVG(nil))); fault != "" {
		t.Errorf("%s: the emblem has %s", inCode("course.Emblem{"), fault)
	}
	emblems := []plots.Emblem{emblem}
	if l.Home != nil {
		_, opens := Draw(t, l, l.Home.Figure, "")
		emblems = append(emblems, l.Home.Emblem(opens))
	}
	for k, emblem := range emblems {
		for i, pane := range emblem {
			if _, fault := lost(pane); fault != "" {
				t.Errorf("%s: emblem %d, pane %d: %s", inCode("course.Emblem{"), k+1, i+1, fault)
			}
		}
	}
}

// Marks and lines of a small picture: more and thinner ones are none at that size.
const (
	mostMarks   = 40
	mostLetters = 12  // of two words that are what it is of
	leastLine   = 1.6 // px, but of frames
)

var (
	dots   = regexp.MustCompile(`<path class="dots"[^>]* d="([^"]*)"`)
	stroke = regexp.MustCompile(`<path[^>]* stroke="var\((--[a-z0-9-]*)\)"(?: ` +
		`(?:stroke-)?opacity="[^"]*")?(?: stroke-width="([0-9.]*)")?`)
)

// thin is why a small picture is not bold; "" if it is. It is of something, of few marks, of no line
// that is thin at that size but for frames, and of no more letters than two words have.
func thin(svg string) string {
	marks := 0
	for _, m := range dots.FindAllStringSubmatch(svg, -1) {
		marks += strings.Count(m[1], "h0") + strings.Count(m[1], "z")
	}
	lines := stroke.FindAllStringSubmatch(svg, -1)
	for _, m := range lines {
		if width, _ := strconv.ParseFloat(cmp.Or(m[2], "1"), 64); width < leastLine && m[1] != "--line" {
			return fmt.Sprintf("a line of %v px in %s", width, m[1])
		}
	}
	switch {
	case marks > mostMarks:
		return fmt.Sprintf("%d marks, more than %d", marks, mostMarks)
	case marks+len(lines)+strings.Count(svg, "<path")+strings.Count(svg, "<image") == 0:
		return "nothing drawn"
	case strings.Count(svg, "<text") > mostLetters:
		return fmt.Sprintf("%d letters, more than %d", strings.Count(svg, "<text"), mostLetters)
	case strings.Contains(svg, "NaN"):
		return "a place that is no number"
	}
	return ""
}

// lost is how many points of marks and strokes stand between a pane's left and right edge, and
// what is wrong with them: of one kind a quarter or more is above or below, or all are in a strip.
func lost(pane plots.Pane) (n int, fault string) {
	least, most := math.Inf(1), math.Inf(-1)
	for i, part := range pane.Parts {
		var xs, ys []float64
		switch v := part.(type) {
		case plots.Dots:
			xs, ys = v.Xs, v.Ys
		case plots.Stroke:
			xs, ys = v.Xs, v.Ys
		}
		between, in := 0, 0
		for k, y := range ys {
			if xs[k] < pane.X.Min || xs[k] > pane.X.Max {
				continue
			}
			if between++; y >= pane.Y.Min && y <= pane.Y.Max {
				in++
				least, most = min(least, y), max(most, y)
			}
		}
		if n += between; 4*in < 3*between {
			return n, fmt.Sprintf("of part %d (%T) %d of %d points are in sight", i+1, part, in, between)
		}
	}
	if share := (most - least) / (pane.Y.Max - pane.Y.Min); n > 0 && share < 0.4 {
		return n, fmt.Sprintf("all is within %.0f %% of the height", 100*share)
	}
	return n, ""
}
