package largen

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The time is that of what is drawn: as timed at a size that was, between two of them
// between their times, and beyond by the power.
func checkCost(t *testing.T, s *coursetest.State, c *costs) {
	if n := s.Param("n"); c.n != math.Round(n) {
		t.Errorf("n is %v for %v", c.n, n)
	}
	for way, e := range map[string]estimate{"exact": c.exact, "nystrom": c.nystrom} {
		points, seconds := s.Column(way, "points"), s.Column(way, "seconds")
		if points == nil { // not drawn
			continue
		}
		at := func(n int) float64 { return seconds[slices.Index(points, float64(n))] }
		end := max(e.from, e.to)
		switch between := e.from > 0 && e.to > 0; {
		case slices.Contains(points, c.n):
			if e.from != int(c.n) || e.to != e.from || e.seconds != at(e.from) {
				t.Errorf("%s: timed at %v, and it says %+v", way, c.n, e)
			}
		case between:
			i := slices.Index(points, float64(e.from))
			if points[i+1] != float64(e.to) || c.n < points[i] || c.n > points[i+1] || e.seconds < seconds[i] ||
				e.seconds > seconds[i+1] {
				t.Errorf("%s: %v is not between %+v", way, c.n, e)
			}
		default:
			beyond := at(end) * math.Pow(c.n/float64(end), map[string]float64{"exact": 3, "nystrom": 1}[way])
			if !engine.Agree(e.seconds, beyond, beyond) || (e.from == 0) != (c.n < points[0]) {
				t.Errorf("%s: beyond %d it is %v, not %+v", way, end, beyond, e)
			}
		}
	}
}

// duration is as people say it.
func TestDuration(t *testing.T) {
	for seconds, want := range map[float64]string{
		0.0125: "12.5 ms", 1.5: "1.50 s", 119: "119 s", 120: "2.00 minutes", 7200: "2.00 hours", 172800: "2.00 days",
		86400 * 365.25 * 3: "3.00 years",
	} {
		if got := duration(seconds); got != want {
			t.Errorf("%v s are %q", seconds, got)
		}
	}
}

func TestCostSays(t *testing.T) {
	words := func(e func(*costs) estimate) map[string]func(*costs) string {
		return map[string]func(*costs) string{
			"time":   func(c *costs) string { return duration(e(c).seconds) },
			"memory": func(c *costs) string { return course.Memory(8 * c.n * c.n) },
		}
	}
	exact, nystrom := func(c *costs) estimate { return c.exact }, func(c *costs) estimate { return c.nystrom }
	slots := func(e func(*costs) estimate) map[string]func(*costs) float64 {
		from := func(c *costs) float64 { // the nearest that was timed, at an end
			if f := e(c).from; f > 0 {
				return float64(f)
			}
			return float64(e(c).to)
		}
		return map[string]func(*costs) float64{
			"points": func(c *costs) float64 { return math.Round(c.n) }, "from": from,
			"to": func(c *costs) float64 { return float64(e(c).to) }}
	}
	when := func(way string, is func(timed, within bool) bool) func(*costs) bool {
		sizes := measured[way]
		return func(c *costs) bool {
			n := int(c.n)
			return (way == "exact" || c.beside) &&
				is(slices.Contains(sizes, n), n >= slices.Min(sizes) && n <= slices.Max(sizes))
		}
	}
	timed := func(timed, _ bool) bool { return timed }
	between := func(timed, within bool) bool { return within && !timed }
	beyond := func(_, within bool) bool { return !within }
	type is = func(timed, within bool) bool
	claim := func(text, way string, e func(*costs) estimate, is is) coursetest.Claim[*costs] {
		return coursetest.Claim[*costs]{Text: text, Words: words(e), Slots: slots(e), When: when(way, is)}
	}
	known := map[string]func(*costs) string{
		"date":    func(*costs) string { return recording().Date },
		"machine": func(*costs) string { return recording().Machine },
	}
	coursetest.Says(t, Lesson, "cost", 4, []string{"n=2000", "n=3000&beside=yes", "n=50000&beside=yes",
		"n=20000&beside=yes", "n=1000000&beside=yes", "n=100", "n=150&beside=yes"}, checkCost,
		claim(saysTimed, "exact", exact, timed), claim(saysBetween, "exact", exact, between),
		claim(saysBeyond, "exact", exact, beyond), claim(saysLandmarksTimed, "nystrom", nystrom, timed),
		claim(saysLandmarksBetween, "nystrom", nystrom, between),
		claim(saysLandmarksBeyond, "nystrom", nystrom, beyond),
		coursetest.Claim[*costs]{Text: saysRecorded, Words: known, When: coursetest.Always[*costs]},
		coursetest.Claim[*costs]{Text: saysNow, Rare: true, When: func(c *costs) bool { return c.fresh.Live },
			Words: map[string]func(*costs) string{"machine": func(c *costs) string { return c.fresh.Machine }}},
		coursetest.Claim[*costs]{Text: saysNotNow, Rare: true,
			When:  func(c *costs) bool { return c.now && !c.fresh.Live },
			Words: map[string]func(*costs) string{"reason": func(c *costs) string { return c.fresh.Why }}},
	)
}

