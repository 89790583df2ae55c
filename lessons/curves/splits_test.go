package curves

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// Two thirds of the x are fitted, a third judges, and points at one x stay together.
func TestSplits(t *testing.T) {
	d := data.MCycle()
	at := func(d engine.Dataset) map[float64]int {
		n := map[float64]int{}
		for _, x := range d.X {
			n[x[0]]++
		}
		return n
	}
	all := at(d)
	for seed := range uint64(5) {
		rng := rand.New(rand.NewPCG(seed, 0))
		fitted, unseen := SplitOf(d, rng)
		if seed > 2 {
			fitted, unseen = SplitStretches(d, seed == 4, rng)
			first, last := fitted.X[0][0] == d.X[0][0], fitted.X[fitted.Len()-1][0] == d.X[d.Len()-1][0]
			if (first && last) == (seed == 4) {
				t.Errorf("split %d: the first is fitted %t, the last %t", seed, first, last)
			}
		}
		here, there := at(fitted), at(unseen)
		for x, n := range all {
			if here[x]+there[x] != n || here[x] > 0 && there[x] > 0 {
				t.Errorf("of %d readings at %v, %d are fitted and %d judge", n, x, here[x], there[x])
			}
		}
		if n := len(there) - len(all)/3; n < -2 || n > 3 || fitted.Len()+unseen.Len() != d.Len() {
			t.Errorf("%d of %d times judge", len(there), len(all))
		}
	}
	two := engine.Dataset{X: engine.Column([]float64{1, 2}), Y: []float64{0, 1}}
	if e := TrialOf(two, Scattered, 1).Miss(math.Sin); e == e {
		t.Errorf("two points are split, and a third of them is missed by %v", e)
	}
}

// A local line is the line, where there is one, and else a compromise; neighbours average.
func TestRivals(t *testing.T) {
	line := engine.Dataset{X: engine.Column([]float64{0, 1, 2, 4, 7}), Y: []float64{1, 3, 5, 9, 15}}
	f := LocalLine(line)
	for _, x := range []float64{-1, 0.3, 5, 9} {
		if v := f(x); math.Abs(v-(1+2*x)) > 1e-9 {
			t.Errorf("at %v the line is %v", x, v)
		}
	}
	level := engine.Dataset{X: engine.Column([]float64{0, 1, 2, 3}), Y: []float64{4, 4, 4, 4}}
	if v := NearestNeighbours(level)(9); v != 4 {
		t.Errorf("neighbours of one height average to %v", v)
	}
	// Noise alone is averaged away, by as many neighbours as there may be.
	r := points.LineSpec{Name: "sine", N: 60, Noise: 0.2, Seed: 1}.Load()
	trial := TrialOn(r)
	for name, fit := range map[string]func(engine.Dataset) func(float64) float64{
		"neighbours": NearestNeighbours, "local line": LocalLine} {
		if e := trial.Miss(fit(trial.Fitted)); !(e > 0.2 && e < 0.3) {
			t.Errorf("%s: of a sine with noise 0.2 the error on new points is %v", name, e)
		}
	}
	one := engine.Dataset{X: engine.Column([]float64{3}), Y: []float64{7}}
	if LocalLine(one)(5) != 7 || NearestNeighbours(one)(5) != 7 {
		t.Error("of one point the curve is not level")
	}
}

// Neighbours are those of sorting all points by their distance, which keeps the order of those as near.
func TestNearestAreTheFirstSorted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		d := engine.Dataset{}
		for i := range 2 + rng.IntN(80) {
			d.X, d.Y = append(d.X, []float64{float64(rng.IntN(40)) / 4}), append(d.Y, float64(i))
		}
		at, without, most := float64(rng.IntN(100)-10)/8, rng.IntN(d.Len()+1)-1, 1+rng.IntN(30)
		want := slices.Clone(d.Y)
		slices.SortStableFunc(want, func(a, b float64) int {
			return cmp.Compare(math.Abs(d.X[int(a)][0]-at), math.Abs(d.X[int(b)][0]-at))
		})
		want = slices.DeleteFunc(want, func(y float64) bool { return int(y) == without })
		if got := rank(d).nearest(at, without, most); !slices.Equal(got, want[:min(most, len(want))]) {
			t.Fatalf("the %d nearest to %v without %d in %v: %v, not %v", most, at, without, d.X, got, want)
		}
	}
}
