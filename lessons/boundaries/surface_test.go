package boundaries

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/points"
	"gramophone/plots"
)

func load(query string) *points.Labelled {
	f := course.NewForm(course.ParseQuery(query))
	return points.OfClasses(f, points.Offer{Data: "rings"})()
}

// saddle is x₁x₂.
func saddle(_ context.Context, nodes [][]float64) ([]float64, error) {
	v := make([]float64, len(nodes))
	for i, x := range nodes {
		v[i] = x[0] * x[1]
	}
	return v, nil
}

// The values stand where the grid says, from corner to corner of the window, and in
// the middle.
func TestOverTheWindow(t *testing.T) {
	d := load("data=points&points=100,2000,1;104,2001,-1")
	s, err := Over(t.Context(), course.NewMemo(1<<22), "saddle", d, Look{}, saddle)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		i, j   int
		x1, x2 float64
	}{
		{0, 0, d.XMin, d.YMin}, {0, Nodes - 1, d.XMax, d.YMin}, {Nodes - 1, 0, d.XMin, d.YMax}, {Nodes - 1, Nodes - 1, d.XMax, d.YMax},
		{Nodes / 2, Nodes / 2, (d.XMin + d.XMax) / 2, (d.YMin + d.YMax) / 2},
	} {
		if got, want := s.Values.At(c.i, c.j), c.x1*c.x2; math.Abs(got-want) > 1e-9*math.Abs(want) {
			t.Errorf("node (%d, %d) has %g, want %g", c.i, c.j, got, want)
		}
	}
}

// A second draw finds the surface; other data, another window and another function
// are others; what failed is not kept.
func TestSurfacesAreRemembered(t *testing.T) {
	memo := course.NewMemo(1 << 22)
	calls := 0
	over := func(key, query string) *Surface {
		t.Helper()
		s, err := Over(t.Context(), memo, key, load(query), Look{}, func(ctx context.Context, nodes [][]float64) ([]float64, error) {
			calls++
			return saddle(ctx, nodes)
		})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if first, again := over("saddle", ""), over("saddle", ""); first != again || calls != 1 {
		t.Errorf("the same surface was computed %d times", calls)
	}
	for i, c := range [][2]string{{"another", ""}, {"saddle", "seed=2"}, {"saddle", "data=points"}, {"saddle", "data=points&frame=-9,9,-9,9"}} {
		if over(c[0], c[1]); calls != i+2 {
			t.Errorf("%q was not computed", c)
		}
	}
	broken := errors.New("broken")
	for range 2 {
		_, err := Over(t.Context(), memo, "broken", load(""), Look{}, func(context.Context, [][]float64) ([]float64, error) {
			calls++
			return nil, broken
		})
		if !errors.Is(err, broken) {
			t.Errorf("error %v", err)
		}
	}
	if calls != 7 {
		t.Errorf("%d computations, want 7: what failed was kept", calls)
	}
}

// A linear function through the middle: its zero is bold among round levels, the
// ground has the classes’ colours, and both classes lie over it.
func TestSurfaceUnderClasses(t *testing.T) {
	d := load("data=blobs")
	s, err := Over(t.Context(), course.NewMemo(1<<22), "sum", d, Look{}, func(_ context.Context, nodes [][]float64) ([]float64, error) {
		v := make([]float64, len(nodes))
		for i, x := range nodes {
			v[i] = x[0] + x[1]
		}
		return v, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if s.Relief.Scale != (plots.Scale{Ramp: plots.Field, Min: -6, Max: 6}) {
		t.Errorf("drawn with %v", s.Relief.Scale)
	}
	svg := string(plots.Panel{ID: "p", Title: "A sum", Plot: s.Under(d, "f")}.AppendSVG(nil))
	for _, want := range []string{"contour bold", "points class-1", "points class-2", "<image"} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in the picture", want)
		}
	}
	if strings.Contains(svg, "NaN") {
		t.Error("NaN in the picture")
	}
}

// The decision of a fit, evaluated at all nodes at once, is the fit's own.
func ExampleOver() {
	form := course.NewForm(nil)
	d := points.InPlane(form, points.Offer{Data: "rings", Noise: 0.05})()
	f, err := engine.KRR(engine.Gaussian{Length: 0.5}, d.Data, 1e-3)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := Over(context.Background(), course.NewMemo(1<<22), "krr", d.Labelled, Look{Levels: []plots.Level{{At: 0, Bold: true}}},
		func(_ context.Context, nodes [][]float64) ([]float64, error) {
			v := make([]float64, len(nodes))
			for i, x := range nodes {
				v[i] = f.Eval(x)
			}
			return v, nil
		})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("the middle is on the other side than (1, 0):", s.Values.At(Nodes/2, Nodes/2) > 0 != (f.Eval([]float64{1, 0}) > 0))
	// Output: the middle is on the other side than (1, 0): true
}
