package engine

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestShapes(t *testing.T) {
	for name, shape := range map[string]struct {
		draw    func(n int, noise float64, rng *rand.Rand) Labelled
		classes int
		// holds of every point without noise
		law func(class int, x1, x2 float64) bool
	}{
		"rings": {Rings, 2, func(c int, a, b float64) bool {
			return math.Abs(math.Hypot(a, b)-[]float64{1, InnerRing}[c]) < 1e-15
		}},
		"moons": {Moons, 2, func(c int, a, b float64) bool {
			if c == 1 {
				a, b = 1-a, 0.5-b
			}
			return math.Abs(math.Hypot(a, b)-1) < 1e-15 && b >= 0
		}},
		"xor": {XOR, 2, func(c int, a, b float64) bool {
			return (a*b < 0) == (c == 1) && math.Abs(a) <= 1 && math.Abs(b) <= 1
		}},
		"spiral": {Spiral, 2, func(c int, a, b float64) bool {
			r := math.Hypot(a, b)
			sin, cos := math.Sincos(3*math.Pi*(r-0.1)/0.9 + math.Pi*float64(c))
			return math.Abs(a-r*cos) < 1e-13 && math.Abs(b-r*sin) < 1e-13
		}},
		"two-gaussians": {TwoGaussians, 2, func(c int, a, b float64) bool {
			return a == float64(2*c-1) && b == 0
		}},
		"blobs": {Blobs, 3, func(c int, a, b float64) bool {
			return math.Abs(math.Hypot(a, b)-2) < 1e-15 || c == 0 && a == 0 && b == -6
		}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{1, 2, 3, 60, 61, 300} {
				l := shape.draw(n, 0, newRand(3))
				noError(t, l.Validate())
				sizes := make([]int, shape.classes)
				for i, x := range l.X {
					c := l.Labels[i]
					sizes[c]++
					if !shape.law(c, x[0], x[1]) {
						t.Errorf("n = %d: point %d, %v, is not of class %d", n, i, x, c)
					}
				}
				for c, size := range sizes {
					if want := (n + shape.classes - 1 - c) / shape.classes; size != want {
						t.Errorf("n = %d: class %d has %d points, want %d", n, c, size, want)
					}
				}
				if l.Len() != n || !slices.IsSorted(l.Labels) {
					t.Errorf("n = %d: labels %v", n, l.Labels)
				}
			}
			wantEqual(t, "one seed gives two data sets", shape.draw(40, 0.2, newRand(7)),
				shape.draw(40, 0.2, newRand(7)))
			if cmp.Equal(shape.draw(40, 0.2, newRand(7)), shape.draw(40, 0.2, newRand(8))) {
				t.Error("two seeds give one data set")
			}
			wantPanic(t, "n = 0", func() { shape.draw(0, 0, newRand(1)) })
			for _, noise := range []float64{-1, math.NaN(), math.Inf(1)} {
				wantPanic(t, "noise", func() { shape.draw(5, noise, newRand(1)) })
			}
		})
	}
}

// With noise 1 the line x₁ = 0 is right with probability Φ(1) = 0.8413.
func TestTwoGaussiansAccuracy(t *testing.T) {
	l := TwoGaussians(4000, 1, newRand(2))
	decision := make([]float64, l.Len())
	for i, x := range l.X {
		decision[i] = x[0]
	}
	// Three standard errors: 3·√(0.84·0.16/4000) = 0.017.
	if got := Accuracy(decision, l.Against(1).Y); math.Abs(got-0.8413) > 0.017 {
		t.Errorf("accuracy %v, want 0.8413 within 0.017", got)
	}
}

func TestLabels(t *testing.T) {
	l := Labelled{X: [][]float64{{0}, {1}, {2}, {3}}, Labels: []int{7, -2, 7, 0}}
	if got := l.Classes(); !slices.Equal(got, []int{-2, 0, 7}) {
		t.Errorf("classes %v", got)
	}
	if got := l.Against(7).Y; !slices.Equal(got, []float64{1, -1, 1, -1}) {
		t.Errorf("7 against the rest: %v", got)
	}
	if got := l.Against(5).Y; !slices.Equal(got, []float64{-1, -1, -1, -1}) {
		t.Errorf("a class that does not occur: %v", got)
	}
	if err := (Labelled{X: [][]float64{{1}}}).Validate(); err == nil ||
		!strings.Contains(err.Error(), "1 inputs but 0 labels") {
		t.Errorf("missing label: %v", err)
	}
	if err := (Labelled{X: [][]float64{{math.NaN()}}, Labels: []int{1}}).Validate(); err == nil {
		t.Error("NaN is valid")
	}
	wantPanic(t, "decisions", func() { Accuracy([]float64{1}, nil) })
	wantPanic(t, "responses", func() { Accuracy([]float64{1}, []float64{0}) })
	wantEqual(t, "accuracy", Accuracy([]float64{2, 0, 0, -1}, []float64{1, 1, -1, -1}), 0.75)
}

func TestSplit(t *testing.T) {
	l := Moons(20, 0.1, newRand(1))
	for _, m := range []int{0, 1, 13, 20} {
		train, test := l.Split(m, newRand(5))
		if train.Len() != m || test.Len() != 20-m {
			t.Fatalf("%d and %d points, want %d and %d", train.Len(), test.Len(), m, 20-m)
		}
		seen := map[*float64]int{}
		for _, part := range []Labelled{train, test} {
			for i, x := range part.X {
				seen[&x[0]] = part.Labels[i]
			}
		}
		for i, x := range l.X {
			if label, ok := seen[&x[0]]; !ok || label != l.Labels[i] {
				t.Errorf("m = %d: point %d is lost, or its label", m, i)
			}
		}
		d, rest := l.Against(1).Split(m, newRand(5))
		if !cmp.Equal(d.X, train.X) || !cmp.Equal(rest.X, test.X) || m > 0 && !cmp.Equal(d.Y, train.Against(1).Y) {
			t.Errorf("m = %d: Dataset is split differently", m)
		}
	}
	wantPanic(t, "m = 21", func() { l.Split(21, newRand(1)) })
	wantPanic(t, "m = −1", func() { l.Split(-1, newRand(1)) })
}

