package featuremaps

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
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

// mostStems is up to how many points stand on stems: those of more hide each other.
const mostStems = 30

// The points rise from 0 to risen, in percent of their height, in so many frames of a film.
const risen, liftFrames = 100, 20

// liftNodes is the side of the grid on which shadows are traced.
const liftNodes = 81

// liftSample is what the lift opens on.
var liftSample = points.Offer{
	Data: "rings", N: 80, Noise: 0.05, Seed: 4,
	Of: []string{"rings", "xor", "points"}, Edit: "lift-plane", Rows: points.MoreRows,
}

// A lift is points in the plane beside the same points lifted by a feature, and the plane
// that separates them there.
type lift struct {
	// What the controls say.
	load               func() *points.Plane
	by                 lifting
	height, yaw, pitch int
	at                 int // the datum pointed at, from 1; 0 for none

	// What is computed.
	*lifted            // nil where there is no point
	shadow  plots.Line // where f = 0 in the plane of the inputs
}

var buildLift = course.Steps(func(f *course.Form) course.Work {
	r := &lift{}
	var options []course.Option
	for _, l := range liftings {
		options = append(options, course.Option{Value: l.value, Label: l.label})
	}
	r.by = liftingOf(f.Choice("feature", "added feature", "product", options))
	r.load = points.InPlane(f, liftSample)
	r.height = f.Int("height", "height", 0, 0, risen, course.Unit("%"), course.Film, course.Stride(risen/liftFrames))
	r.yaw = f.Int("yaw", "turn", 30, -90, 90, course.Unit("°"))
	r.pitch = f.Int("pitch", "look down", 24, 0, 90, course.More, course.Unit("°"))
	r.at = points.PointedAt(f, r.load().Data.Len(), course.Shows("where it is lifted to"))
	return r
})

func (r *lift) Compute(ctx context.Context, memo *course.Memo) (err error) {
	data := r.load()
	if data.Data.Len() == 0 {
		return nil
	}
	if r.lifted, err = course.Remember(ctx, memo, liftOf{data.Spec, r.by.value}); err != nil {
		return err
	}
	// Straight below where the separating plane meets the surface that the points were
	// lifted to.
	x, y := r.Axes()
	xs, ys := plots.Contour(r.nodes, x, y, 0)
	r.shadow = plots.Line{Name: "with " + r.by.label, Xs: xs, Ys: ys, Color: plots.Curve, Width: 2.6,
		Class: "curve t-fit"}
	return nil
}

func (r *lift) Show(f *course.Form) *course.Picture {
	if r.lifted == nil {
		return r.blank()
	}
	box := plots.Panel{ID: "lift-box", Title: "Lifted by " + r.by.label, Width: 560, Height: 466, Plot: r.box()}
	return &course.Picture{
		Columns:     [][]plots.Panel{{box}, {flatPanel("From above, with both borders", r.above())}},
		Numbers:     r.numbers(),
		Says:        r.says(),
		SaysOfDatum: r.saysOfDatum(),
		Certificate: r.check(),
		Series: []course.Series{
			course.Table("data", "x1 x2 class feature", r.Data.Input(0), r.Data.Input(1), r.Data.Y, r.points.Input(2)),
			course.Table("plane", "theta", []float64{r.B, r.W[0], r.W[1], r.W[2]}),
		},
		Code:  r.code(f),
		Goals: r.goals(),
	}
}

// blank is the plane before there is a point in it.
func (r *lift) blank() *course.Picture {
	empty := r.load()
	x, y := empty.Axes()
	plane := plots.Scatter{X: x, Y: y, Classes: empty.Dots(), Equal: true}
	return points.Blank("lift-plane", 460, plane, " of both classes.", saysNoPlane)
}

func flatPanel(title string, plot plots.Scatter) plots.Panel {
	return plots.Panel{ID: "lift-plane", Title: title, Width: 460, Plot: plot}
}

// above is the points from above with both borders, and a ring around the datum pointed at.
func (r *lift) above() plots.Scatter {
	x, y := r.Axes()
	s := plots.Scatter{X: x, Y: y, Classes: r.Dots(), Equal: true, Lines: []plots.Line{r.straight(), r.shadow}}
	if r.at > 0 {
		s.Markers = []plots.Marker{points.Ring(r.at-1, r.points.X[r.at-1][0], r.points.X[r.at-1][1])}
	}
	return s
}

