package largen

import (
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"gigabytes": freshGigabytes,
	"seconds":   freshSeconds,
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

// freshSeconds are points, and the time that they take.
func freshSeconds(d *course.Dice) {
	few, s := d.Of("few", 2000, 1000, 3000, 4000, 5000), d.Of("s", 0.4, 0.1, 0.2, 0.3, 0.6, 0.8)
	d.Set("many", 10*few)
	for name, times := range map[string]float64{"cube": 1000, "square": 100, "line": 10, "minutes": 1000. / 60} {
		d.Set(name, course.Round(s*times, 9))
	}
	d.Apart(1, "cube", "square", "line")
}
