package site

import (
	"context"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// races are the races that a reader may have run while waiting, by their lessons: the
// figures that can measure, with as little to do as there is to choose.
var races = sync.OnceValue(func() map[string]string {
	found := map[string]string{}
	for l, f := range coursetest.Figures(lessons.Contents.Open()) {
		least := url.Values{"measure": {"now"}}
		form, _ := f.At(least)
		for _, c := range form.Controls {
			switch {
			case c.Kind == course.Choice && c.Name != "measure":
				least.Set(c.Name, c.Options[0].Value)
			case c.Kind == course.Whole:
				least.Set(c.Name, course.FormatNumber(c.Min))
			}
		}
		if least.Del("measure"); form.Fleeting {
			found[l.Slug] = "/lessons/" + l.Slug + "/" + f.Name + ".json?" + least.Encode()
		}
	}
	return found
})

// A raced is what the tests read of a race's numbers.
type raced struct {
	Description string
	Values      map[string]float64
	Series      map[string][][]float64
}

func readRace(t *testing.T, w *httptest.ResponseRecorder) raced {
	t.Helper()
	r := decoded[raced](t, w)
	same(t, "a race", w.Code, http.StatusOK)
	same(t, "Cache-Control", w.Header().Get("Cache-Control"), "no-store")
	return r
}

// A race asked for now is run within 300 ms, anew for each request, and no
// answer to it is kept. The shortest of three waits counts: on a busy machine
// something else may take the processor.
func TestARaceIsOfThisMoment(t *testing.T) {
	for name, address := range races() {
		s := quietSite()
		shortest := time.Duration(math.MaxInt64)
		before := ""
		for range 3 {
			start := time.Now()
			w := get(t, s, address+"&measure=now", plain)
			shortest = min(shortest, time.Since(start))
			body := w.Body.String()
			contains(t, name+", alone", strings.ToLower(readRace(t, w).Description), "measured just now")
			if body == before {
				t.Errorf("%s: twice the same times to the last digit", name)
			}
			before = body
		}
		if shortest > 300*time.Millisecond {
			t.Errorf("%s: a reader waits %v", name, shortest)
		}
	}
}

// The ridge race says how far its runs lie apart.
func TestARaceShowsItsSpread(t *testing.T) {
	r := readRace(t, get(t, quietSite(), races()["woodbury"]+"&measure=now", plain))
	if len(r.Series["measured"]) == 0 {
		t.Fatal("nothing was measured")
	}
	for _, row := range r.Series["measured"] {
		d, primal, dual := row[0], row[1], row[2]
		if !(0 < row[3] && row[3] <= primal && primal <= row[4] && 0 < row[5] && row[5] <= dual && dual <= row[6]) {
			t.Errorf("d = %v: medians %v and %v, runs from %v to %v and from %v to %v", d, primal, dual, row[3], row[4],
				row[5], row[6])
		}
	}
}

// While another fit is at work the server shows what it recorded, and says when
// and on what machine.
func TestARaceBesideOthersIsRecorded(t *testing.T) {
	for name, address := range races() {
		s := quietSite()
		leave := holds(t, s, func(context.Context) error { return nil })
		beside := readRace(t, get(t, s, address+"&measure=now", plain))
		leave()
		contains(t, name, beside.Description, "Other readers", "ecorded on 20", "linux/amd64, go1.")
		recorded := jsonAt[raced](t, s, address)
		for value, v := range recorded.Values {
			same(t, name+": "+value+", which is recorded", beside.Values[value], v)
		}
	}
}

// Of races asked for at once each is answered, and says of what day it is.
func TestRacesAtOnce(t *testing.T) {
	s := quietSite()
	answers := make([]*httptest.ResponseRecorder, 8)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = get(t, s, races()["woodbury"]+"&measure=now", plain) })
	}
	all.Wait()
	for _, w := range answers {
		r := readRace(t, w)
		live, recorded := strings.Contains(r.Description, "Measured just now"), strings.Contains(r.Description,
			"ecorded on 20")
		if live == recorded {
			t.Errorf("measured %v, recorded %v: %s", live, recorded, r.Description)
		}
	}
}

// A race ends when its reader leaves, and frees its place.
func TestARaceEndsWithItsReader(t *testing.T) {
	s := quietSite()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", races()["woodbury"]+"&measure=now", nil).WithContext(ctx))
	same(t, "bytes for nobody", w.Body.Len(), 0)
	eventually(t, "its place is free again", func() bool {
		all, _ := s.draws.Loads()
		return all.Taken.Load() == 0
	})
}
