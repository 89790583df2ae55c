package lessons

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/plots"
)

// The lessons without a film, and why.
var noFilm = map[string]string{
	"woodbury":       "its proof is one already, step by step, where the figure stands",
	"kernel-trick":   "its axes grow with what it counts",
	"psd-kernels":    "whether a similarity is a kernel is decided by one witness, and not on the way there",
	"finding-gold":   "its maps are too small beside each other",
	"string-kernels": "its tables do not move",
}

// Every lesson has a film or a reason. A film lasts half a minute to a minute, and is no larger than a
// page may be; its sentences fit their line; what moves changes the picture, between axes that stay.
func TestFilms(t *testing.T) {
	memo := course.NewMemo(128 << 20)
	for _, l := range coursetest.Asked(Contents.Open()) {
		t.Run(l.Slug, func(t *testing.T) {
			if _, none := noFilm[l.Slug]; none != (l.Film == nil) {
				t.Fatal("a lesson has a film, or says here why it has none")
			}
			if l.Film == nil {
				return
			}
			checkFilm(t, l, course.Must(l.DrawFilm(context.Background(), memo)))
		})
	}
}

// wrong is what no film holds; images in it may spell anything.
var wrong = regexp.MustCompile(`[^A-Za-z0-9+/]NaN|style=|<script`)

func checkFilm(t *testing.T, l *course.Lesson, film plots.Film) {
	length := film.Length()
	if length < 25 || length > 60 {
		t.Errorf("it lasts %.0f s, want 25 to 60", length)
	}
	if d := l.FilmLength() - time.Duration(length*float64(time.Second)); d.Abs() > time.Millisecond {
		t.Errorf("said to last %v, and lasts %.2f s", l.FilmLength(), length)
	}
	for i, s := range film.Shots {
		if !plots.FitsFilm(s.Says) {
			t.Errorf("%q does not fit its line", s.Says)
		}
		if n := len(s.Frames); n > course.ShotFrames {
			t.Errorf("shot %d has %d frames", i+1, n)
		}
		checkShot(t, s)
	}
	var b bytes.Buffer
	if err := film.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 1_000_000 {
		t.Errorf("it has %d bytes", b.Len())
	}
	if wrong.Match(b.Bytes()) {
		t.Error("it holds a NaN, or a style that no page of ours allows")
	}
	for d := xml.NewDecoder(&b); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// checkShot looks at what moves, and at the axes.
func checkShot(t *testing.T, s plots.Shot) {
	drawn := map[string]bool{}
	for i, f := range s.Frames {
		one := plots.Shot{Frames: []plots.Frame{{Panels: f.Panels}}}
		drawn[string(plots.Film{Shots: []plots.Shot{one}}.AppendSVG(nil))] = true
		for j, p := range f.Panels {
			x, y, _ := p.Axes()
			x0, y0, _ := s.Frames[0].Panels[j].Axes()
			if x.Min != x0.Min || x.Max != x0.Max || y.Min != y0.Min || y.Max != y0.Max {
				t.Errorf("%q: the axes of %s are others in frame %d", s.Says, p.ID, i+1)
			}
		}
	}
	if n := len(s.Frames); n > 1 && len(drawn) < n/2 {
		t.Errorf("%q: of %d frames %d differ", s.Says, n, len(drawn))
	}
}

// What an author gets wrong is said.
func TestFilmSlips(t *testing.T) {
	l, _ := Contents.Lookup("bandwidth")
	for says, shot := range map[string]course.Shot{
		`no figure "no"`:             {State: "no?bandwidth=1"},
		`no panel "no"`:              {State: "fit", Panels: "no"},
		`no control "no"`:            {State: "fit", Moves: "no", To: "1"},
		`"data" has no slider`:       {State: "fit", Moves: "data", To: "sine"},
		`"bandwidth" does not move`:  {State: "fit?bandwidth=1", Moves: "bandwidth", To: "1"},
		"bandwidth: 1e9 is above":    {State: "fit", Moves: "bandwidth", To: "1e9"},
		"bandwidth: “x” is not a nu": {State: "fit?bandwidth=x"},
	} {
		bad := &course.Lesson{Slug: l.Slug, Figures: l.Figures, Film: []course.Shot{shot}}
		if _, err := bad.DrawFilm(context.Background(), course.NewMemo(1<<20)); err == nil ||
			!strings.Contains(err.Error(), says) {
			t.Errorf("error %v, want %q", err, says)
		}
	}
	if draft := (&course.Lesson{Draft: true, Figures: l.Figures, Film: l.Film}); draft.FilmLength() != 0 {
		t.Error("a draft’s film is shown")
	}
}
