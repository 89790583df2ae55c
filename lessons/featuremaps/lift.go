package featuremaps

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// A lifting is a third feature, computed from two inputs.
type lifting struct {
	value, label string
	of           func(x1, x2 float64) float64
}

var liftings = []lifting{
	{"product", "x₁x₂", func(x1, x2 float64) float64 { return x1 * x2 }},
	{"squares", "x₁² + x₂²", func(x1, x2 float64) float64 { return x1*x1 + x2*x2 }},
	{"square", "x₁²", func(x1, _ float64) float64 { return x1 * x1 }},
}

func liftingOf(feature string) lifting {
	return liftings[slices.IndexFunc(liftings, func(l lifting) bool { return l.value == feature })]
}

// liftLambda is the λ of the separating planes, on inputs scaled to about [−1, 1]: so
// small that where a plane separates the classes, this one does.
const liftLambda = 1e-6

// mostStems is how many points stand on stems: more are a thicket.
const mostStems = 30

// liftNodes is the side of the grid on which shadows are traced.
const liftNodes = 81

// liftSample is what the lift opens on.
var liftSample = points.Offer{Data: "rings", N: 80, Noise: 0.05, Seed: 4, Of: []string{"rings", "xor", "points"}, Edit: "lift-plane"}

func buildLift(f *course.Form) course.Draw {
	load := points.InPlane(f, liftSample)
	var options []course.Option
	for _, l := range liftings {
		options = append(options, course.Option{Value: l.value, Label: l.label})
	}
	feature := f.Choice("feature", "added feature", "product", options)
	up := liftingOf(feature)
	height := f.Int("height", "height", 100, 0, 100, course.Unit("%"))
	yaw := f.Int("yaw", "turn", 30, -90, 90, course.Unit("°"))
	pitch := f.Int("pitch", "look down", 18, 0, 90, course.More, course.Unit("°"))
	at := points.PointedAt(f, load().Data.Len(), course.Shows("where it is lifted to"))
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		data := load()
		x, y := data.Axes()
		shown := plots.Scatter{X: x, Y: y, Classes: data.Dots(), Equal: true}
		p := &course.Picture{}
		panel := func(plot plots.Drawer, id, title string) plots.Panel {
			if _, flat := plot.(plots.Scatter); flat {
				return plots.Panel{ID: id, Title: title, Width: 460, Plot: plot}
			}
			return plots.Panel{ID: id, Title: title, Width: 560, Height: 466, Plot: plot}
		}
		if data.Data.Len() == 0 {
			p.Columns = [][]plots.Panel{{panel(shown, "lift-plane", "An empty plane")}}
			p.Message = "There are no points yet. Add some of both classes."
			p.Description = "No points, no plane."
			return p, nil
		}
		l, err := course.Remember(ctx, memo, liftOf{data.Spec, feature})
		if err != nil {
			return nil, err
		}
		n, shadow := data.Data.Len(), l.shadow()
		shown.Lines = []plots.Line{l.straight(), shadow}
		var rings []plots.Marker3
		if at > 0 {
			x := l.lifted.X[at-1]
			ring := points.Ring(at-1, x[0], x[1])
			shown.Markers = []plots.Marker{ring}
			rings = []plots.Marker3{{At: plots.Point3{X: x[0], Y: x[1], Z: x[2]}, Name: ring.Name}}
			p.Datum = fmt.Sprintf("%s; it is lifted to %s = %s%s.", data.Datum(at-1), up.label, course.Digits(x[2]), l.side(at-1))
		}
		shadow.Name = "" // the plane is named already
		p.Columns = [][]plots.Panel{
			{panel(plots.Lift{
				X: x, Y: y, Z: l.z, Yaw: float64(yaw), Pitch: float64(pitch), Squash: 1 - float64(height)/100,
				Clouds: l.clouds(), Stems: n <= mostStems, Surface: up.of, Plane: l.separating(), Shadow: []plots.Line{shadow}, Rings: rings, Legend: true,
			}, "lift-box", "Lifted by "+up.label)},
			{panel(shown, "lift-plane", "From above, with both borders")},
		}
		p.Numbers = []course.Number{
			{Name: "accuracy", Label: "share on the correct side, with the feature", Means: "The share of points that lie on their class’s side of the plane.", Value: right(l.with) / float64(n)},
			{Name: "accuracy_without", Label: "share without it", Means: "The share of points that lie on their class’s side of the dashed line, the one of least logistic loss. Another line may have more.", Value: right(l.without) / float64(n)},
			{Name: "errors", Label: "points on the wrong side", Means: "How many points lie on the other class’s side of the plane.", Value: float64(n) - right(l.with)},
			{Name: "theta_feature", Label: "θ of " + up.label, Value: l.W[2]},
			{Name: "loss", Label: "logistic loss and penalty", Value: l.with.Loss},
		}
		classes := "two classes"
		if slices.Min(data.Data.Y) == slices.Max(data.Data.Y) {
			classes = "one class"
		}
		p.Description = fmt.Sprintf("%s of %s. %s", course.Plural(n, "point"), classes, l.parts())
		p.Certificate = l.check()
		i := make([]float64, n)
		for j := range i {
			i[j] = l.lifted.X[j][2]
		}
		p.Series = []course.Series{
			course.Table("data", "x1 x2 class feature", data.Data.Input(0), data.Data.Input(1), data.Data.Y, i),
			course.Table("plane", "theta", []float64{l.B, l.W[0], l.W[1], l.W[2]}),
		}
		p.Code = l.code(f)
		parted, straight := l.with.Right == n, l.without.Right == n
		now := "other points"
		switch {
		case data.Name == "rings" && idle(l.with):
			now = "no plane"
		case data.Name == "rings":
			now = fmt.Sprintf("%d of %d", l.with.Right, n)
		}
		p.Goals = []course.Goal{
			{Name: "rings", At: "feature=squares", Now: now, Reached: data.Name == "rings" && parted, Text: fmt.Sprintf("Goal reached: all %d points are on their side of the plane.", n)},
			{Name: "three", At: "data=points&feature=square&points=-1,0,1;0,0,-1;1,0,1", Reached: data.Name == "points" && up.value == "square" && n == 3 && parted && !straight, Text: "No line separates these three points. One feature does."},
		}
		return p, nil
	}
}

