package mercer

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/data"
)

// named is what the figure calls a point in a sentence.
func named(r *embedding, i int) string {
	if r.Name == "foods" {
		return strings.ReplaceAll(data.FoodNames()[i], ", ", " ")
	}
	return fmt.Sprintf("point %d", i+1)
}

// farthest are the points whose diagonal entries are off by as much as any entry.
func farthest(r *embedding) (at []int) {
	for i := range r.values {
		if is := math.Abs(r.K.At(i, i) - r.rebuilt.At(i, i)); is == r.errors.largest ||
			r.errors.largest > 1e3*r.rounding && r.errors.largest-is <= 2*r.rounding {
			at = append(at, i)
		}
	}
	return at
}

// checkEmbed holds the eigenvalues to the trace, what is rebuilt to the coordinates, and
// the errors to both.
func checkEmbed(t *testing.T, s *coursetest.State, r *embedding) {
	if len(r.values) == 0 {
		return
	}
	n := len(r.values)
	positive := floats.Count(func(v float64) bool { return v > 0 }, r.values)
	negative := floats.Count(func(v float64) bool { return v < 0 }, r.values)
	size := math.Max(r.values[0], -r.values[n-1])
	if r.positive != positive || r.negative != negative || r.kept != min(int(s.Param("kept")), positive) {
		t.Errorf("%d and %d are of a sign, not %d and %d, and %d kept", r.positive, r.negative, positive, negative,
			r.kept)
	}
	for of, m := range map[*mat.SymDense]int{r.K: n, r.rebuilt: r.kept} {
		coursetest.Within(t, floats.Sum(r.values[:m]), mat.Trace(of), 1e-9*size, "the sum of %d eigenvalues", m)
	}
	if r.at != int(s.Param("at"))-1 || r.with != int(s.Param("with"))-1 {
		t.Errorf("pointed at are %d and %d", r.at, r.with)
	}
	largest, none := 0.0, 2*engine.Rounding(n, size)
	for i := range n {
		for j := range n {
			product := floats.Dot(r.coordinates.RawRowView(i)[:r.kept], r.coordinates.RawRowView(j)[:r.kept])
			coursetest.Within(t, r.rebuilt.At(i, j), product, 1e-9*(1+r.rebuilt.At(i, i)+r.rebuilt.At(j, j)),
				"entry %d, %d rebuilt", i, j)
			largest = math.Max(largest, math.Abs(r.K.At(i, j)-r.rebuilt.At(i, j)))
		}
	}
	if largest <= none {
		largest = 0
	}
	coursetest.Within(t, r.errors.largest, largest, 0, "what an entry is off by at most")
}

