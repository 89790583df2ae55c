package boundaries

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

func load(query string) *points.Labelled {
	f := course.NewForm(course.ParseQuery(query))
	return points.OfClasses(f, points.Offer{Data: "rings"})()
}

// A saddle is factor·x₁x₂.
type saddle struct {
	points.LabelledSpec
	factor float64
}

func (saddle) Look() Look { return Look{} }

// calls counts computations.
var calls int

func (s saddle) Values(_ context.Context, _ *course.Memo, nodes [][]float64) ([]float64, error) {
	calls++
	v := make([]float64, len(nodes))
	for i, x := range nodes {
		v[i] = s.factor * x[0] * x[1]
	}
	return v, nil
}

// A broken function has no values.
type broken struct{ saddle }

var errBroken = errors.New("broken")

func (broken) Values(context.Context, *course.Memo, [][]float64) ([]float64, error) {
	calls++
	return nil, errBroken
}

// A sum is x₁ + x₂.
type sum struct{ points.LabelledSpec }

func (sum) Look() Look { return Look{} }

func (sum) Values(_ context.Context, _ *course.Memo, nodes [][]float64) ([]float64, error) {
	v := make([]float64, len(nodes))
	for i, x := range nodes {
		v[i] = x[0] + x[1]
	}
	return v, nil
}

// The values stand where the grid says, from corner to corner of the window, and in
// the middle.
func TestOverTheWindow(t *testing.T) {
	d := load("data=points&points=100,2000,1;104,2001,-1")
	s := course.Must(Over(t.Context(), course.NewMemo(1<<22), saddle{d.Spec, 1}))
	for _, c := range []struct {
		i, j   int
		x1, x2 float64
	}{
		{0, 0, d.XMin, d.YMin}, {0, Nodes - 1, d.XMax, d.YMin}, {Nodes - 1, 0, d.XMin, d.YMax},
		{Nodes - 1, Nodes - 1, d.XMax, d.YMax},
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
	calls = 0
	over := func(factor float64, query string) *Surface {
		t.Helper()
		s := course.Must(Over(t.Context(), memo, saddle{load(query).Spec, factor}))
		return s
	}
	if first, again := over(1, ""), over(1, ""); first != again || calls != 1 {
		t.Errorf("the same surface was computed %d times", calls)
	}
	for i, c := range []struct {
		factor float64
		query  string
	}{{2, ""}, {1, "seed=2"}, {1, "data=points"}, {1, "data=points&frame=-9,9,-9,9"}} {
		if over(c.factor, c.query); calls != i+2 {
			t.Errorf("%v was not computed", c)
		}
	}
	for range 2 {
		if _, err := Over(t.Context(), memo, broken{saddle{load("").Spec, 1}}); !errors.Is(err, errBroken) {
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
	s := course.Must(Over(t.Context(), course.NewMemo(1<<22), sum{d.Spec}))
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

// A decision is that of kernel ridge regression, with its zero bold.
type decision struct {
	points.LabelledSpec
	kernel engine.Gaussian
	lambda float64
}

func (decision) Look() Look { return Look{Levels: []plots.Level{{At: 0, Bold: true}}} }

// Values are the fit's own at all nodes.
func (d decision) Values(_ context.Context, _ *course.Memo, nodes [][]float64) ([]float64, error) {
	f, err := engine.KRR(d.kernel, d.Load().InPlane().Data, d.lambda)
	if err != nil {
		return nil, err
	}
	return engine.Evaluate(f, nodes), nil
}

// The decision of a fit, evaluated at all nodes at once.
func ExampleOver() {
	form := course.NewForm(nil)
	d := points.InPlane(form, points.Offer{Data: "rings", Noise: 0.05})()
	s, err := Over(context.Background(), course.NewMemo(1<<22), decision{d.Spec, engine.Gaussian{Length: 0.5}, 1e-3})
	if err != nil {
		fmt.Println(err)
		return
	}
	middle, edge := s.Values.At(Nodes/2, Nodes/2), s.Values.At(Nodes/2, Nodes-1)
	fmt.Println("the middle is on the other side than the edge:", middle > 0 != (edge > 0))
	// Output: the middle is on the other side than the edge: true
}