// A scaling takes a number to [−1, 1].
type scaling struct{ centre, half float64 }

func scalingOf(lo, hi float64) scaling { return scaling{(lo + hi) / 2, (hi - lo) / 2} }

func (s scaling) of(v float64) float64 { return (v - s.centre) / s.half }

// A lifted is points in the plane with a third feature, and what separates the classes
// with it and without.
type lifted struct {
	*points.Plane
	by            lifting
	z             plots.Axis
	lifted        engine.Dataset // x₁, x₂ and the feature
	scales        [3]scaling
	with, without *engine.Separation
	W             [3]float64 // the plane in the units of the inputs
	B             float64
	nodes         *mat.Dense // f over the window
}

type liftOf struct {
	points.LabelledSpec
	feature string
}

// Compute lifts the points and parts them, and returns the bytes of that.
func (of liftOf) Compute(ctx context.Context, _ *course.Memo) (*lifted, int, error) {
	d, by := of.Load().InPlane(), liftingOf(of.feature)
	l := &lifted{Plane: d, by: by, lifted: engine.Dataset{Y: d.Data.Y}}
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range d.Data.X {
		v := by.of(x[0], x[1])
		low, high = math.Min(low, v), math.Max(high, v)
		l.lifted.X = append(l.lifted.X, []float64{x[0], x[1], v})
	}
	l.z = plots.Axis{Label: by.label}
	l.z.Min, l.z.Max = points.Span([]float64{low, high}, 0.12)
	if low >= 0 {
		l.z.Min = 0
	}
	l.scales = [3]scaling{scalingOf(d.XMin, d.XMax), scalingOf(d.YMin, d.YMax), scalingOf(l.z.Min, l.z.Max)}
	flat, deep := engine.Dataset{Y: d.Data.Y}, engine.Dataset{Y: d.Data.Y}
	for _, x := range l.lifted.X {
		u := []float64{l.scales[0].of(x[0]), l.scales[1].of(x[1]), l.scales[2].of(x[2])}
		deep.X, flat.X = append(deep.X, u), append(flat.X, u[:2:2])
	}
	var err error
	if l.without, err = engine.Separate(ctx, flat, liftLambda); err != nil {
		return nil, 0, err
	}
	if l.with, err = engine.Separate(ctx, deep, liftLambda); err != nil {
		return nil, 0, err
	}
	l.B = l.with.Theta[0]
	for j, s := range l.scales {
		l.W[j] = l.with.Theta[j+1] / s.half
		l.B -= l.W[j] * s.centre
	}
	x, y := d.Axes()
	l.nodes = plots.Grid{X: x, Y: y, Cols: liftNodes, Rows: liftNodes}.Over(func(x1, x2 float64) float64 {
		theta, s := l.with.Theta, l.scales
		return theta[0] + theta[1]*s[0].of(x1) + theta[2]*s[1].of(x2) + theta[3]*s[2].of(by.of(x1, x2))
	})
	return l, 8 * (liftNodes*liftNodes + 12*d.Data.Len()), nil
}

