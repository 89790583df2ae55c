package woodbury

import (
	"fmt"
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"million": func(f course.Facts) float64 {
			n, d := math.Pow(10, f["power"]), f["few"]
			if f["tall"] == 0 {
				n, d = d, n
			}
			if primal, dual := n*d*d+d*d*d, n*n*d+n*n*n; primal < dual {
				return 2
			}
			return 1
		},
		"gram": func(f course.Facts) float64 {
			sum := 0.0
			for i := 1.0; i <= f["n"]; i++ {
				sum += i * f["d"]
			}
			return sum
		},
		"weight": func(f course.Facts) float64 {
			return -f["a"] / (1 + f["u"]*f["v"]) // det(aI + cuvᵀ) = a(a + c vᵀu)
		},
		"rank-one": func(f course.Facts) float64 {
			at := func(i, j int) float64 { // of aI + uuᵀ
				v := f[fmt.Sprintf("u%d", i)] * f[fmt.Sprintf("u%d", j)]
				if i == j {
					v += f["a"]
				}
				return v
			}
			minor := func(i, j int) float64 { // without row 1, of the columns i and j
				return at(2, i)*at(3, j) - at(2, j)*at(3, i)
			}
			return minor(2, 3) / (at(1, 1)*minor(2, 3) - at(1, 2)*minor(1, 3) + at(1, 3)*minor(1, 2))
		},
		"dearer": func(f course.Facts) float64 {
			r := f["d"] / f["n"]
			return r * r * (3 + r) / (1 + 3*r)
		},
	})
}
