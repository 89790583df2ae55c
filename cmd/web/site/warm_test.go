package site

import (
	"context"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// one is a lesson with a figure that is drawn by draw.
func one(slug string, facts func() course.Facts, draw func()) *course.Lesson {
	return &course.Lesson{Slug: slug, Title: slug, Prose: "There are @{n}.\n\n::: figure fit :::\n", Facts: facts,
		Figures: []course.Figure{{Name: "fit", Build: func(*course.Form) course.Draw {
			return func(context.Context, *course.Memo) (*course.Picture, error) {
				draw()
				return &course.Picture{Description: "Drawn."}, nil
			}
		}}}}
}

func oneFact() course.Facts { return course.Facts{"n": 1} }

// A lesson that panics while it is warmed up is a line in the log and a page that says so;
// the server stays, and the next lesson is warmed up.
func TestAPanicWhileWarmingUp(t *testing.T) {
	drawn, log := 0, &coursetest.Journal{}
	s := siteOf(
		one("facts", func() course.Facts { panic("no facts") }, func() {}),
		one("draws", oneFact, func() { panic("no picture") }),
		one("good", oneFact, func() { drawn++ }),
	)
	s.config.Log = slog.New(slog.NewTextHandler(log, nil))
	s.Warm(t.Context())
	contains(t, "the log", log.String(), "lesson=facts", "no facts", "lesson=draws", "no picture")
	same(t, "lessons that are drawn after a panic", drawn, 1)
	for slug, want := range map[string]int{"facts": http.StatusInternalServerError,
		"draws": http.StatusInternalServerError, "good": http.StatusOK} {
		answers(t, s, want, "/lessons/"+slug)
	}
}

// While a reader waits for a page no lesson is warmed up, and then it is.
func TestWhoAsksGoesBeforeWarmingUp(t *testing.T) {
	warmed, began, goOn, answered := 0, make(chan bool), make(chan bool), make(chan int)
	s := siteOf(
		one("other", oneFact, func() { warmed++ }),
		one("asked", oneFact, func() { began <- true; <-goOn }),
	)
	go func() { answered <- get(t, s, "/lessons/asked", plain).Code }()
	<-began
	ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	s.Warm(ctx)
	same(t, "lessons warmed up while a reader waits for another", warmed, 0)
	close(goOn)
	same(t, "the page that was asked for", <-answered, http.StatusOK)
	s.Warm(t.Context())
	same(t, "lessons warmed up afterwards", warmed, 1)
}
