package largen

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gramophone/engine"
	"gramophone/lessons/course"
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
	n := func(s said) float64 { return math.Round(s.Param("n")) }
	sizes := func(s said, way string) []float64 { return course.Floats(measured[way]) }
	timed := func(s said, way string) bool { return slices.Contains(sizes(s, way), n(s)) }
	last := func(s said, way string) float64 { return slices.Max(sizes(s, way)) }
	// The time is that of what is drawn: as timed at a size that was, between two of them
	// between their times, beyond by the power.
	at := func(s said, way string, size float64) float64 {
		return s.Column(way, "seconds")[slices.Index(s.Column(way, "points"), size)]
	}
	seconds := map[string]string{"exact": "seconds", "nystrom": "nystrom_seconds"}
	between := func(s said, way, a, b string, v float64) bool {
		low, _ := coursetest.Reads(a)
		high, _ := coursetest.Reads(b)
		i := slices.Index(sizes(s, way), low)
		return i >= 0 && sizes(s, way)[i+1] == high && low < n(s) && n(s) < high && at(s, way, low) < v && v < at(s, way, high)
	}
	kept := func(s said, m []string) bool { return holds(m[0], m[1], 8*n(s)*n(s), memoryUnits) }
	exactly := func(s said, m []string) bool {
		return coursetest.Is(m[0], n(s), 0.5) && holds(m[1], m[2], s.Find("seconds"), timeUnits)
	}
	beside := func(s said) bool { return s.Choice("beside") == "yes" }
	coursetest.Tells(t, Lesson, "cost", 4, []string{"n=2000", "n=3000&beside=yes", "n=50000&beside=yes", "n=20000&beside=yes", "n=1000000&beside=yes", "n=100", "n=150&beside=yes"},
		coursetest.Clause{Says: `With ` + num + ` points the exact fit takes ` + num + ` (\S+), and`, Holds: func(s said, m []string) bool {
			return exactly(s, m) && s.Find("seconds") == at(s, "exact", n(s))
		}, When: func(s said) bool { return timed(s, "exact") }},
		coursetest.Clause{Says: `With ` + num + ` points the exact fit would take about ` + num + ` (\S+), read off between the times for ` + num + ` and ` + num + `, and`, Holds: func(s said, m []string) bool {
			return exactly(s, m) && between(s, "exact", m[3], m[4], s.Find("seconds"))
		}, When: func(s said) bool { return !timed(s, "exact") && n(s) < last(s, "exact") }},
		coursetest.Clause{Says: `With ` + num + ` points the exact fit would take ` + num + ` (\S+), extrapolated by n³ from 4,000 points, and`, Holds: func(s said, m []string) bool {
			return exactly(s, m) && engine.Agree(s.Find("seconds"), at(s, "exact", 4000)*math.Pow(n(s)/4000, 3), s.Find("seconds"))
		}, When: func(s said) bool { return n(s) > last(s, "exact") }},
		coursetest.Clause{Says: `K alone takes ` + num + ` (\S+)\.`, Holds: kept, When: func(said) bool { return true }},
		coursetest.Clause{Says: `Through 100 landmarks it takes ` + num + ` (\S+)\.`, Holds: func(s said, m []string) bool {
			return holds(m[0], m[1], s.Find(seconds["nystrom"]), timeUnits) && s.Find(seconds["nystrom"]) == at(s, "nystrom", n(s))
		}, When: func(s said) bool { return beside(s) && timed(s, "nystrom") }},
		coursetest.Clause{Says: `Through 100 landmarks it would take about ` + num + ` (\S+), read off between the times for ` + num + ` and ` + num + `\.`, Holds: func(s said, m []string) bool {
			return holds(m[0], m[1], s.Find(seconds["nystrom"]), timeUnits) && between(s, "nystrom", m[2], m[3], s.Find(seconds["nystrom"]))
		}, When: func(s said) bool { return beside(s) && !timed(s, "nystrom") && n(s) > 500 && n(s) < 50000 }},
		coursetest.Clause{Says: `Through 100 landmarks it would take ` + num + ` (\S+), extrapolated by n from (500|50,000) points\.`, Holds: func(s said, m []string) bool {
			from, _ := coursetest.Reads(m[2])
			return holds(m[0], m[1], s.Find(seconds["nystrom"]), timeUnits) && (n(s) < from) == (from == 500) && engine.Agree(s.Find(seconds["nystrom"]), at(s, "nystrom", from)*n(s)/from, s.Find(seconds["nystrom"]))
		}, When: func(s said) bool { return beside(s) && (n(s) < 500 || n(s) > 50000) }},
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
			return coursetest.Is(m[0], n(s), 0) && coursetest.Is(m[1], distance(s), 0)
		}, When: func(s said) bool { return exact(s) && n(s) > 2000 }},
		coursetest.Clause{Says: `An exact fit to ` + num + ` readings is ` + num + ` Pa from the truth\.`, Holds: func(s said, m []string) bool {
			return coursetest.Is(m[0], n(s), 0) && coursetest.Is(m[1], distance(s), 0)
		}, When: func(s said) bool { return exact(s) && n(s) <= 2000 }},
		coursetest.Clause{Says: `A fit to ` + num + ` readings through (\d+) (landmark|wave)s? is ` + num + ` Pa from the truth\.`, Holds: func(s said, m []string) bool {
			return coursetest.Is(m[0], n(s), 0) && coursetest.Is(m[1], s.Find("features"), 0) && strings.Contains(map[string]string{"nystrom": "landmark", "fourier": "wave"}[s.Choice("way")], m[2]) && coursetest.Is(m[3], distance(s), 0)
		}, When: func(s said) bool { return !exact(s) }},
		coursetest.Clause{Says: `Training takes ` + num + ` multiplications, and ` + num + ` (\S+) for the matrix\.`, Holds: func(s said, m []string) bool {
			d := s.Find("features")
			of := map[string]float64{"exact": d * d * d / 6, "nystrom": n(s) * d * d, "fourier": n(s) * d * d / 2}[s.Choice("way")]
			return coursetest.Is(m[0], of, 0) && holds(m[1], m[2], 8*d*d, memoryUnits)
		}, When: func(said) bool { return true }},
		coursetest.Clause{Says: `Of (\d+) landmarks drawn, (\d+) are left out: those before them explain them\.`, Holds: func(s said, m []string) bool {
			return coursetest.Is(m[0], s.Param("m"), 0) && coursetest.Is(m[1], s.Param("m")-s.Find("features"), 0)
		}, When: func(s said) bool { return s.Choice("way") == "nystrom" && s.Find("features") < s.Param("m") }},
		coursetest.Clause{Says: `Of m = (\d+) one is left out: waves come in pairs, a cosine and a sine\.`, Holds: func(s said, m []string) bool {
			return coursetest.Is(m[0], s.Param("m"), 0) && s.Find("features") == s.Param("m")-1
		}, When: func(s said) bool { return s.Choice("way") == "fourier" && math.Mod(s.Param("m"), 2) == 1 }},
		coursetest.Clause{Says: `The fit takes ` + num + ` numbers from the readings; the least distance drawn is ` + num + ` Pa, (?:at m = (\d+)|from m = (\d+) to (\d+))\.`, Holds: func(s said, m []string) bool {
			xs, es := s.Column("errors", "features"), s.Column("errors", "error")
			same := func(i int) bool { return engine.Agree(es[i], slices.Min(es), slices.Max(es)) }
			first := slices.Index(xs, float64(coursetest.Whole(max(m[2], m[3]))))
			last := max(first, slices.Index(xs, float64(coursetest.Whole(m[4]))))
			for i := range es {
				if i >= first && i <= last != same(i) && (i >= first && i <= last || i == first-1 || i == last+1) {
					return false
				}
			}
			freedom := s.Find("degrees_of_freedom")
			return (m[3] == "") == (first == last) && s.Shown(m[0], "degrees_of_freedom") && (freedom <= s.Find("features") || engine.Agree(freedom, s.Find("features"), freedom)) && coursetest.Is(m[1], slices.Min(es), 0)
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
