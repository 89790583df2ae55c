package largen

import (
	"math"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"gigabytes": freshGigabytes,
	"seconds":   freshSeconds,
	"blocks":    freshBlocks,
	"through":   freshThrough,
	"afford":    freshAfford,
}

// freshGigabytes are tens of thousands of points.
func freshGigabytes(d *course.Dice) {
	points := d.Whole("tens", 20, 10, 50) * 10_000
	gb := megabytes(points) / 1e3
	d.Set("points", float64(points))
	d.Set("gb", course.Round(gb, 9))
	d.Set("half", course.Round(gb/2, 9))
	d.Set("entries", course.Round(gb/8, 9))
	d.Apart(1, "gb", "half", "entries")
}

// freshBlocks are letters, features and a memory that has room for the features' inner products alone.
func freshBlocks(d *course.Dice) {
	millions, thousands := float64(d.Whole("millions", 1, 1, 9)), float64(d.Whole("thousands", 5, 3, 10))
	memory := d.Of("memory", 16, 8, 32)
	d.Set("n", 1e6*millions)
	d.Set("d", 1e3*thousands)
	d.Set("others", 1e6*millions-1e3*thousands)
	d.Set("nd", millions*thousands)
	d.Set("nn", millions*millions)
	d.Set("dd", thousands*thousands)
	d.Set("phi-gb", 8*millions*thousands)
	d.Set("k-tb", 8*millions*millions)
	d.Set("gram-mb", 8*thousands*thousands)
	d.Want(8*millions*thousands > 2*memory)
}

// freshSeconds are points, and the time that they take.
func freshSeconds(d *course.Dice) {
	few, s := d.Of("few", 2000, 1000, 3000, 4000, 5000), d.Of("s", 0.4, 0.1, 0.2, 0.3, 0.6, 0.8)
	d.Set("many", 10*few)
	for name, times := range map[string]float64{"cube": 1000, "square": 100, "line": 10, "minutes": 1000. / 60} {
		d.Set(name, course.Round(s*times, 9))
	}
	d.Apart(1, "cube", "square", "line")
}

// freshThrough are two landmarks and two points: their Gram matrix has a Cholesky factor of whole numbers, and the
// points have whole numbers for features.
func freshThrough(d *course.Dice) {
	l1, l2, l3 := d.Of("l1", 2, 1, 3), d.Of("l2", 1, -1, 2), d.Of("l3", 3, 1, 2)
	f1, f2 := float64(d.Whole("f1", 2, -2, 4)), float64(d.Whole("f2", 1, -2, 4))
	g1, g2 := float64(d.Whole("g1", 3, -2, 4)), float64(d.Whole("g2", 2, -2, 4))
	a, b, c := l1*l1, l1*l2, l2*l2+l3*l3
	x1, x2, z1, z2 := l1*f1, l2*f1+l3*f2, l1*g1, l2*g1+l3*g2
	det := a*c - b*b
	beta1, beta2 := (c*z1-b*z2)/det, (a*z2-b*z1)/det
	for name, v := range map[string]float64{
		"a": a, "b": b, "c": c, "x1": x1, "x2": x2, "z1": z1, "z2": z2, "beta1": beta1, "beta2": beta2,
		"through": math.Round(x1*beta1 + x2*beta2), "bare": x1*z1 + x2*z2,
		"each": x1*z1/a + x2*z2/c, "first": x1 * z1 / a,
	} {
		d.Set(name, v)
	}
	d.Want(det > 1 && x1 != 0 && x2 != 0 && z1 != 0 && z2 != 0 && beta1 != 0 && beta2 != 0)
	d.Want(f1*g1+f2*g2 != 0 && (f1 != g1 || f2 != g2))
	d.Apart(0.01, "through", "bare", "each", "first")
}

// freshAfford are a fit that was timed, how many times the points, and how many times the landmarks.
func freshAfford(d *course.Dice) {
	n, m, s := d.Of("n", 20_000, 10_000, 40_000, 50_000), d.Of("m", 100, 40, 50, 80, 200), d.Of("s", 0.5, 0.2, 1, 2, 3)
	points, marks := d.Of("points", 5, 2, 3, 4, 10), d.Of("marks", 3, 2, 1.5, 4)
	d.Set("many", n*points)
	d.Set("same", course.Round(s*points, 9))
	d.Set("limit", course.Round(s*points*marks*marks, 9))
	d.Set("longer", marks*marks)
	d.Set("afford", m*marks)
	d.Set("no-n", m*marks*math.Sqrt(points))
	d.Set("no-square", m*marks*marks)
	d.Set("straight", m*marks*marks*points)
	d.Apart(1, "afford", "no-n", "no-square", "straight")
}
