package largen

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// Few places with weights give the sums over all readings: of polynomials to rounding, and of
// features so that the fits are as far from the truth.
func TestCondensed(t *testing.T) {
	d := readings(2000, 7)
	c := course.Must(course.Remember(context.Background(), course.NewMemo(1<<20), condensedOf{2000, 0.2, 7}))
	for _, k := range []int{0, 1, 2, 31, len(c.at) - 1} { // Tₖ(cos θ) = cos kθ
		of := func(at float64) float64 { return math.Cos(float64(k) * math.Acos(2*at/length-1)) }
		var all, told, few, fewTold float64
		for i, x := range d.X {
			all, told = all+of(x[0]), told+d.Y[i]*of(x[0])
		}
		for j, x := range c.at {
			few, fewTold = few+c.w[j]*of(x[0]), fewTold+c.v[j]*of(x[0])
		}
		if math.Abs(all-few) > 1e-9 || math.Abs(told-fewTold) > 1e-9 {
			t.Errorf("degree %d: %v and %v, by all readings %v and %v", k, few, fewTold, all, told)
		}
	}
	for _, way := range []string{"nystrom", "fourier"} {
		for _, a := range []approximation{
			{way: way, n: 2000, ell: 0.2, lambda: 1e-5, seed: 7},
			{way: way, n: 500, ell: 0.15, lambda: 1e-3, seed: 8},
			{way: way, n: 2000, ell: 0.3, lambda: 1e-9, seed: 1000},
			{way: way, n: 2000, ell: 2, lambda: 1e-5, seed: 3},
		} {
			t.Run(fmt.Sprintf("%s, ℓ = %g", way, a.ell), func(t *testing.T) { sameDistances(t, a) })
		}
	}
}

// sameDistances compares the distances of a state with those of the picture redrawn.
func sameDistances(t *testing.T, a approximation) {
	figure := &Lesson.Figures[1]
	state := course.ParseQuery(fmt.Sprintf("way=%s&n=%d&bandwidth=%g&lambda=%g", a.way, a.n, a.ell, a.lambda))
	memo := course.NewMemo(1 << 24)
	p := course.Must(figure.Redraw(context.Background(), memo, state, a.seed))
	_, kept := course.Kept[*condensed](memo, condensedOf{a.n, a.ell, a.seed})
	if few := condensedPlaces(a.ell) < a.n; kept != few || !few {
		t.Fatalf("condensed: %v; fewer places: %v", kept, few)
	}
	_, want, err := a.errors(context.Background(), course.NewMemo(1<<24))
	if err != nil {
		t.Fatal(err)
	}
	tolerance := 1e-6
	if a.lambda < 1e-5 {
		tolerance = 1e-4
	}
	for i, e := range p.Result.(*approximated).rmses {
		if math.Abs(e-want[i]) > tolerance*want[i] {
			t.Errorf("through %d features %v, by all readings %v", sizes[i], e, want[i])
		}
	}
}

// The fits of the first landmarks by one factor are those of each number by itself.
func TestFits(t *testing.T) {
	ctx, memo := context.Background(), course.NewMemo(1<<24)
	a := approximation{way: "nystrom", n: 2000, ell: 0.2, lambda: 1e-5, seed: 2}
	p := course.Must(a.run(ctx, memo))
	fit := course.Must(a.fits(p))
	for _, m := range sizes {
		one, _, err := a.fit(p, m)
		if err != nil {
			t.Fatal(err)
		}
		if x, y := distance(p.over(one)), distance(p.over(course.Must(fit(m)))); math.Abs(x-y) > 1e-9*x {
			t.Errorf("through %d landmarks %v, together %v", m, x, y)
		}
	}
}

// Over twenty samples can be asked where they take less than 0.3 s.
func TestAskedWithinBounds(t *testing.T) {
	for query, asked := range map[string]bool{
		"": true, "m=200": true, "n=500": true, "bandwidth=2": true, "n=10000": false, "way=fourier": false,
		"bandwidth=0.19": false, "way=exact": false,
	} {
		form, _ := Lesson.Figures[1].At(course.ParseQuery("many=20&" + query))
		if off := form.Control(course.ManyControl).Off; off == asked {
			t.Errorf("%q: can be asked: %v", query, !off)
		}
		if told := len(form.Notes) > 0; told == asked && query != "way=exact" {
			t.Errorf("%q: notes %q", query, form.Notes)
		}
	}
}