// checkApproximated computes the distance, what training takes, and where it is least.
func checkApproximated(t *testing.T, s *coursetest.State, a *approximated) {
	f, y, sum := s.Column("fit", "f"), s.Column("fit", "truth"), 0.0
	for i := range f {
		sum += (f[i] - y[i]) * (f[i] - y[i])
	}
	n, err := strconv.ParseFloat(s.Choice("n"), 64)
	d := s.Find("features")
	if err != nil || a.n != int(n) || a.way == "exact" && d != math.Min(n, mostExact) {
		t.Errorf("it is of %v points through %v", n, d)
	}
	work := map[string]float64{"exact": d * d * d / 6, "nystrom": n * d * d, "fourier": n * d * d / 2}
	coursetest.Same(t, s.Find, engine.Agreement, map[string]float64{
		"error": math.Sqrt(sum / float64(len(f))), "multiplications": work[a.way],
	})
	if freedom := s.Find("degrees_of_freedom"); freedom > d && !engine.Agree(freedom, d, d) {
		t.Errorf("%v features have %v degrees of freedom", d, freedom)
	}
}

func TestApproximateSays(t *testing.T) {
	type is = func(a *approximated) bool
	way := func(way string, also is) is { return func(a *approximated) bool { return a.way == way && also(a) } }
	through := func(a *approximated) bool { return a.way != "exact" }
	left := func(a *approximated) float64 { return float64(a.m - a.d) }
	slots := map[string]func(*approximated) float64{"left": left}
	words := map[string]func(*approximated) string{
		"features": func(a *approximated) string {
			return course.Plural(a.d, map[string]string{"nystrom": "landmark", "fourier": "wave"}[a.way])
		},
	}
	claim := func(text string, when is) coursetest.Claim[*approximated] {
		return coursetest.Claim[*approximated]{Text: text, When: when, Slots: slots}
	}
	made := claim(saysThrough, through)
	made.Words = words
	oneLeft := claim(saysOneLeftOut, way("nystrom", func(a *approximated) bool { return left(a) == 1 }))
	oneLeft.Rare = true
	coursetest.Says(t, Lesson, "approximate", 1, []string{"way=exact&n=50000", "way=exact&n=500", "m=12",
		"way=fourier&m=17", "m=200", "landmarks=pivots", "landmarks=centres&m=60"}, checkApproximated,
		claim(saysExactFirst, way("exact", func(a *approximated) bool { return a.n > 2000 })),
		claim(saysExact, way("exact", func(a *approximated) bool { return a.n <= 2000 })), made, oneLeft,
		claim(saysLeftOut, way("nystrom", func(a *approximated) bool { return left(a) > 1 })),
		claim(saysPairs, way("fourier", func(a *approximated) bool { return a.m%2 == 1 })),
	)
}

func TestDigitsSays(t *testing.T) {
	coursetest.Says(t, Lesson, "digits", 2,
		[]string{"m=200", "m=15&way=fourier", "landmarks=pivots", "landmarks=centres"},
		func(t *testing.T, s *coursetest.State, r *digitsFit) {
			i := slices.Index(s.Column("errors", "features"), s.Param("m"))
			if i >= 0 && s.Find("misread") != s.Column("errors", "misread")[i] {
				t.Errorf("%v %% are misread, and drawn are %v", s.Find("misread"), s.Column("errors", "misread")[i])
			}
		},
		coursetest.Claim[*digitsFit]{Text: saysMisread, When: coursetest.Always[*digitsFit],
			Words: map[string]func(*digitsFit) string{"features": func(r *digitsFit) string {
				return course.Plural(r.used, map[string]string{"nystrom": "landmark", "fourier": "wave"}[r.way])
			}}})
}
