package kerneltrick

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// monomials counts those of up to q factors in p inputs, by how often the last of them is one.
func monomials(p, q int) (n int) {
	if p == 0 {
		return 1
	}
	for times := range q + 1 {
		n += monomials(p-1, q-times)
	}
	return n
}

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"cheaper": func(f course.Facts) float64 {
			if d := monomials(int(f["p"]), int(f["q"])); d != int(f["d"]) {
				t.Errorf("%d monomials, not %v", d, f["d"])
			}
			if n, d := f["n"], f["d"]; n*d*d+d*d*d < n*n*f["p"]+n*n*n {
				return 1
			}
			return 2
		},
		"fourth": func(f course.Facts) float64 {
			return math.Pow(1+f["x1"]*f["y1"]+f["x2"]*f["y2"]+f["x3"]*f["y3"], 4)
		},
		"scale": func(f course.Facts) float64 {
			// The entry of the features of x = 1 and degree j, whose square is in Pascal's triangle.
			row := []float64{1}
			for range int(f["q"]) {
				next := append([]float64{1}, row...)
				for i := 1; i < len(row); i++ {
					next[i] = row[i-1] + row[i]
				}
				row = next
			}
			return math.Sqrt(row[int(f["j"])])
		},
		"back":  dualOfLine,
		"power": squareOfPower,
	})
}

// dualOfLine makes data up whose ridge regression is that of the exercise, and solves for α with the kernel.
func dualOfLine(f course.Facts) float64 {
	n := int(f["n"])
	x, weight := make([]float64, n), make([]float64, n)
	x[0], weight[0] = f["x"], f["alpha"]
	zeroth, first := f["t0"]-weight[0], f["t1"]-weight[0]*x[0]
	for i := 3; i < n; i++ {
		x[i], weight[i] = float64(i), 1
		zeroth, first = zeroth-1, first-x[i]
	}
	x[1], x[2] = 10, 12 // whose weights make up what is missing to θ = Φᵀα
	weight[2] = (first - 10*zeroth) / 2
	weight[1] = zeroth - weight[2]
	d := engine.Dataset{X: engine.Column(x), Y: make([]float64, n)}
	for i := range x {
		d.Y[i] = f["t0"] + f["t1"]*x[i] + f["n"]*f["l"]*weight[i]
	}
	d.Y[0] = f["y"]
	return course.Must(engine.KRR(engine.Polynomial{Degree: 1, Offset: 1}, d, f["l"])).Alpha[0]
}

// squareOfPower multiplies the brackets of a fit out, one after the other.
func squareOfPower(f course.Facts) float64 {
	sum := 0.0
	for _, i := range []string{"1", "2", "3"} {
		c := []float64{1, 0, 0} // in front of 1, x and x²
		for range int(f["q"]) {
			c = []float64{c[0], c[1] + f["x"+i]*c[0], c[2] + f["x"+i]*c[1]}
		}
		sum += f["a"+i] * c[2]
	}
	return sum
}
