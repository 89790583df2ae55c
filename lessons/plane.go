package lessons

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"gramophone/engine"
	"gramophone/plots"
)

// A plane is two classes of points in the plane, with the window they are seen in.
type plane struct {
	name string         // in the query
	key  string         // names these very points, for the memo
	data engine.Dataset // two inputs; responses −1 and 1
	window
}

// A planeSource is a choice of two classes.
type planeSource struct {
	value, label string
	make         func(n int, noise float64, rng *rand.Rand) engine.Labelled
	window
}

var planeSources = []planeSource{
	{"rings", "rings", engine.Rings, window{-1.6, 1.6, -1.6, 1.6}},
	{"moons", "moons", engine.Moons, window{-1.6, 2.6, -1.85, 2.35}},
	{"xor", "four quadrants", engine.XOR, window{-1.6, 1.6, -1.6, 1.6}},
	{"blobs", "two Gaussians", engine.TwoGaussians, window{-3, 3, -3, 3}},
	{"spiral", "a spiral", engine.Spiral, window{-1.6, 1.6, -1.6, 1.6}},
	{value: "points", label: "your own points", window: window{-2, 2, -2, 2}},
}

// planePoints are a reader's own points of two classes before there are any.
const planePoints = "-1,0,1;-0.5,0.8,1;0.4,1,1;-0.7,-0.8,1;0.2,0.1,-1;1,-0.2,-1;0.6,-1,-1;1.2,0.7,-1"

// planeControls declares the choice of two classes in the plane and what belongs
// to it, as regressionControls does for curves. The data are made once, when first
// asked for.
func planeControls(f *Form, open sample) func() *plane {
	var options []Option
	var made []string
	for _, s := range planeSources {
		options = append(options, Option{Value: s.value, Label: s.label})
		if s.make != nil {
			made = append(made, s.value)
		}
	}
	name, n, noise, seed := open.declare(f, sample{n: 80, noise: 0.15}, options, made)
	at := slices.IndexFunc(planeSources, func(s planeSource) bool { return s.value == name })
	s := planeSources[at] // Choice lets no other through
	points := OwnPoints(f, "points", "points x₁,x₂,c", planePoints, When("data", "points"), EditedOn(open.edit), Classed)
	own := planeSources[len(planeSources)-1].window
	own = frame(f, squared(windowOf(points.Input(0), points.Input(1), own)))
	return sync.OnceValue(func() *plane {
		if s.make == nil {
			return &plane{name, "plane " + f.Control("points").Value, points, own}
		}
		key := fmt.Sprintf("plane %s n=%d noise=%v seed=%d", name, n, noise, seed)
		l := s.make(n, noise, rand.New(rand.NewPCG(uint64(seed), 0)))
		return &plane{name, key, l.Against(1), s.window}
	})
}

// axes are those of the two inputs.
func (w window) axes() (x, y plots.Axis) {
	return plots.Axis{Label: "x₁", Min: w.xlo, Max: w.xhi}, plots.Axis{Label: "x₂", Min: w.ylo, Max: w.yhi}
}

// squared widens the narrower side of a window, evenly to both sides, so that in a
// square frame both axes have one scale.
func squared(w window) window {
	more := (w.xhi - w.xlo) - (w.yhi - w.ylo)
	if more < 0 {
		w.xlo, w.xhi = round(w.xlo+more/2, 12), round(w.xhi-more/2, 12)
	} else {
		w.ylo, w.yhi = round(w.ylo-more/2, 12), round(w.yhi+more/2, 12)
	}
	return w
}

// classes are the points by their response, 1 first, as a picture tells them apart.
func (p *plane) classes() []plots.Class {
	classes := []plots.Class{{Name: "class 1"}, {Name: "class −1"}}
	for i, x := range p.data.X {
		c := &classes[0]
		if p.data.Y[i] < 0 {
			c = &classes[1]
		}
		c.Points = append(c.Points, plots.Point{X: x[0], Y: x[1]})
		c.Index = append(c.Index, i)
	}
	return classes
}
