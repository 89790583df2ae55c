package points

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/lessons/course"
)

func classed(query string) (*course.Form, *Labelled) {
	f := course.NewForm(course.ParseQuery(query))
	return f, OfClasses(f, Offer{Data: "rings"})()
}

// Every source has as many names as inputs, a name for every class and no more, and
// its points in the window.
func TestSourcesOfClasses(t *testing.T) {
	for _, s := range labelledSources {
		for _, inputs := range []string{"scaled", "raw"} {
			f, l := classed("data=" + s.value + "&inputs=" + inputs)
			if len(f.Notes) > 0 {
				t.Errorf("%s: %q", s.value, f.Notes)
			}
			if err := l.Data.Validate(); err != nil {
				t.Errorf("%s: %v", s.value, err)
			}
			if len(l.Inputs) != len(l.Data.X[0]) {
				t.Errorf("%s: %d inputs with %d names", s.value, len(l.Data.X[0]), len(l.Inputs))
			}
			var named []int
			for _, c := range l.Classes {
				named = append(named, c.Label)
			}
			slices.Sort(named)
			if diff := cmp.Diff(l.Data.Classes(), named); diff != "" {
				t.Errorf("%s: classes (-data +named):\n%s", s.value, diff)
			}
			seen := make([]int, l.Data.Len())
			for k, c := range l.ByClass(l.Column(0), l.Column(1)) {
				if c.Name != l.Classes[k].Name || len(c.Points) != len(c.Index) {
					t.Errorf("%s: class %d is %q of %d points and %d numbers", s.value, k, c.Name,
						len(c.Points), len(c.Index))
				}
				for j, i := range c.Index {
					seen[i]++
					if x := l.Data.X[i]; c.Points[j].X != x[0] || c.Points[j].Y != x[1] || l.Class(i) != c.Name {
						t.Fatalf("%s: point %d of %s is drawn at %v as %s", s.value, i, l.Class(i), c.Points[j], c.Name)
					}
				}
			}
			if slices.ContainsFunc(seen, func(n int) bool { return n != 1 }) {
				t.Errorf("%s: a point is drawn twice, or not at all", s.value)
			}
			if s.real != nil && (slices.Min(l.Column(0)) < l.XMin || slices.Max(l.Column(1)) > l.YMax) {
				t.Errorf("%s: points outside %v", s.value, l.Window)
			}
		}
	}
}

// Standardised inputs have mean 0 and standard deviation 1, are another data set for
// the memo, and leave those as measured alone.
func TestStandardisedInputs(t *testing.T) {
	_, scaled := classed("data=wine")
	_, raw := classed("data=wine&inputs=raw")
	if scaled.Spec == raw.Spec {
		t.Errorf("both are remembered as %+v", raw.Spec)
	}
	for j := range scaled.Inputs {
		var sum, squares float64
		for _, v := range scaled.Column(j) {
			sum, squares = sum+v, squares+v*v
		}
		if n := float64(scaled.Data.Len()); math.Abs(sum/n) > 1e-12 || math.Abs(squares/n-1) > 1e-12 {
			t.Errorf("%s: mean %g, variance %g", scaled.Inputs[j].Name, sum/n, squares/n-sum*sum/n/n)
		}
	}
	if raw.Data.X[0][12] != 1065 || raw.Inputs[12].Name != "proline" {
		t.Errorf("the first wine's %s is %g, want 1065", raw.Inputs[12].Name, raw.Data.X[0][12])
	}
	if scaled.Inputs[12].Name != "proline, standardised" {
		t.Errorf("its axis says %q", scaled.Inputs[12].Name)
	}
}

func TestSampleOfDigits(t *testing.T) {
	for _, n := range []int{5, 120, MaxN} {
		f, l := classed(fmt.Sprintf("data=digits&n=%d", n))
		if l.Data.Len() != n || f.Control("n").Off || f.Control("seed").Off || !f.Control("noise").Off {
			t.Errorf("%d digits of %d; hidden: n %v, seed %v, noise %v", l.Data.Len(), n, f.Control("n").Off,
				f.Control("seed").Off, f.Control("noise").Off)
		}
	}
	_, a := classed("data=digits")
	_, b := classed("data=digits&seed=2")
	if cmp.Equal(a.Data.Labels, b.Data.Labels) || a.Spec == b.Spec {
		t.Error("the seed changes nothing")
	}
}

// Where nothing real is offered nobody is asked about standardising, and in the plane
// nothing real is.
func TestOfferOfClasses(t *testing.T) {
	names := func(f *course.Form) (names []string) {
		for _, c := range f.Controls {
			names = append(names, c.Name)
		}
		return names
	}
	f := course.NewForm(course.ParseQuery("data=iris"))
	InPlane(f, Offer{Data: "moons"})
	if slices.Contains(names(f), "inputs") || f.Control("data").Value != "moons" || len(f.Notes) != 1 {
		t.Errorf("in the plane: %q, data %s, notes %q", names(f), f.Control("data").Value, f.Notes)
	}
	f = course.NewForm(nil)
	OfClasses(f, Offer{Data: "iris", Of: []string{"wine", "iris"}})
	if options := f.Control("data").Options; !slices.Contains(names(f), "inputs") || len(options) != 2 ||
		f.Control("inputs").Off || slices.Contains(names(f), "n") {
		t.Errorf("of two real sets: %q, options %v", names(f), options)
	}
}

