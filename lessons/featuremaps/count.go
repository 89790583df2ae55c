package featuremaps

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// Bounds of what is counted: below 2⁵³, so that every count is exact.
const (
	maxCountInputs = 100
	maxCountDegree = 12
)

// countRows is how many points the size of Φ is told for.
const countRows = 1000

// gigabyte is how many float64 fill a gigabyte.
const gigabyte = 1e9 / 8

// A count is how many monomials of p inputs there are.
type count struct {
	p, q              int
	degrees, all, top []float64 // each degree, how many there are up to it, and how many of it
}

var buildCount = course.Steps(func(f *course.Form) course.Work {
	return &count{
		p: f.Int("p", "inputs p", 4, 2, maxCountInputs),
		q: f.Int("q", "degree q", 3, 0, maxCountDegree, course.Term("degree")),
	}
})

func (r *count) Compute(context.Context, *course.Memo) error {
	r.degrees, r.all, r.top = nil, featuresByDegree(r.p), nil
	for k, d := range r.all {
		if k > 0 {
			d -= r.all[k-1]
		}
		r.degrees, r.top = append(r.degrees, float64(k)), append(r.top, d)
	}
	return nil
}

// featuresByDegree are the numbers of monomials of p inputs up to each degree.
func featuresByDegree(p int) (all []float64) {
	for k := range maxCountDegree + 1 {
		all = append(all, exactly(engine.CountFeatures(p, k)))
	}
	return all
}

// d is the number of features, and theta and phi what it takes to store θ and Φ, in bytes.
func (r *count) d() float64     { return r.all[r.q] }
func (r *count) theta() float64 { return 8 * r.d() }
func (r *count) phi() float64   { return countRows * r.theta() }

func (r *count) Show(f *course.Form) *course.Picture {
	title := "All of them, by degree"
	if r.d() > listed {
		title = "The first of them, by degree"
	}
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "count-list", Title: title, Width: course.Half, Height: 400,
				Plot: plots.Tiles{Shelves: shelvesOf(r.p, r.q, r.top)}}},
			{{ID: "count-growth", Title: "How many, by degree", Width: course.Half, Height: 400, Plot: r.growth()}},
		},
		Numbers: r.numbers(),
		Says:    r.says(),
		Series:  []course.Series{course.Table("counts", "degree terms features", r.degrees, r.top, r.all)},
		Goals:   []course.Goal{r.goal()},
		Code:    programs.Code("count", f, course.Values{"N": countRows}),
	}
}

// growth is the number of features against the degree, beside that of the most inputs.
func (r *count) growth() plots.Curves {
	level := func(name string, at float64, dots bool) plots.Line {
		return plots.Line{Name: name, Xs: []float64{0, maxCountDegree}, Ys: []float64{at, at}, Color: plots.Soft,
			Width: 1.4, Dash: !dots, Dots: dots}
	}
	var lines []plots.Line
	if r.p != maxCountInputs {
		lines = append(lines, plots.Line{Name: fmt.Sprintf("p = %d", maxCountInputs), Xs: r.degrees,
			Ys: featuresByDegree(maxCountInputs), Color: plots.Accent, Width: 1.4, Class: "most"})
	}
	return plots.Curves{
		X: plots.Axis{Label: "degree q", Min: 0, Max: maxCountDegree},
		Y: plots.Axis{Label: "features d", Min: 1, Max: 1e16, Log: true},
		Lines: append(lines,
			level("1000 points", countRows, true),
			level("θ fills 1 GB", gigabyte, false),
			plots.Line{Name: fmt.Sprintf("p = %d", r.p), Xs: r.degrees, Ys: r.all, Color: plots.Curve, Width: 2.6,
				Class: "curve"}),
		VLines:  []plots.Mark{{At: float64(r.q), Name: fmt.Sprintf("q = %d", r.q), Dash: true, Class: "t-degree"}},
		Markers: []plots.Marker{{X: float64(r.q), Y: r.d(), Name: "", Color: plots.Curve}},
		Legend:  true,
	}
}