// box is the lifted points: flat, from above, until they rise; as they do, one looks down
// less and turns. At the top there are the plane between them and its border.
func (r *lift) box() plots.Lift {
	x, y := r.Axes()
	up := float64(r.height) / risen
	box := plots.Lift{
		X: x, Y: y, Z: r.z, Yaw: up * float64(r.yaw), Pitch: 90 - up*(90-float64(r.pitch)), Squash: 1 - up,
		Clouds: r.clouds(), Stems: r.Data.Len() <= mostStems, Surface: r.by.of, Legend: true,
	}
	if r.height == risen {
		shadow := r.shadow
		shadow.Name = "" // the plane is named already
		box.Plane, box.Shadow = r.separating(), []plots.Line{shadow}
	}
	if r.at > 0 {
		at := r.points.X[r.at-1]
		name := points.Ring(r.at-1, at[0], at[1]).Name
		box.Rings = []plots.Marker3{{At: plots.Point3{X: at[0], Y: at[1], Z: at[2]}, Name: name}}
	}
	return box
}

func (r *lift) numbers() []course.Number {
	n := float64(r.Data.Len())
	return []course.Number{
		{Name: "accuracy", Label: "share correct, with the feature", Value: right(r.with) / n,
			Means: "The share of points that lie on their class’s side of the plane."},
		{Name: "accuracy_without", Label: "share correct, without it", Value: right(r.without) / n,
			Means: "The share of points that lie on their class’s side of the dashed line, " +
				"the one of least logistic loss. Another line may put more of them there."},
		{Name: "errors", Label: "points on the wrong side", Value: n - right(r.with),
			Means: "How many points lie on the other class’s side of the plane."},
		{Name: "theta_feature", Label: "θ of " + r.by.label, Value: r.W[2]},
		{Name: "loss", Label: "logistic loss and penalty", Value: r.with.Loss},
	}
}

// What the picture shows.
const (
	saysNoPlane  = "No points, no plane."
	saysClasses  = "{all} of two classes."
	saysOneClass = "{all} of one class."
	saysLine     = "A straight line puts {line} on the correct side;"
	saysNoLine   = "No straight line is better than none;"
	saysLift     = "with the feature {feature} a plane puts {plane} there."
	saysNoLift   = "with the feature {feature} no plane is better than none."
	saysOutside  = "The border on the floor lies outside this window."
	saysUpright  = "The plane is upright, for the feature does not count, and the border on the " +
		"floor is a straight line."
	saysCrossing  = "The border on the floor is two straight lines that cross."
	saysHyperbola = "The border on the floor is a hyperbola."
	saysParallel  = "The border on the floor is straight and parallel to the x₂ axis, for x₂ does not count."
	saysParabola  = "The border on the floor is a parabola."
	saysCircle    = "The border on the floor is a circle of radius {radius} around ({centre_1}, {centre_2})."
	saysLifted    = "{datum}; it is lifted to {feature} = {value}{side}."
)

// says how many points a straight line and the plane have on the correct side, and what
// border the plane has.
func (r *lift) says() []course.Said {
	all, line := course.Some{N: r.Data.Len(), Noun: "point"}, course.Say(saysNoLine)
	classes := course.Say(saysClasses, all)
	if slices.Min(r.Data.Y) == slices.Max(r.Data.Y) {
		classes = course.Say(saysOneClass, all)
	}
	if !idle(r.without) {
		line = course.Say(saysLine, r.without.Right)
	}
	if idle(r.with) {
		return []course.Said{classes, line, course.Say(saysNoLift, r.by.label)}
	}
	return []course.Said{classes, line, course.Say(saysLift, r.by.label, r.with.Right), r.border()}
}

// saysOfDatum says where the datum pointed at is lifted to.
func (r *lift) saysOfDatum() []course.Said {
	if r.at == 0 {
		return nil
	}
	i := r.at - 1
	return []course.Said{course.Say(saysLifted, r.Datum(i), r.by.label, r.points.X[i][2], r.side(i))}
}

// separated reports whether the plane has every point on the correct side, and
// separatedByLine whether the line has.
func (r *lift) separated() bool       { return r.with.Right == r.Data.Len() }
func (r *lift) separatedByLine() bool { return r.without.Right == r.Data.Len() }

