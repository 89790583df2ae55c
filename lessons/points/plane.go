package points

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/plots"
)

// A Plane is two classes of points in the plane, with the window they are seen in.
type Plane struct {
	Name string         // in the query
	Key  string         // names these very points, for the memo
	Data engine.Dataset // two inputs; responses −1 and 1
	Window
}

// A planeSource is a choice of two classes.
type planeSource struct {
	value, label string
	make         func(n int, noise float64, rng *rand.Rand) engine.Labelled
	Window
}

var planeSources = []planeSource{
	{"rings", "rings", engine.Rings, Window{-1.6, 1.6, -1.6, 1.6}},
	{"moons", "moons", engine.Moons, Window{-1.6, 2.6, -1.85, 2.35}},
	{"xor", "four quadrants", engine.XOR, Window{-1.6, 1.6, -1.6, 1.6}},
	{"blobs", "two Gaussians", engine.TwoGaussians, Window{-3, 3, -3, 3}},
	{"spiral", "a spiral", engine.Spiral, Window{-1.6, 1.6, -1.6, 1.6}},
	{value: "points", label: "your own points", Window: Window{-2, 2, -2, 2}},
}

// planePoints are a reader's own points of two classes before there are any.
const planePoints = "-1,0,1;-0.5,0.8,1;0.4,1,1;-0.7,-0.8,1;0.2,0.1,-1;1,-0.2,-1;0.6,-1,-1;1.2,0.7,-1"

// InPlane declares the choice of two classes in the plane and what belongs
// to it, as regressionControls does for curves. The data are made once, when first
// asked for.
func InPlane(f *course.Form, open Offer) func() *Plane {
	var options []course.Option
	var made []string
	for _, s := range planeSources {
		options = append(options, course.Option{Value: s.value, Label: s.label})
		if s.make != nil {
			made = append(made, s.value)
		}
	}
	name, n, noise, seed := open.declare(f, Offer{N: 80, Noise: 0.15}, options, made)
	at := slices.IndexFunc(planeSources, func(s planeSource) bool { return s.value == name })
	s := planeSources[at] // Choice lets no other through
	points := Own(f, "points", "points x₁,x₂,c", planePoints, course.When("data", "points"), course.EditedOn(open.Edit), course.Classed)
	own := planeSources[len(planeSources)-1].Window
	own = frame(f, squared(windowOf(points.Input(0), points.Input(1), own)))
	return sync.OnceValue(func() *Plane {
		if s.make == nil {
			return &Plane{name, "plane " + f.Control("points").Value, points, own}
		}
		key := fmt.Sprintf("plane %s n=%d noise=%v seed=%d", name, n, noise, seed)
		l := s.make(n, noise, rand.New(rand.NewPCG(uint64(seed), 0)))
		return &Plane{name, key, l.Against(1), s.Window}
	})
}

// Axes are those of the two inputs.
func (w Window) Axes() (x, y plots.Axis) {
	return plots.Axis{Label: "x₁", Min: w.XMin, Max: w.XMax}, plots.Axis{Label: "x₂", Min: w.YMin, Max: w.YMax}
}

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

// Classes are the points by their response, 1 first, as a picture tells them apart.
func (p *Plane) Classes() []plots.Class {
	classes := []plots.Class{{Name: "class 1"}, {Name: "class −1"}}
	for i, x := range p.Data.X {
		c := &classes[0]
		if p.Data.Y[i] < 0 {
			c = &classes[1]
		}
		c.Points = append(c.Points, plots.Point{X: x[0], Y: x[1]})
		c.Index = append(c.Index, i)
	}
	return classes
}
