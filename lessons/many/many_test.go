package many

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The interval is where Wilson's test does not reject: p̂ lies z deviations of p from p.
func TestInterval(t *testing.T) {
	for _, s := range []Share{{0, 0, 60}, {1, 0, 60}, {25, 3, 60}, {84, 0, 100}, {991, 0, 999}, {20, 0, 20}} {
		low, high := s.Interval()
		p := float64(s.Hits) / float64(s.Of)
		if low > p+1e-12 || high < p-1e-12 || low < 0 || high > 1 {
			t.Errorf("%+v: [%v, %v]", s, low, high)
		}
		for _, end := range []float64{low, high} {
			if end < 1e-12 || end > 1-1e-12 {
				continue // the interval ends with the probabilities
			}
			if z := math.Abs(p-end) / math.Sqrt(end*(1-end)/float64(s.Of)); math.Abs(z-normal) > 1e-9 {
				t.Errorf("%+v: %v is %v deviations off", s, end, z)
			}
		}
	}
	if low, high := (Share{}).Interval(); low != 0 || high != 1 {
		t.Errorf("of no samples: [%v, %v]", low, high)
	}
	// Of the intervals 95 in 100 hold the probability, of which as many hits were drawn.
	for _, p := range []float64{0.1, 0.5, 0.84} {
		rng, within := rand.New(rand.NewPCG(1, 7)), 0
		for range 2000 {
			s := Share{Of: 100}
			for range s.Of {
				if rng.Float64() < p {
					s.Hits++
				}
			}
			if low, high := s.Interval(); low <= p && p <= high {
				within++
			}
		}
		if within < 1860 || within > 1950 {
			t.Errorf("at %v, %d of 2000 intervals hold it", p, within)
		}
	}
}

func TestLess(t *testing.T) {
	for _, c := range []struct {
		a, b float64
		want Outcome
	}{
		{1, 2, Holds}, {2, 1, Fails}, {1, 1 + 1e-12, Ties}, {1, 1 - 1e-12, Ties}, {1, math.Inf(1), Holds},
		{math.Inf(1), math.Inf(1), Ties}, {math.NaN(), 1, Fails}, {0, 0, Ties},
	} {
		if got := Less(c.a, c.b); got != c.want {
			t.Errorf("Less(%v, %v) = %v, not %v", c.a, c.b, got, c.want)
		}
	}
}

func TestOver(t *testing.T) {
	s := Study{Claims: []string{"even", "third"}, Draw: func(seed int) []Outcome {
		return []Outcome{If(seed%2 == 0), []Outcome{Fails, Ties, Holds}[seed%3]}
	}}
	got := s.Over(10)
	if even, third := got["even"], got["third"]; even != (Share{5, 0, 10}) || third != (Share{3, 4, 10}) {
		t.Errorf("%+v", got)
	}
	facts := map[string]float64{}
	Cite(facts, Parse("claim,hits,ties,of,first hits,first ties,first of\neven,500,0,1000,30,0,60\n"))
	if facts["even"] != 50 || facts["even-margin"] != 4 { // 3.09
		t.Errorf("%v", facts)
	}
}
