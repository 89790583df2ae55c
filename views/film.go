package views

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// A FilmPage is a lesson's film.
type FilmPage struct {
	Lesson    *course.Lesson
	Film      plots.Film
	Projected bool // it has the screen to itself
}

// film is the address of a lesson's film, "" where there is none.
func (s Site) film(l *course.Lesson) string {
	if l.FilmLength() == 0 || !s.Has("/lessons/{slug}/film") {
		return ""
	}
	return s.lesson(l) + "/film"
}

// lasts is a film's length in words: "Film, 42 s".
func lasts(length time.Duration) string {
	return fmt.Sprintf("Film, %.0f\u00a0s", length.Seconds())
}

// start is when the shot begins, s, as the page's script reads it.
func (p FilmPage) start(i int) string { return seconds(p.Film.Starts()[i]) }

// lasting is the whole length, s.
func (p FilmPage) lasting() string { return seconds(p.Film.Length()) }

func seconds(v float64) string { return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64) }

// back leads to where the film is of: the lesson, or its first step on the projector.
func (p FilmPage) back(site Site) string {
	if p.Projected {
		return site.lesson(p.Lesson) + "?present=1"
	}
	return site.lesson(p.Lesson)
}