func TestStandardize(t *testing.T) {
	x := normalPoints(50, 3, newRand(4))
	for i := range x {
		x[i][0] = 0.1                // constant, and not a binary fraction
		x[i][1] = 1e9 + 1e3*x[i][1]  // far from zero
		x[i][2] = x[i][2] * 0x1p1010 // squares overflow
	}
	s := Standardize(x)
	z := s.Apply(x)
	for j := range 3 {
		var mean, square float64
		for i := range z {
			mean += z[i][j] / 50
			square += z[i][j] * z[i][j] / 50
		}
		want := 1.0
		if j == 0 {
			want = 0
		}
		if math.Abs(mean) > 1e-9 || math.Abs(square-want) > 1e-9 { // 1e9 costs nine digits less three
			t.Errorf("column %d: mean %v and variance %v, want 0 and %v", j, mean, square, want)
		}
	}
	if s.Mean[0] != 0.1 || s.SD[0] != 1 {
		t.Errorf("constant column: %v, %v", s.Mean[0], s.SD[0])
	}
	// 1, 2, 3, 4: variance 5/4.
	s = Standardize([][]float64{{1}, {2}, {3}, {4}})
	wantNear(t, "mean", s.Mean[0], 2.5, Epsilon)
	wantNear(t, "standard deviation", s.SD[0], math.Sqrt(1.25), Epsilon)
	if got := s.Apply([][]float64{{2.5}, {2.5 + s.SD[0]}}); got[0][0] != 0 || math.Abs(got[1][0]-1) > 2*Epsilon {
		t.Errorf("new points: %v", got)
	}
	if s := Standardize([][]float64{{5}}); s.Mean[0] != 5 || s.SD[0] != 1 {
		t.Errorf("one point: %+v", s)
	}
	for _, extreme := range [][][]float64{
		{{-math.MaxFloat64}, {math.MaxFloat64}}, {{1e300}, {-1e300}}, {{1e-300}, {2e-300}}, {{5e-324}, {0}},
	} {
		s := Standardize(extreme)
		z := append(s.Apply(extreme), s.Apply([][]float64{{math.MaxFloat64}, {-math.MaxFloat64}, {0}})...)
		for _, row := range z {
			if !finite(row[0]) {
				t.Errorf("%v: %v with %+v", extreme, z, s)
			}
		}
	}
	wantPanic(t, "other columns", func() { s.Apply([][]float64{{1, 2}}) })
	wantPanic(t, "no points", func() { Standardize(nil) })
}

// Points anywhere along a shape have the noise of those that lie evenly, and other places on the same curves.
func TestAnywhereHasTheNoiseOfEvenly(t *testing.T) {
	const n, noise = 41, 0.3
	for name, s := range map[string]Shape{"rings": RingShape, "moons": MoonShape, "spiral": SpiralShape} {
		even, onEven := Evenly(s, n, noise, newRand(5)), Evenly(s, n, 0, newRand(5))
		free, onFree := Anywhere(s, n, noise, newRand(5)), Anywhere(s, n, 0, newRand(5))
		elsewhere := 0
		for i := range n {
			if free.Labels[i] != even.Labels[i] {
				t.Fatalf("%s: point %d is of class %d, and of %d", name, i, free.Labels[i], even.Labels[i])
			}
			if Euclidean.Distance(onFree.X[i], onEven.X[i]) > 0.05 {
				elsewhere++
			}
			for c := range 2 {
				if d := (free.X[i][c] - onFree.X[i][c]) - (even.X[i][c] - onEven.X[i][c]); math.Abs(d) > 1e-14 {
					t.Errorf("%s: the noise of point %d differs by %g", name, i, d)
				}
			}
			nearest := math.Inf(1)
			for k := range 2001 {
				x1, x2 := s.Place(free.Labels[i], float64(k), 2000)
				nearest = min(nearest, math.Hypot(onFree.X[i][0]-x1, onFree.X[i][1]-x2))
			}
			if nearest > 0.01 {
				t.Errorf("%s: without noise point %d is %g from its curve", name, i, nearest)
			}
		}
		if elsewhere < n/2 {
			t.Errorf("%s: only %d of %d points are elsewhere", name, elsewhere, n)
		}
	}
}

// The parts that points are divided into are those picked at their places, in their order.
func TestDivide(t *testing.T) {
	d := Sine(12, 0.1, newRand(1))
	yes, no := d.Divide(func(i int) bool { return i%5 == 2 })
	for _, part := range []struct {
		got Dataset
		at  []int
	}{{yes, []int{2, 7}}, {no, []int{0, 1, 3, 4, 5, 6, 8, 9, 10, 11}}} {
		if diff := cmp.Diff(d.Pick(part.at), part.got); diff != "" {
			t.Error(part.at, diff)
		}
	}
}

func TestSymmetric(t *testing.T) {
	S := Symmetric(3, func(i, j int) float64 { return float64(10*i + j) })
	for i := range 3 {
		for j := range 3 {
			if want := float64(10*min(i, j) + max(i, j)); S.At(i, j) != want {
				t.Errorf("entry %d, %d is %v, want %v", i, j, S.At(i, j), want)
			}
		}
	}
}