func TestEmbedSays(t *testing.T) {
	type slots = map[string]func(*embedding) float64
	type words = map[string]func(*embedding) string
	some := func(r *embedding) bool { return len(r.values) > 0 }
	off := func(at func(n int) bool) func(*embedding) bool {
		return func(r *embedding) bool { return some(r) && r.errors.largest > 0 && at(len(farthest(r))) }
	}
	first := words{"point": func(r *embedding) string { return named(r, farthest(r)[0]) }}
	count := slots{
		"count": func(r *embedding) float64 { return float64(len(r.Data.X)) },
		"kept":  func(r *embedding) float64 { return math.Min(float64(r.keep), float64(r.positive)) },
	}
	last := slots{"last": func(r *embedding) float64 { return floats.Min(r.values) }}
	type claim = coursetest.Claim[*embedding]
	coursetest.Says(t, Lesson, "embed", 3,
		[]string{
			"at=3", "kernel=gaussian&at=13&with=14", "data=points&points=1,2,1&at=1&with=1",
			"data=points&points=1,2,1;1,2,1&kernel=gaussian&bandwidth=1", "data=points&points=0,0,1",
			"data=points&points=none", "kernel=gaussian&bandwidth=0.01", "kernel=sigmoid&kept=24",
			"data=points&points=1,0,1;-1,0,1&kernel=min", "data=foods&kernel=polynomial&kept=9",
		},
		checkEmbed,
		claim{Text: saysNoPoints, When: func(r *embedding) bool { return !some(r) }},
		claim{Text: saysKept, Slots: count, When: func(r *embedding) bool { return r.positive > 0 }},
		claim{Text: saysNone, Slots: count, When: func(r *embedding) bool { return some(r) && r.positive == 0 }},
		claim{Text: saysRebuilt, When: func(r *embedding) bool { return some(r) && r.errors.largest == 0 }},
		claim{Text: saysAtOne, Words: first, When: off(func(n int) bool { return n == 1 })},
		claim{Text: saysAtMore, Words: first, When: off(func(n int) bool { return n > 1 }),
			Slots: slots{"others": func(r *embedding) float64 { return float64(len(farthest(r)) - 1) }}},
		claim{Text: saysOff, When: off(func(n int) bool { return n == 0 })},
		claim{Text: saysTie, When: func(r *embedding) bool {
			v, m := r.values, r.kept
			return m > 0 && m < r.positive && v[m-1]-v[m] <= 2*r.rounding && v[m-1] >= 1e3*r.rounding
		}},
		claim{Text: saysNegative, Slots: last, When: func(r *embedding) bool { return r.negative > 1 }},
		claim{Text: saysOneNegative, Slots: last, When: func(r *embedding) bool { return r.negative == 1 }},
		claim{Text: saysPoint, When: func(r *embedding) bool { return some(r) && r.at >= 0 },
			Words: words{"datum": func(r *embedding) string { return r.Labelled.Datum(r.at) }},
			Slots: slots{
				"squared":         func(r *embedding) float64 { return r.K.At(r.at, r.at) },
				"squared_rebuilt": func(r *embedding) float64 { return r.tidy(r.at, r.at) },
			}},
		claim{Text: saysPair, When: func(r *embedding) bool { return some(r) && r.at >= 0 && r.with >= 0 },
			Words: words{"other": func(r *embedding) string { return named(r, r.with) }},
			Slots: slots{
				"product":         func(r *embedding) float64 { return r.K.At(r.at, r.with) },
				"product_rebuilt": func(r *embedding) float64 { return r.tidy(r.at, r.with) },
			}},
	)
}

// checkTaylor holds the errors to the map and the slice, the kernel to its formula, and what
// is missing to the chance of a Poisson number.
func checkTaylor(t *testing.T, s *coursetest.State, r *series) {
	ell := s.Param("bandwidth")
	largest := slices.Max(slices.Concat(s.Rows("error")...))
	k, rebuilt := s.Column("slice", "k"), s.Column("slice", "rebuilt")
	for i, x := range s.Column("slice", "x") {
		d := (x - s.Param("y")) / ell
		coursetest.Within(t, k[i], math.Exp(-d*d/2), 1e-12, "k(%v, y)", x)
	}
	slice := floats.Distance(k, rebuilt, math.Inf(1))
	if r.largest != largest || math.Abs(r.largestAtY-slice) > engine.Rounding(r.m, 1) {
		t.Errorf("errors of %v and %v, not %v and %v", r.largest, r.largestAtY, largest, slice)
	}
	width := ell
	if s.Choice("basis") == "whole" {
		width /= math.Sqrt2
	}
	coursetest.Within(t, tail(r.reach/width*r.reach/width, r.m), small, 1e-9, "what they are off by up to %v", r.reach)
	if mean := math.Pow(side/ell, 2); r.own() &&
		(tail(mean, int(r.needed)) > small || tail(mean, int(r.needed)-1) <= small) {
		t.Errorf("it does not take %v", r.needed)
	}
}

func TestTaylorSays(t *testing.T) {
	zeroOr := func(v func(*series) float64) func(*series) string {
		return func(r *series) string {
			if v(r) == 0 {
				return "0 to rounding"
			}
			return course.Digits(v(r))
		}
	}
	own := func(r *series) bool { return r.stretch == 1 }
	coursetest.Says(t, Lesson, "taylor", 6,
		[]string{"features=1", "features=130&bandwidth=5", "basis=whole&features=130"},
		checkTaylor,
		coursetest.Claim[*series]{Text: saysError, When: coursetest.Always[*series],
			Words: map[string]func(*series) string{
				"error":      zeroOr(func(r *series) float64 { return r.largest }),
				"error_at_y": zeroOr(func(r *series) float64 { return r.largestAtY }),
			}},
		coursetest.Claim[*series]{Text: saysOtherFeature, When: func(r *series) bool { return !own(r) }},
	)
}