// idle reports whether the best θ of such a separation is zero but for its constant, as
// far as computing can tell: no line, or plane, is better than another then.
func idle(s *engine.Separation) bool {
	return engine.Agree(floats.Norm(s.Theta[1:], math.Inf(1)), 0, math.Max(1, math.Abs(s.Theta[0])))
}

// right is how many points are on the correct side; NaN where there is no line, or plane.
func right(s *engine.Separation) float64 {
	if idle(s) {
		return math.NaN()
	}
	return float64(s.Right)
}

// parts says how many points a straight line and the plane have on the correct side.
func (l *lifted) parts() string {
	s := "No straight line is better than none;"
	if !idle(l.without) {
		s = fmt.Sprintf("A straight line puts %d on the correct side;", l.without.Right)
	}
	s += " with the feature " + l.by.label
	if idle(l.with) {
		return s + " no plane is better than none."
	}
	return s + fmt.Sprintf(" a plane puts %d there. %s", l.with.Right, l.shape())
}

// side says whether the plane has datum i, from 0, on the side of its class; nothing
// where there is no plane.
func (l *lifted) side(i int) string {
	if idle(l.with) {
		return ""
	}
	switch l.with.Sides[i] {
	case 0:
		return ", on the plane"
	case l.Data.Y[i]:
		return ", on the correct side of the plane"
	}
	return ", on the wrong side of the plane"
}

// separating is where f = 0, in space.
func (l *lifted) separating() plots.Plane { return plots.Plane{W: l.W, B: l.B, Name: "plane f = 0"} }

// shadow is where f = 0 in the plane of the inputs: below where the separating plane
// meets the surface that the points were lifted to.
func (l *lifted) shadow() plots.Line {
	x, y := l.Axes()
	xs, ys := plots.Contour(l.nodes, x, y, 0)
	return plots.Line{Name: "with " + l.by.label, Xs: xs, Ys: ys, Color: plots.Curve, Width: 2.6, Class: "curve t-fit"}
}

// straight is the line without the feature.
func (l *lifted) straight() plots.Line {
	x, y := l.Axes()
	corners := mat.NewDense(2, 2, nil)
	for i, x2 := range []float64{l.YMin, l.YMax} {
		for j, x1 := range []float64{l.XMin, l.XMax} {
			corners.Set(i, j, l.without.Theta[0]+l.without.Theta[1]*l.scales[0].of(x1)+l.without.Theta[2]*l.scales[1].of(x2))
		}
	}
	xs, ys := plots.Contour(corners, x, y, 0)
	return plots.Line{Name: "without", Xs: xs, Ys: ys, Color: plots.Soft, Width: 1.6, Dash: true, Class: "straight"}
}