// One's own points have class 1 first, as the made ones, whichever comes first.
func TestOwnPointsOfClasses(t *testing.T) {
	f, l := classed("data=points&points=0,1,-1;2,3,1")
	if diff := cmp.Diff([]string{"class −1", "class 1"}, []string{l.Class(0), l.Class(1)}); diff != "" ||
		l.Classes[0].Name != "class 1" {
		t.Errorf("classes %v (-want +got):\n%s", l.Classes, diff)
	}
	if p := InPlane(course.NewForm(course.ParseQuery(f.Query(""))), Offer{Data: "rings"})(); p.Data.Y[0] != -1 ||
		p.Data.Y[1] != 1 {
		t.Errorf("responses %v", p.Data.Y)
	}
	if _, l := classed("data=points&points=none"); l.Data.Len() != 0 || len(l.ByClass(nil, nil)) != 2 {
		t.Errorf("no point at all is %d points", l.Data.Len())
	}
}

// Images are as measured, whether their pixels are standardised for use or not, and
// stand in the order of their classes.
func TestImagesOfDigits(t *testing.T) {
	_, raw := classed("data=digits&n=40&inputs=raw")
	_, scaled := classed("data=digits&n=40")
	if diff := cmp.Diff(raw.Ink, scaled.Ink); diff != "" || len(raw.Ink) != 40 {
		t.Errorf("%d images; raw and standardised differ: %s", len(raw.Ink), diff)
	}
	for i, ink := range raw.Ink {
		for j, v := range ink {
			if v != raw.Data.X[i][j]/16 {
				t.Fatalf("pixel %d of image %d is %v of %v", j, i, v, raw.Data.X[i][j])
			}
		}
	}
	if !slices.IsSorted(raw.Data.Labels) || raw.Images() == nil {
		t.Errorf("labels %v", raw.Data.Labels)
	}
	if _, rings := classed(""); rings.Images() != nil {
		t.Error("rings are no images")
	}
}

// What has two inputs is drawn over a square window, foods over a wide one, with all its points in it, in the
// unit that the bandwidth's is, and the soil has as many places over the limit as the
// file.
func TestTwoInputs(t *testing.T) {
	for _, s := range flatSources {
		f := course.NewForm(course.ParseQuery("data=" + s.value))
		l := OfTwoInputs(f, Offer{Data: "meuse"})()
		if len(f.Notes) > 0 || len(l.Inputs) != 2 || l.Squared() == (s.value == "foods") {
			t.Errorf("%s: notes %q, %d inputs, window %v", s.value, f.Notes, len(l.Inputs), l.Window)
		}
		if got := InputUnit(f); got != l.Inputs[0].Unit || got != l.Inputs[1].Unit {
			t.Errorf("%s: the bandwidth is in %q, the inputs in %q", s.value, got, l.Inputs[0].Unit)
		}
		for _, x := range l.Data.X {
			if x[0] < l.XMin || x[0] > l.XMax || x[1] < l.YMin || x[1] > l.YMax {
				t.Errorf("%s: %v is outside %v", s.value, x, l.Window)
			}
		}
	}
	over := floats.Sum(course.Floats(polluted().Labels))
	if over != 33 || polluted().Len() != 155 {
		t.Errorf("%v of %d places are over %d ppm", over, polluted().Len(), zincLimit)
	}
}

// A sample of soil has a class that reads as one.
func TestSoilPointedAt(t *testing.T) {
	l := OfTwoInputs(course.NewForm(nil), Offer{Data: "meuse"})()
	if got := l.Datum(slices.Index(l.Data.Labels, 0)); !strings.Contains(got, ": less zinc, at east = ") {
		t.Errorf("%q", got)
	}
}

// Foods have names, which is what is said of one that is pointed at.
func TestNamedPoints(t *testing.T) {
	l := OfTwoInputs(course.NewForm(nil), Offer{Data: "foods"})()
	i := slices.Index(l.Names, "milk")
	if want := fmt.Sprintf("Point %d is milk (from animals), at carbohydrate = 4.80 g and protein = 3.20 g",
		i+1); i < 0 || l.Datum(i) != want {
		t.Errorf("%q, want %q", l.Datum(i), want)
	}
}

// By squares a sample of soil and the others have no square in common, at one place of the corners, and are all.
func TestPartsBySquares(t *testing.T) {
	for seed := 1; seed <= 20; seed++ {
		spec := LabelledSpec{Name: "meuse", Flat: true, N: 103, Seed: seed, Squares: true}
		sample, others := spec.Parts()
		if n := sample.Len(); n < 95 || n > 103 || n+others.Len() != 155 || spec.Load().Data.Len() != n {
			t.Fatalf("sample %d has %d, the others are %d", seed, n, others.Len())
		}
		rng := rand.New(rand.NewPCG(uint64(seed), 0))
		east, north := rng.Float64(), rng.Float64()
		for _, square := range Squares(slices.Concat(sample.X, others.X), east, north) {
			if slices.Min(square) < sample.Len() && slices.Max(square) >= sample.Len() {
				t.Errorf("sample %d: a square is on both sides", seed)
			}
		}
	}
}
