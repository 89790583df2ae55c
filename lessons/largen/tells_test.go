package largen

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gramophone/lessons/course/coursetest"
)

const num = coursetest.Num

type said = *coursetest.Told

// holds reads a quantity with a unit of units.
func holds(text, unit string, v float64, units map[string]float64) bool {
	return units[unit] > 0 && coursetest.Is(text, v/units[unit], 0)
}

var (
	memoryUnits = map[string]float64{"bytes": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
	timeUnits   = map[string]float64{"ms": 1e-3, "s": 1, "minutes": 60, "hours": 3600, "days": 86400, "years": year}
)

func TestCostTells(t *testing.T) {
	far := func(s said) bool { return math.Round(s.Param("n")) > 4000 }
	// The time is that of what is drawn: as measured at a size that was, beyond by the cube.
	seconds := func(s said) float64 {
		n, ns, times := math.Round(s.Param("n")), s.Column("exact", "points"), s.Column("exact", "seconds")
		if i := slices.Index(ns, n); i >= 0 {
			return times[i]
		}
		if far(s) {
			last := len(ns) - 1
			return times[last] * math.Pow(n/ns[last], 3)
		}
		return s.Find("seconds")
	}
	kept := func(s said, m []string) bool {
		n := math.Round(s.Param("n"))
		return coursetest.Is(m[0], n, 0.5) && holds(m[1], m[2], seconds(s), timeUnits) && holds(m[3], m[4], 8*n*n, memoryUnits)
	}
	coursetest.Tells(t, Lesson, "cost", 4, []string{"n=2000", "n=50000&beside=yes", "n=1000000", "n=100"},
		coursetest.Clause{Says: `With ` + num + ` points the exact fit takes ` + num + ` (\S+), and K alone ` + num + ` (\S+)\.`, Holds: kept, When: func(s said) bool { return !far(s) }},
		coursetest.Clause{Says: `With ` + num + ` points the exact fit would take, extrapolated by n³ from 4,000 points, ` + num + ` (\S+), and K alone ` + num + ` (\S+)\.`, Holds: kept, When: far},
		coursetest.Clause{Says: `Through 100 landmarks it takes ` + num + ` (ms|s|minutes)(, extrapolated too)?\.`, Holds: func(s said, m []string) bool {
			return holds(m[0], m[1], s.Find("nystrom_seconds"), timeUnits) && (m[2] != "") == (math.Round(s.Param("n")) > 50000)
		}, When: func(s said) bool { return s.Choice("beside") == "yes" }},
		coursetest.Clause{Says: `Times were recorded on \d{4}-\d\d-\d\d, \d+ cores?, [^ ]+, go[0-9.]+\.`},
		coursetest.Clause{Says: `The stars were measured just now on \d+ cores?, [^ ]+, go[0-9.]+\.`, Holds: func(s said, _ []string) bool { return s.Column("exact_now", "seconds") != nil }, Rare: true},
		coursetest.Clause{Says: `Other readers are using the server just now, and a race beside them would time them too\.`, Rare: true},
	)
}

func TestApproximateTells(t *testing.T) {
	distance := func(s said) float64 {
		f, y := s.Column("fit", "f"), s.Column("fit", "truth")
		sum := 0.0
		for i := range f {
			sum += (f[i] - y[i]) * (f[i] - y[i])
		}
		return math.Sqrt(sum / float64(len(f)))
	}
	n := func(s said) float64 { v, _ := strconv.ParseFloat(s.Choice("n"), 64); return v }
	exact := func(s said) bool { return s.Choice("way") == "exact" }
	coursetest.Tells(t, Lesson, "approximate", 1, []string{"way=exact&n=50000", "way=exact&n=500", "m=12", "way=fourier&m=17", "m=200"},
		coursetest.Clause{Says: `An exact fit to the first 2,000 of ` + num + ` readings is ` + num + ` Pa from the truth\.`, Holds: func(s said, m []string) bool {
			return coursetest.Is(m[0], n(s), 0) && coursetest.Is(m[1], distance(s), 1e-9)
		}, When: func(s said) bool { return exact(s) && n(s) > 2000 }},
		coursetest.Clause{Says: `An exact fit to ` + num + ` readings is ` + num + ` Pa from the truth\.`, Holds: func(s said, m []string) bool {
			return coursetest.Is(m[0], n(s), 0) && coursetest.Is(m[1], distance(s), 1e-9)
		}, When: func(s said) bool { return exact(s) && n(s) <= 2000 }},
		coursetest.Clause{Says: `A fit to ` + num + ` readings through (\d+) (landmark|wave)s? is ` + num + ` Pa from the truth\.`, Holds: func(s said, m []string) bool {
			return coursetest.Is(m[0], n(s), 0) && coursetest.Is(m[1], s.Find("features"), 0) && strings.Contains(map[string]string{"nystrom": "landmark", "fourier": "wave"}[s.Choice("way")], m[2]) && coursetest.Is(m[3], distance(s), 1e-9)
		}, When: func(s said) bool { return !exact(s) }},
		coursetest.Clause{Says: `Training takes ` + num + ` multiplications, and ` + num + ` (\S+) for the matrix\.`, Holds: func(s said, m []string) bool {
			d := s.Find("features")
			of := map[string]float64{"exact": d * d * d / 6, "nystrom": n(s) * d * d, "fourier": n(s) * d * d / 2}[s.Choice("way")]
			return coursetest.Is(m[0], of, 0) && holds(m[1], m[2], 8*d*d, memoryUnits)
		}, When: func(said) bool { return true }},
		coursetest.Clause{Says: `Of (\d+) landmarks drawn, (\d+) are left out: those before them explain them\.`, Holds: func(s said, m []string) bool {
			return coursetest.Is(m[0], s.Param("m"), 0) && coursetest.Is(m[1], s.Param("m")-s.Find("features"), 0)
		}, When: func(s said) bool { return s.Choice("way") == "nystrom" && s.Find("features") < s.Param("m") }},
		coursetest.Clause{Says: `The fit takes ` + num + ` numbers from the readings; the least distance drawn is ` + num + ` Pa, at m = (\d+)\.`, Holds: func(s said, m []string) bool {
			xs, es := s.Column("errors", "features"), s.Column("errors", "error")
			i := slices.Index(es, slices.Min(es))
			return s.Shown(m[0], "degrees_of_freedom") && s.Find("degrees_of_freedom") <= s.Find("features")+1e-9 && coursetest.Is(m[1], es[i], 0) && coursetest.Is(m[2], xs[i], 0)
		}, When: func(s said) bool { return !exact(s) }},
	)
}

func TestDigitsTells(t *testing.T) {
	coursetest.Tells(t, Lesson, "digits", 2, []string{"m=200", "m=15&way=fourier"},
		coursetest.Clause{Says: `Through (\d+) (landmark|wave)s?, ` + num + ` % of the 640 new digits are misread; by the exact fit, with all 1,157, ` + num + ` %\.`, Holds: func(s said, m []string) bool {
			sizes, shares := s.Column("errors", "features"), s.Column("errors", "misread")
			if i := slices.Index(sizes, s.Param("m")); i >= 0 && !coursetest.Is(m[2], shares[i], 0) {
				return false
			}
			return s.Shown(m[0], "features") && m[1] == map[string]string{"nystrom": "landmark", "fourier": "wave"}[s.Choice("way")] && s.Shown(m[2], "misread") && s.Shown(m[3], "exact_misread")
		}, When: func(said) bool { return true }},
	)
}
