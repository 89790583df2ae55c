package points

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/own"
	"github.com/gramophone-course/gramophone/plots"
)

// A Free is points of the plane that are of no class and have no response.
type Free struct {
	Name   string // in the query
	X      [][]float64
	Inputs []Input
	Window
}

// A freeSource is a choice of such points.
type freeSource struct {
	value, label string
	made         func(n, seed int) [][]float64
	inputs       []Input
	Window       // that of one's own points before they need another
}

var freeSources = []freeSource{
	{"points", "your own points", nil, plane, Window{-2, 2, -2, 2}},
	{"clock", "hours on a clock", func(n, _ int) [][]float64 { return around12(n) }, plane,
		Window{-1.6, 1.6, -1.6, 1.6}},
	{"line", "evenly on a line", func(n, _ int) [][]float64 { return onLine(n) }, plane, Window{-2.4, 2.4, -2.4, 2.4}},
	{"cloud", "at random", cloud, plane, Window{-4, 4, -4, 4}},
	{"irises", "irises", nil,
		inputs("", "petal length, standardised", "sepal width, standardised"), Window{-4, 4, -4, 4}},
}

// around12 are n places evenly on the circle, the first where a clock has twelve, and on
// as its hands go.
func around12(n int) [][]float64 {
	x := make([][]float64, n)
	for i := range x {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		x[i] = []float64{tidy(sin), tidy(cos)}
	}
	return x
}

// tidy is v without what the rounding of a sine leaves where it is zero.
func tidy(v float64) float64 { return math.Round(v*1e15)/1e15 + 0 }

// onLine are n places evenly from −2 to 2.
func onLine(n int) [][]float64 {
	x := make([][]float64, n)
	for i := range x {
		x[i] = []float64{-2, 0}
		if n > 1 {
			x[i][0] = course.Round(-2+4*float64(i)/float64(n-1), 12) + 0
		}
	}
	return x
}

// cloud are n normal points.
func cloud(n, seed int) [][]float64 {
	rng := rand.New(rand.NewPCG(uint64(seed), 0))
	x := make([][]float64, n)
	for i := range x {
		x[i] = []float64{rng.NormFloat64(), rng.NormFloat64()}
	}
	return x
}

// flowers are the irises by the length of their petals and the width of their sepals.
var flowers = sync.OnceValue(func() [][]float64 {
	var x [][]float64
	for _, v := range data.Iris().X {
		x = append(x, []float64{v[2], v[1]})
	}
	return engine.Standardize(x).Apply(x)
})

// OfNoClass declares the choice of points in the plane that are of no class, and what
// belongs to it: one's own, evenly on a circle or a line, at random, and irises. Of what
// is made there are Offer.N, or 12.
func OfNoClass(f *course.Form, open Offer) func() *Free {
	var options []course.Option
	var made, random []string
	for _, s := range freeSources {
		if !open.offers(f, s.value) {
			continue
		}
		options = append(options, course.Option{Value: s.value, Label: s.label})
		if s.made != nil {
			made = append(made, s.value)
		}
	}
	if open.offers(f, "cloud") {
		random = append(random, "cloud")
	}
	rows := open.yours(f, use{flat: true, most: mostPlain}, &options)
	name := f.Choice("data", "points", open.Data, options)
	f.Control("data").Tables = open.takesTables(f)
	n := f.Int("n", "how many n", cmp.Or(open.N, 12), 1, course.MaxPoints, course.When("data", made...), course.Every)
	seed := f.Int("seed", "seed", cmp.Or(open.Seed, 1), 1, 999, course.More, course.When("data", random...))
	// Choice lets no other through, but for what yours has offered
	at := max(0, slices.IndexFunc(freeSources, func(s freeSource) bool { return s.value == name }))
	s := freeSources[at]
	mine := Own(f, "points", "points x₁,x₂;x₁,x₂", cmp.Or(open.Own, "-1,0;0.5,1;1.2,-0.6;-0.4,-1.3"),
		course.When("data", "points"), course.EditedOn(open.Edit))
	seen := frame(f, squared(windowOf(mine.Input(0), mine.Y, freeSources[0].Window)))
	return sync.OnceValue(func() *Free {
		p := &Free{Name: name, Inputs: s.inputs, Window: s.Window}
		if own.IsRef(name) {
			mine := own.ReadRows(rows)
			return &Free{Name: yours, X: mine.X, Inputs: yourInputs(mine), Window: yourWindow(mine.X, true)}
		}
		switch name {
		case "points":
			p.Window = seen
			for i := range mine.Y {
				p.X = append(p.X, []float64{mine.X[i][0], mine.Y[i]})
			}
		case "irises":
			p.X = flowers()
		default:
			p.X = s.made(n, seed)
		}
		return p
	})
}

// Axes are those of the plane, named after the inputs.
func (p *Free) Axes() (x, y plots.Axis) {
	return plots.Axis{Label: course.WithUnit(p.Inputs[0].Name, p.Inputs[0].Unit), Min: p.XMin, Max: p.XMax},
		plots.Axis{Label: course.WithUnit(p.Inputs[1].Name, p.Inputs[1].Unit), Min: p.YMin, Max: p.YMax}
}

// Dots are the points, to be drawn.
func (p *Free) Dots() []plots.Point {
	dots := make([]plots.Point, len(p.X))
	for i, x := range p.X {
		dots[i] = plots.Point{X: x[0], Y: x[1]}
	}
	return dots
}