// clouds are the classes in space, as [points.Plane.Dots] are in the plane.
func (l *lifted) clouds() []plots.Cloud {
	var clouds []plots.Cloud
	for _, c := range l.Dots() {
		cloud := plots.Cloud{Name: c.Name, Index: c.Index}
		for _, p := range c.Points {
			cloud.Points = append(cloud.Points, plots.Point3{X: p.X, Y: p.Y, Z: l.by.of(p.X, p.Y)})
		}
		clouds = append(clouds, cloud)
	}
	return clouds
}

// shape says what lies on the floor under the curve in which plane and surface meet.
func (l *lifted) shape() string {
	if len(l.shadow().Xs) == 0 {
		return "The border on the floor lies outside this window."
	}
	if engine.Agree(l.with.Theta[3], 0, math.Max(math.Abs(l.with.Theta[1]), math.Abs(l.with.Theta[2]))) {
		return "The plane is upright, for the feature does not count, and the border on the floor is a straight line."
	}
	// Rounding leaves a little of what is zero: compared is what terms amount to in the
	// window, in which inputs reach ±1.
	size := math.Max(math.Abs(l.with.Theta[1]), math.Max(math.Abs(l.with.Theta[2]), math.Abs(l.with.Theta[3])))
	switch l.by.value {
	case "product":
		// W₃(x₁ + W₂/W₃)(x₂ + W₁/W₃) = W₁W₂/W₃ − B
		if rest := l.W[0]*l.W[1]/l.W[2] - l.B; engine.Agree(rest, 0, size) {
			return "The border on the floor is two straight lines that cross."
		}
		return "The border on the floor is a hyperbola."
	case "square":
		if engine.Agree(l.with.Theta[2], 0, size) {
			return "The border on the floor is upright straight lines, for x₂ does not count."
		}
		return "The border on the floor is a parabola."
	}
	// W₃(x₁² + x₂²) + W₁x₁ + W₂x₂ + B = 0
	c1, c2 := -l.W[0]/(2*l.W[2]), -l.W[1]/(2*l.W[2])
	radius := math.Sqrt(c1*c1 + c2*c2 - l.B/l.W[2])
	for _, c := range []*float64{&c1, &c2} {
		if engine.Agree(*c, 0, l.XMax-l.XMin) {
			*c = 0
		}
	}
	return fmt.Sprintf("The border on the floor is a circle of radius %s around (%s, %s).", course.Digits(radius), course.Digits(c1), course.Digits(c2))
}

// check is the certificate with its reasons.
func (l *lifted) check() *course.Certificate {
	c := l.with.Certificate
	return course.Agreement(c, "two ways to write the plane",
		fmt.Sprintf("The plane by its θ, and as a sum over the points. Their values differ by at most %s of the largest.", course.Digits(c.PrimalDualGap)),
		fmt.Sprintf("The objective is convex, so that a zero gradient is enough. Its length at θ is %s.", course.Digits(c.Residual)),
		fmt.Sprintf("Logistic regression with a penalty of λ = %s, which hardly counts: where some plane separates the classes, so does this one, unless points nearly touch it.", course.Digits(liftLambda)),
		fmt.Sprintf("Bound: the terms of the sum over the points cancel. (n + 4) · ε · Σ|αᵢ| · max‖φ(xᵢ)‖², as a share of the largest |f| (or of 1), is %s.", course.Digits(c.Bound)),
	)
}

// code computes both separations in other languages.
func (l *lifted) code(f *course.Form) *course.Code {
	x, y := l.Axes()
	return programs.Code("lift", f, course.Values{
		"XAxis": x, "YAxis": y,
		"X1": l.Data.Input(0), "X2": l.Data.Input(1), "Y": l.Data.Y, "Lambda": liftLambda,
		"Centre": []float64{l.scales[0].centre, l.scales[1].centre, l.scales[2].centre},
		"Half":   []float64{l.scales[0].half, l.scales[1].half, l.scales[2].half}, "Agreement": engine.Agreement,
	})
}