func (r *count) numbers() []course.Number {
	return []course.Number{
		{Name: "features", Label: "features d", Value: r.d(), Whole: true,
			Means: "How many features each point has, and so how many coefficients θ has."},
		{Name: "theta_bytes", Label: "to store θ, or one row of Φ", Value: r.theta(), Unit: "bytes", Whole: true,
			Means: "Eight bytes for each number."},
		{Name: "phi_bytes", Label: fmt.Sprintf("to store Φ of %d points", countRows), Value: r.phi(), Unit: "bytes",
			Whole: true, Means: "A row of Φ for every point."},
		{Name: "top_terms", Label: fmt.Sprintf("of them of degree %d", r.q), Value: r.top[r.q], Whole: true,
			Means: "How many of the features multiply as many inputs as the degree says."},
		{Name: "log10_features", Label: "log₁₀ d", Value: math.Log10(r.d())},
	}
}

// What the picture shows.
const (
	saysMonomials = "The monomials of {p} inputs up to degree {q} are {features}, and {top_terms} " +
		"of them have degree {q}."
	saysConstant = "Of {p} inputs there is one monomial of degree 0, the constant."
)

func (r *count) says() []course.Said {
	if r.q == 0 {
		return []course.Said{course.Say(saysConstant, r.p)}
	}
	return []course.Said{course.Say(saysMonomials, r.p, r.q, int(r.d()), int(r.top[r.q]), r.q)}
}

func (r *count) goal() course.Goal {
	phi, but := course.Memory(r.phi()), ""
	if r.q != 4 {
		but = fmt.Sprintf("at degree %d", r.q)
	}
	return course.Goal{
		Name: "memory", At: "p=80&q=4", Now: course.Plural(r.p, "input") + ", " + phi, But: but,
		Reached: but == "" && fits(r.p, r.q) && (r.p == maxCountInputs || !fits(r.p+1, r.q)),
		Text: fmt.Sprintf("Goal reached: with %d inputs Φ of %d points takes %s, and with one "+
			"input more it does not fit.",
			r.p, countRows, phi),
	}
}

// fits reports whether Φ of countRows points fits into 16 GB.
func fits(p, q int) bool { return 8*countRows*exactly(engine.CountFeatures(p, q)) <= 16e9 }

// exactly is a count below 2⁵³.
func exactly(n *big.Int) float64 {
	v, accuracy := new(big.Float).SetInt(n).Float64()
	if accuracy != big.Exact {
		panic("featuremaps: a count is not exact")
	}
	return v
}

// listed is how many monomials are all written out; of more, the first of every
// degree are.
const listed, listedFirst = 150, 6

// shelvesOf are the monomials of p inputs by degree, top[k] of degree k.
func shelvesOf(p, q int, top []float64) []plots.Shelf {
	all := 0.0
	for _, n := range top[:q+1] {
		all += n
	}
	var shelves []plots.Shelf
	for k, n := range top[:q+1] {
		most := listed
		if all > listed {
			most = listedFirst
		}
		shelves = append(shelves, plots.Shelf{Name: fmt.Sprintf("degree %d", k), Labels: monomials(p, k, most),
			Count: int(n)})
	}
	return shelves
}

// monomials writes those of p inputs of degree exactly k, at most most of them, in
// the order x₁², x₁x₂, …, x₂², ….
func monomials(p, k, most int) []string {
	var names []string
	exponents := make([]int, p)
	var from func(i, left int)
	from = func(i, left int) {
		if len(names) == most {
			return
		}
		if left == 0 || i == p-1 {
			exponents[i] += left
			names = append(names, engine.Monomial{Exponents: exponents}.String())
			exponents[i] -= left
			return
		}
		for e := left; e >= 0; e-- {
			exponents[i] = e
			from(i+1, left-e)
		}
		exponents[i] = 0
	}
	from(0, k)
	return names
}