func (r *lift) goals() []course.Goal {
	n, now, but := r.Data.Len(), "", ""
	if idle(r.with) {
		but = "with no plane"
	} else {
		now = fmt.Sprintf("%d of %d", r.with.Right, n)
	}
	if r.Name != "rings" {
		but = "with other points"
	}
	smallest := r.Name == "points" && r.by.value == "square" && n == 3
	return []course.Goal{
		{Name: "rings", At: "feature=squares", Now: now, But: but,
			Reached: r.Name == "rings" && r.separated(),
			Text:    fmt.Sprintf("Goal reached: all %d points are on their side of the plane.", n)},
		{Name: "three", At: "data=points&feature=square&points=-1,0,1;0,0,-1;1,0,1",
			Reached: smallest && r.separated() && !r.separatedByLine(),
			Text:    "No line separates these three points. One feature does."},
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
	z             plots.Axis
	points        engine.Dataset // x₁, x₂ and the feature
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
	l := &lifted{Plane: d, points: engine.Dataset{Y: d.Data.Y}}
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range d.Data.X {
		v := by.of(x[0], x[1])
		low, high = math.Min(low, v), math.Max(high, v)
		l.points.X = append(l.points.X, []float64{x[0], x[1], v})
	}
	l.z = plots.Axis{Label: by.label}
	l.z.Min, l.z.Max = points.Span([]float64{low, high}, 0.12)
	if low >= 0 {
		l.z.Min = 0
	}
	l.scales = [3]scaling{scalingOf(d.XMin, d.XMax), scalingOf(d.YMin, d.YMax), scalingOf(l.z.Min, l.z.Max)}
	flat, deep := engine.Dataset{Y: d.Data.Y}, engine.Dataset{Y: d.Data.Y}
	for _, x := range l.points.X {
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

// straight is the line without the feature.
func (l *lifted) straight() plots.Line {
	x, y := l.Axes()
	corners := mat.NewDense(2, 2, nil)
	for i, x2 := range []float64{l.YMin, l.YMax} {
		for j, x1 := range []float64{l.XMin, l.XMax} {
			theta := l.without.Theta
			corners.Set(i, j, theta[0]+theta[1]*l.scales[0].of(x1)+theta[2]*l.scales[1].of(x2))
		}
	}
	xs, ys := plots.Contour(corners, x, y, 0)
	return plots.Line{Name: "without", Xs: xs, Ys: ys, Color: plots.Soft, Width: 1.6, Dash: true, Class: "straight"}
}

// clouds are the classes in space, as [points.Plane.Dots] are in the plane.
func (r *lift) clouds() []plots.Cloud {
	var clouds []plots.Cloud
	for _, c := range r.Dots() {
		cloud := plots.Cloud{Name: c.Name, Index: c.Index}
		for _, p := range c.Points {
			cloud.Points = append(cloud.Points, plots.Point3{X: p.X, Y: p.Y, Z: r.by.of(p.X, p.Y)})
		}
		clouds = append(clouds, cloud)
	}
	return clouds
}

// border says what lies on the floor under the curve in which plane and surface meet.
func (r *lift) border() course.Said {
	if len(r.shadow.Xs) == 0 {
		return course.Say(saysOutside)
	}
	slope := math.Max(math.Abs(r.with.Theta[1]), math.Abs(r.with.Theta[2]))
	if engine.Agree(r.with.Theta[3], 0, slope) {
		return course.Say(saysUpright)
	}
	// Rounding leaves a little of what is zero: compared is what terms amount to in the
	// window, in which inputs reach ±1.
	size := math.Max(slope, math.Abs(r.with.Theta[3]))
	switch r.by.value {
	case "product":
		// W₃(x₁ + W₂/W₃)(x₂ + W₁/W₃) = W₁W₂/W₃ − B
		if rest := r.W[0]*r.W[1]/r.W[2] - r.B; engine.Agree(rest, 0, size) {
			return course.Say(saysCrossing)
		}
		return course.Say(saysHyperbola)
	case "square":
		if engine.Agree(r.with.Theta[2], 0, size) {
			return course.Say(saysParallel)
		}
		return course.Say(saysParabola)
	}
	radius, c1, c2 := r.circle()
	return course.Say(saysCircle, radius, c1, c2)
}

// circle is the radius and the centre of the border x₁² + x₂² lifts to a plane:
//
//	W₃(x₁² + x₂²) + W₁x₁ + W₂x₂ + B = 0.
func (l *lifted) circle() (radius, c1, c2 float64) {
	c1, c2 = -l.W[0]/(2*l.W[2]), -l.W[1]/(2*l.W[2])
	radius = math.Sqrt(c1*c1 + c2*c2 - l.B/l.W[2])
	for _, c := range []*float64{&c1, &c2} {
		if engine.Agree(*c, 0, l.XMax-l.XMin) {
			*c = 0
		}
	}
	return radius, c1, c2
}

// check is the certificate with its reasons.
func (l *lifted) check() *course.Certificate {
	c := l.with.Certificate
	return course.Agreement(c, "two ways to write the plane",
		fmt.Sprintf("The plane by its θ, and as a sum over the points. Their values differ by at "+
			"most %s of the largest.",
			course.Digits(c.PrimalDualGap)),
		fmt.Sprintf("The objective is convex, so that a zero gradient is enough. Its length at θ is %s.",
			course.Digits(c.Residual)),
		fmt.Sprintf("Logistic regression with a penalty of λ = %s, which hardly counts: where some plane "+
			"separates the classes, so does this one, unless points nearly touch it.", course.Digits(liftLambda)),
		fmt.Sprintf("Bound: the terms of the sum over the points cancel. (n + 4) · ε · Σ|αᵢ| · "+
			"max‖φ(xᵢ)‖², as a share of the largest |f| (or of 1), is %s.", course.Digits(c.Bound)),
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
