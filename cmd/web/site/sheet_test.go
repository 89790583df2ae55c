package site

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/plots"
	"github.com/gramophone-course/gramophone/views"
)

var (
	sheetSize = regexp.MustCompile(`^<svg [^>]*? width="([0-9.]+)" height="([0-9.]+)"`)
	typeSize  = regexp.MustCompile(` font-size="([0-9.]+)"`)
)

// A filed figure is what is measured of a figure as a file: the part of it that its main panels cover, and the least
// type and the width, in px.
type filed struct{ lead, label, width float64 }

// measured is the sheet of a figure as it opens.
func measured(l *course.Lesson, f *course.Figure) (filed, error) {
	form, draw := f.At(nil)
	picture, err := draw(context.Background(), course.NewMemo(64<<20))
	if err != nil {
		return filed{}, err
	}
	columns := views.Figure{Lesson: l, Figure: f, Form: form, Picture: picture}.Sheet()
	var b bytes.Buffer
	if err := plots.WriteSVG(&b, f.Title, "", columns); err != nil {
		return filed{}, err
	}
	size := sheetSize.FindSubmatch(b.Bytes())
	if size == nil {
		return filed{}, fmt.Errorf("no size in %.100q", b.String())
	}
	number := func(b []byte) float64 { return course.Must(strconv.ParseFloat(string(b), 64)) }
	s := filed{label: math.Inf(1), width: number(size[1])}
	panels := slices.Concat(columns...)
	for i, p := range panels {
		if p.Lead || i == 0 {
			w, h := p.Size()
			s.lead += w * h / s.width / number(size[2])
		}
	}
	for _, found := range typeSize.FindAllSubmatch(b.Bytes(), -1) {
		s.label = min(s.label, number(found[1]))
	}
	return s, nil
}

// A figure as a picture, a page of PDF and in a card of a link has its panels in the shapes of its page: the main
// ones large, beside the others, and type as large as on the page.
func TestSheets(t *testing.T) {
	const least, median, label, widest = 0.45, 0.55, 12, 1500
	var leads []float64
	for l, f := range coursetest.Figures(lessonsAsked()) {
		s, err := measured(l, f)
		if err != nil {
			t.Errorf("%s/%s: %v", l.Slug, f.Name, err)
			continue
		}
		t.Logf("%s/%s: main panels %.2f of the sheet, type %g px, %g px wide", l.Slug, f.Name, s.lead, s.label,
			s.width)
		if leads = append(leads, s.lead); s.lead < least || s.label < label || s.width > widest {
			t.Errorf("%s/%s: main panels %.2f of the sheet, not %g; type %g px, not %d; %g px wide, not %d at most",
				l.Slug, f.Name, s.lead, least, s.label, label, s.width, widest)
		}
	}
	if slices.Sort(leads); len(lessonsAsked()) == len(lessons.Contents.Open()) && leads[len(leads)/2] < median {
		t.Errorf("the median main panel covers %.2f of its sheet, not %g", leads[len(leads)/2], median)
	}
}
