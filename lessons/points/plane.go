package points

import (
	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// A Plane is two classes of points in the plane, for methods that want responses of
// ±1.
type Plane struct {
	*Labelled
	Data engine.Dataset // of Labelled.Data: the two inputs, and −1 and 1 for the labels 0 and 1
}

// InPlane is [OfClasses] where there are two inputs and two classes: of what is
// offered, real data are left out.
func InPlane(f *course.Form, open Offer) func() *Plane {
	var of []string
	for _, s := range labelledSources {
		if s.real == nil && open.offers(f, s.value) {
			of = append(of, s.value)
		}
	}
	open.Of = of
	load := OfClasses(f, open)
	return func() *Plane { return load().InPlane() }
}

// InPlane are the points, of two inputs and two classes.
func (l *Labelled) InPlane() *Plane { return &Plane{l, l.Data.Against(1)} }

// squared widens the narrower side of a window, evenly to both sides, so that in a
// square frame both axes have one scale.
func squared(w Window) Window {
	more := (w.XMax - w.XMin) - (w.YMax - w.YMin)
	if more < 0 {
		w.XMin, w.XMax = course.Round(w.XMin+more/2, 12), course.Round(w.XMax-more/2, 12)
	} else {
		w.YMin, w.YMax = course.Round(w.YMin-more/2, 12), course.Round(w.YMax+more/2, 12)
	}
	return w
}

// Dots are the two classes, 1 first, as a picture tells them apart.
func (p *Plane) Dots() []plots.Class { return p.ByClass(p.Column(0), p.Column(1)) }
