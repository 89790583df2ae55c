package featuremaps

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/plots"
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

func buildCount(f *course.Form) course.Draw {
	p := f.Int("p", "inputs p", 4, 2, maxCountInputs)
	q := f.Int("q", "degree q", 3, 0, maxCountDegree, course.Term("degree"))
	return func(context.Context, *course.Memo) (*course.Picture, error) {
		var degrees, all, top []float64
		for k := range maxCountDegree + 1 {
			d := exactly(engine.CountFeatures(p, k))
			degrees, all = append(degrees, float64(k)), append(all, d)
			if k > 0 {
				d -= all[k-1]
			}
			top = append(top, d)
		}
		d := all[q]
		title := "All of them, by degree"
		shelves := shelvesOf(p, q, top)
		if d > listed {
			title = "The first of them, by degree"
		}
		var lines []plots.Line
		if p != maxCountInputs {
			most := plots.Line{Name: fmt.Sprintf("p = %d", maxCountInputs), Color: plots.Accent, Width: 1.4, Class: "most"}
			for k := range maxCountDegree + 1 {
				most.Xs, most.Ys = append(most.Xs, float64(k)), append(most.Ys, exactly(engine.CountFeatures(maxCountInputs, k)))
			}
			lines = append(lines, most)
		}
		level := func(name string, at float64, dots bool) plots.Line {
			return plots.Line{Name: name, Xs: []float64{0, maxCountDegree}, Ys: []float64{at, at}, Color: plots.Soft, Width: 1.4, Dash: !dots, Dots: dots}
		}
		return &course.Picture{
			Columns: [][]plots.Panel{
				{{ID: "count-list", Title: title, Width: course.Half, Height: 400, Plot: plots.Tiles{Shelves: shelves}}},
				{{ID: "count-growth", Title: "How many, by degree", Width: course.Half, Height: 400, Plot: plots.Curves{
					X: plots.Axis{Label: "degree q", Min: 0, Max: maxCountDegree},
					Y: plots.Axis{Label: "features d", Min: 1, Max: 1e16, Log: true},
					Lines: append(lines,
						level("1000 points", countRows, true),
						level("θ fills 1 GB", gigabyte, false),
						plots.Line{Name: fmt.Sprintf("p = %d", p), Xs: degrees, Ys: all, Color: plots.Curve, Width: 2.6, Class: "curve"}),
					VLines:  []plots.Mark{{At: float64(q), Name: fmt.Sprintf("q = %d", q), Dash: true, Class: "t-degree"}},
					Markers: []plots.Marker{{X: float64(q), Y: d, Name: "", Color: plots.Curve}},
					Legend:  true,
				}}},
			},
			Numbers: []course.Number{
				{Name: "features", Label: "features d", Means: "How many features each point has, and so how many coefficients θ has.", Value: d, Whole: true},
				{Name: "theta_bytes", Label: "to store θ, or one row of Φ", Means: "Eight bytes for each number.", Value: 8 * d, Unit: "bytes", Whole: true},
				{Name: "phi_bytes", Label: fmt.Sprintf("to store Φ of %d points", countRows), Means: "A row of Φ for every point.", Value: 8 * d * countRows, Unit: "bytes", Whole: true},
				{Name: "top_terms", Label: fmt.Sprintf("of them of degree %d", q), Means: "How many of the features multiply as many inputs as the degree says.", Value: top[q], Whole: true},
				{Name: "log10_features", Label: "log₁₀ d", Value: math.Log10(d)},
			},
			Description: describeCount(p, q, d, top[q]),
			Series:      []course.Series{course.Table("counts", "degree terms features", degrees, top, all)},
			Goals: []course.Goal{
				{Name: "memory", At: "p=80&q=4", Now: fmt.Sprintf("%s: %s, degree %d", course.Memory(8*d*countRows), course.Plural(p, "input"), q), Reached: q == 4 && fits(p, q) && (p == maxCountInputs || !fits(p+1, q)), Text: fmt.Sprintf("Goal reached: with %d inputs Φ of %d points takes %s, and with one input more it does not fit.", p, countRows, course.Memory(8*d*countRows))},
			},
			Code: programs.Code("count", f, course.Values{"N": countRows}),
		}, nil
	}
}

// describeCount says how many monomials of p inputs there are, d, of them top of degree
// q, and what they take.
func describeCount(p, q int, d, top float64) string {
	s := fmt.Sprintf("The monomials of %d inputs up to degree %d are %s, and %s of them have degree %d.", p, q, course.Count(d), course.Count(top), q)
	if q == 0 {
		s = fmt.Sprintf("Of %d inputs there is one monomial of degree 0, the constant.", p)
	}
	return s + fmt.Sprintf(" θ takes %s, and Φ of %d points %s.", course.Memory(8*d), countRows, course.Memory(8*d*countRows))
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
		shelves = append(shelves, plots.Shelf{Name: fmt.Sprintf("degree %d", k), Labels: monomials(p, k, most), Count: int(n)})
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
