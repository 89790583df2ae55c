package views

import (
	"math"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/reference"
	"github.com/gramophone-course/gramophone/plots"
)

// The picture of a card is drawn as large as it is shown, on a phone too, so that its type keeps its size, px.
const erratumWide, erratumHigh = 340, 260

// OfErratum is a panel as the picture of a card.
func OfErratum(p plots.Panel) plots.Panel {
	_, h := p.Size()
	_, body := p.Body()
	p.Class = ""
	return p.Shaped(erratumWide, math.Round(erratumHigh-(h-body)))
}

// figureOf is the plain title of the figure that shows what a card is about.
func figureOf(site Site, e reference.Erratum) (title string, ok bool) {
	if e.State == nil {
		return "", false
	}
	l, ok := site.Course.Lookup(e.State.Lesson)
	if !ok {
		return "", false
	}
	f, ok := l.Figure(e.State.Figure)
	if !ok {
		return "", false
	}
	return course.Plain(course.Inline(f.Title)), true
}
