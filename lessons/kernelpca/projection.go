package kernelpca

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

const ringsNoise = 0.05

// pairs are the components that a picture may have on its axes.
var pairs = course.Options("1,2", "PC1 and PC2", "1,3", "PC1 and PC3", "2,3", "PC2 and PC3", "3,4", "PC3 and PC4",
	"5,6", "PC5 and PC6")

// opens is what the figures of any kernel open on.
var opens = points.Offer{Data: "rings", Noise: ringsNoise, Seed: ringsSeed, Alone: true}

// A view is components with two of them on the axes of a picture.
type view struct {
	// What the controls say.
	*method
	scaling    string
	across, up int       // components, from 0
	new        []float64 // a reader's point; nil for none
	at         int       // the datum pointed at; −1 for none

	// What is computed.
	c      *engine.KernelComponents // nil where there are none
	none   string                   // why there are none
	K      *mat.SymDense
	x, y   []float64     // where the picture has the points
	landed []float64     // where the new point is taken to, on all components
	relief *plots.Relief // of the component across, over the plane; nil where there is none
}

var buildProjection = course.Steps(func(f *course.Form) course.Work {
	edited := opens
	edited.Edit = "projection-plane"
	load := choose(f, edited, ringsBandwidth)
	pair := f.Choice("pair", "on the axes", "1,2", pairs)
	v := &view{across: int(pair[0] - '1'), up: int(pair[2] - '1')}
	v.scaling = f.Choice("scaling", "scaling of a", "sqrt", course.Options("sqrt", "aᵀK′a = 1, as in the derivation",
		"unit", "‖a‖ = 1, as in the algorithm"), course.More)
	made := course.When("data", "rings", "moons", "xor", "blobs", "spiral")
	v.new = []float64{
		f.Float("z1", "new point, x₁", 0.65, -3, 3, course.More, made),
		f.Float("z2", "new point, x₂", 0, -3, 3, course.More, made),
	}
	if f.Control("z1").Off {
		v.new = nil
	}
	v.method = load()
	v.at = points.PointedAt(f, v.Data.Len(), course.Shows("where it lands, and what is most like it")) - 1
	return v
})

// Compute finds the components, and where they take a new point.
func (v *view) Compute(ctx context.Context, memo *course.Memo) error {
	if v.Data.Len() == 0 {
		return nil
	}
	err := v.find(ctx, memo)
	if err == nil && v.new != nil {
		err = v.land()
	}
	if err != nil {
		return v.without(err)
	}
	v.x, v.y = scores(v.c, v.across, v.scaling), scores(v.c, v.up, v.scaling)
	for j := range v.landed {
		v.landed[j] = v.placed(v.landed[j] * stretch(v.scaling, v.c.Eigenvalues[j]))
	}
	if v.flatPlane() && v.across < v.c.Rank {
		v.relief, err = course.Remember(ctx, memo, reliefOf{v.key(), v.width, v.across, v.scaling})
	}
	return err
}

// find finds the components and their Gram matrix.
func (v *view) find(ctx context.Context, memo *course.Memo) (err error) {
	if v.c, err = v.components(ctx, memo); err != nil {
		return err
	}
	v.K, err = v.gram(ctx, memo)
	return err
}

// land projects the new point.
func (v *view) land() error {
	landed, err := v.c.Project(engine.Cross(v.kernel(), [][]float64{v.new}, v.Data.X))
	if err == nil {
		v.landed = mat.Row(nil, 0, landed)
	}
	return err
}

// without leaves the components out and keeps the reason, where an error is a fact about the
// data; any other stays one, and so does none.
func (v *view) without(err error) error {
	if v.none = whyNone(err); v.none == "" {
		return err
	}
	v.c = nil
	return nil
}

// whyNone is why there are no components, where that is a fact about the data; "" of
// another error.
func whyNone(err error) string {
	switch {
	case errors.Is(err, engine.ErrIndefinite):
		return "This similarity is no kernel on these points: K′ has a negative eigenvalue among its largest, and " +
			"there is no negative variance."
	case errors.Is(err, engine.ErrOverflow):
		return "The numbers of K are too large to be added up. Smaller inputs or a lower degree bring the components " +
			"back."
	case errors.Is(err, engine.ErrNoConvergence), errors.Is(err, engine.ErrSingular):
		return "There are no components here: " + strings.TrimPrefix(err.Error(), "engine: ") + "."
	}
	return ""
}

// noComponents is a picture of points without components.
func noComponents(message string) *course.Picture {
	return &course.Picture{Message: message, Says: []course.Said{course.Say(saysNone)}}
}

func (v *view) Show(f *course.Form) *course.Picture {
	switch {
	case v.Data.Len() == 0:
		return emptyPlane("projection-plane", v.Labelled)
	case v.none != "":
		return v.inputsAlone()
	}
	return &course.Picture{
		Columns: [][]plots.Panel{
			{v.plane()}, {v.projection()},
			{{ID: "projection-gram", Title: "The Gram matrix K", Width: course.Square, Height: 406, Plot: v.matrix()}},
		},
		Numbers:     v.numbers(),
		Says:        v.says(),
		SaysOfDatum: v.saysOfDatum(),
		Certificate: v.check(),
		Goals:       []course.Goal{v.goal()},
		Series:      v.series(),
		Matrices:    []course.NamedMatrix{{Name: "gram", Values: v.K}},
		Code:        v.code(f, true),
	}
}

// inputsAlone shows the points where there are no components.
func (v *view) inputsAlone() *course.Picture {
	p := noComponents(v.none)
	x, y := v.Axes()
	p.Columns = [][]plots.Panel{{{ID: "projection-plane", Title: "The inputs", Width: course.Square,
		Plot: plots.Scatter{X: x, Y: y, Equal: v.Squared(), Classes: v.ByClass(v.Column(0), v.Column(1))}}}}
	p.Series = v.series()
	return p
}

// matrix is K, with the row and the column of the datum pointed at.
func (v *view) matrix() plots.Heatmap {
	h := plots.Heatmap{Raster: plots.EncodeRaster(v.K, plots.Scale{}), Label: "k(xᵢ, xⱼ)", Row: "point i",
		Col: "point j", Class: "t-gram"}
	if v.at >= 0 {
		h.Rows, h.Cols, h.Alone = []int{v.at}, []int{v.at}, true
	}
	return h
}

// flatPlane reports whether all inputs are on the picture, so that components are functions
// over it.
func (m *method) flatPlane() bool { return len(m.Inputs) == 2 }

// over are the components shown side by side, over the window: row a of the result has
// them at node a, with aᵀK′a = 1.
func (m *method) over(
	ctx context.Context, memo *course.Memo, c *engine.KernelComponents, side int,
) (plots.Grid, *mat.Dense, error) {
	grid := m.Grid(side)
	_, cross, err := points.Gram(ctx, memo, points.Mesh{LabelledSpec: m.Spec, Side: side}, m.kernel())
	if err != nil {
		return grid, nil, err
	}
	values, err := c.Project(cross)
	return grid, values, err
}

// A reliefOf is a component over the plane, in a scaling.
type reliefOf struct {
	methodKey
	width     float64
	component int
	scaling   string
}

// Compute draws it, and returns its bytes.
func (of reliefOf) Compute(ctx context.Context, memo *course.Memo) (*plots.Relief, int, error) {
	m := of.method(of.width)
	c, err := m.components(ctx, memo)
	if err != nil {
		return nil, 0, err
	}
	grid, values, err := m.over(ctx, memo, c, nodes)
	if err != nil {
		return nil, 0, err
	}
	f := mat.NewDense(grid.Rows, grid.Cols, mat.Col(nil, of.component, values))
	f.Scale(stretch(of.scaling, c.Eigenvalues[of.component]), f)
	return plots.EncodeRelief(f, plots.Scale{Ramp: plots.Field}, plots.LevelsOf(f, 8)), 16 * nodes * nodes, nil
}

// plane is the inputs, with the component across over them.
func (v *view) plane() plots.Panel {
	classes, markers := v.ByClass(v.Column(0), v.Column(1)), v.marked()
	name := fmt.Sprintf("PC%d", v.across+1)
	x, y := v.Axes()
	panel := plots.Panel{ID: "projection-plane", Lead: true, Width: course.Square}
	switch images := v.Images(); {
	case images != nil:
		panel.Title, panel.Plot = "The images, class by class", v.sheet()
	case !v.flatPlane():
		panel.Title = fmt.Sprintf("Two of %d inputs", len(v.Inputs))
		panel.Plot = plots.Scatter{X: x, Y: y, Classes: classes, Markers: markers}
	case v.relief == nil:
		panel.Title = "The inputs; there is no " + name
		panel.Plot = plots.Scatter{X: x, Y: y, Classes: classes, Markers: markers, Equal: v.Squared()}
	default:
		panel.Title = "The inputs, and " + name + " over the plane"
		panel.Plot = plots.Surface{X: x, Y: y, Relief: v.relief, Label: name, Classes: classes, Markers: markers,
			Equal: v.Squared()}
	}
	return panel
}

// marked are the datum pointed at and the reader's point, over the inputs.
func (v *view) marked() (markers []plots.Marker) {
	if v.at >= 0 {
		markers = append(markers, points.Ring(v.at, v.Data.X[v.at][0], v.Data.X[v.at][1]))
	}
	if v.new != nil {
		markers = append(markers, star(v.new[0], v.new[1]))
	}
	return markers
}

// star marks a reader's own point.
func star(x, y float64) plots.Marker {
	return plots.Marker{X: x, Y: y, Name: "yours", Color: plots.Yours, Shape: plots.Star, Held: true}
}

// sheet is the images beside each other in the order of their classes, so many as there
// is room for at a size that can be seen.
func (v *view) sheet() plots.Scatter {
	per := int(math.Ceil(math.Sqrt(float64(v.Data.Len()))))
	rows := (v.Data.Len() + per - 1) / per
	x, y := make([]float64, v.Data.Len()), make([]float64, v.Data.Len())
	for i := range x {
		x[i], y[i] = float64(i%per), float64(rows-1-i/per)
	}
	s := plots.Scatter{
		X:       plots.Axis{Label: "place in its row", Min: -0.7, Max: float64(per) - 0.3, Whole: true},
		Y:       plots.Axis{Label: "row, from the bottom", Min: -0.7, Max: float64(rows) - 0.3, Whole: true},
		Classes: v.ByClass(x, y), Images: v.Images(), Equal: true,
	}
	if v.at >= 0 {
		s.Highlight, s.Markers = []int{v.at}, []plots.Marker{points.Ring(v.at, x[v.at], y[v.at])}
	}
	return s
}

// reach is the end of both axes of the projection: of all components that are listed, so
// that it stays from one to another, and with room, so that it does from one kernel to
// another that is as large.
func (v *view) reach() float64 {
	top := 0.0
	for j := range listed {
		for _, s := range scores(v.c, j, v.scaling) {
			top = math.Max(top, math.Abs(s))
		}
	}
	if v.landed != nil {
		top = math.Max(top, math.Max(math.Abs(v.landing(v.across)), math.Abs(v.landing(v.up))))
	}
	if !(top > 0) {
		return 1
	}
	unit := math.Pow10(int(math.Floor(math.Log10(top))))
	ends := [...]float64{1, 2, 4, 8, 10}
	return course.Round(unit*ends[sort.SearchFloat64s(ends[:], top/unit*(1-1e-9))], 12)
}

// placed is a coordinate in the picture: 0 where it is none, as far as those of the points
// can tell.
func (v *view) placed(s float64) float64 {
	if engine.Agree(s, 0, math.Max(floats.Norm(v.x, math.Inf(1)), floats.Norm(v.y, math.Inf(1)))) {
		return 0
	}
	return s
}

// landing is where the new point is on component j; 0 where there is none.
func (v *view) landing(j int) float64 {
	if j >= len(v.landed) {
		return 0
	}
	return v.landed[j]
}

// before are the places of the components that stood where the axes' stand now, at the
// anchor of the slider: −1 and −1 where they are the same, or no longer there.
func (v *view) before() (across, up int) {
	if v.width == 0 {
		return -1, -1
	}
	find := func(label int) int {
		for j, l := range v.c.Labels {
			if l == label {
				return j
			}
		}
		return -1
	}
	across, up = find(v.across), find(v.up)
	if across < 0 || up < 0 || across == v.across && up == v.up {
		return -1, -1
	}
	return across, up
}

// projection is where the points are taken to.
func (v *view) projection() plots.Panel {
	top := v.reach()
	axis := func(j int) plots.Axis {
		label := fmt.Sprintf("PC%d", j+1)
		if s := share(v.c, j); s > 0 {
			label += fmt.Sprintf(" (%s %% of the %s)", course.Digits(s), spreads(v.centred))
		}
		return plots.Axis{Label: label, Min: -top, Max: top}
	}
	s := plots.Scatter{X: axis(v.across), Y: axis(v.up), Equal: true, Classes: v.ByClass(v.x, v.y),
		Images: v.Images()}
	if a, b := v.before(); a >= 0 {
		s.Before = v.ByClass(scores(v.c, a, v.scaling), scores(v.c, b, v.scaling))
	}
	if v.at >= 0 {
		s.Markers, s.Highlight = append(s.Markers, points.Ring(v.at, v.x[v.at], v.y[v.at])), []int{v.at}
	}
	if v.new != nil {
		s.Markers = append(s.Markers, star(v.landing(v.across), v.landing(v.up)))
	}
	return plots.Panel{ID: "projection-projection", Lead: true, Title: "Where the points are taken to",
		Width: course.Square, Plot: s}
}

// twoClasses reports whether a cut has two sides to tell apart.
func (m *method) twoClasses() bool { return len(m.Classes) == 2 }

func (v *view) numbers() []course.Number {
	n := v.Data.Len()
	own := float64(neighbours(v.x, v.y, v.Data.Labels))
	if v.c.Rank == 0 {
		own = math.NaN() // in the picture there is nothing
	}
	numbers := []course.Number{
		{Name: "variance_shown", Label: "variance in the picture",
			Means: "The share of the variance in feature space that lies along the two components on " +
				"the axes.", Value: shown(v.c, v.K, v.across, v.up), Unit: "%"},
	}
	if v.twoClasses() {
		j, right := parting(v.c, v.Data.Labels)
		numbers = append(numbers,
			course.Number{Name: "cut", Label: "on their sides, at best",
				Value: float64(right), Whole: true,
				Means: fmt.Sprintf("Cut each of the first six components in two at its best place. Along the best of "+
					"them, so many of %d points lie on the side of their class.", n)},
			course.Number{Name: "cut_component", Label: "along PC", Value: float64(j + 1), Whole: true,
				Means: "The component with that cut; the first, if several are as good."})
	}
	numbers = append(numbers, course.Number{Name: "neighbours", Label: "next to their own class",
		Means: fmt.Sprintf("How many of %d points have a point of their own class nearest to them, in the "+
			"picture; of several as near, one.", n), Value: own, Whole: true})
	numbers = append(numbers, eigenvalues(v.c, func(j int) string {
		return fmt.Sprintf("The %s in feature space along PC%d is λ/n.", spreads(v.centred), j+1)
	})...)
	numbers = append(numbers,
		course.Number{Name: "total_variance", Label: "variance in all", Value: variance(v.c, v.K)},
		course.Number{Name: "rank", Label: fmt.Sprintf("of the first %d, components", len(v.c.Eigenvalues)),
			Value: float64(v.c.Rank), Whole: true})
	if v.new != nil {
		numbers = append(numbers,
			course.Number{Name: "landed_across", Label: "your point, across", Value: v.landing(v.across)},
			course.Number{Name: "landed_up", Label: "your point, up", Value: v.landing(v.up)})
	}
	return numbers
}

// eigenvalues are the first of them, with what each means.
func eigenvalues(c *engine.KernelComponents, means func(j int) string) (numbers []course.Number) {
	for j := range listed {
		if e := eigenvalue(c, j); !math.IsNaN(e) {
			numbers = append(numbers, course.Number{Name: fmt.Sprintf("eigenvalue_%d", j+1),
				Label: fmt.Sprintf("eigenvalue λ%c", '₁'+rune(j)), Means: means(j), Value: e})
		}
	}
	return numbers
}

const (
	saysNone  = "No components."
	saysMoved = "Pale: the components that are PC{across} and PC{up} at ℓ = {anchor}. Here they come as " +
		"PC{now_across} and PC{now_up}."

	saysDatum      = "{datum}."
	saysDatumLands = "It lands at ({datum_across}, {datum_up})."
	saysLikest     = "Most like it is point {likest}, of {class}, with k = {likeness}."
	saysAllAsLike  = "All others are as like it, with k = {likeness}."
	saysSeveral    = "Most like it are {likest} points, all with k = {likeness}."
)

// says is what the picture shows.
func (v *view) says() []course.Said {
	says := saysOf(v.c, v.K, v.across, v.up)
	if v.c.Rank == 0 {
		return says
	}
	says = append(append(says, alike(v.c, v.across, v.up)...), excess(v.c)...)
	if a, b := v.before(); a >= 0 {
		anchor := course.Chosen(model.Bandwidths[v.anchor()])
		says = append(says, course.Say(saysMoved, v.across+1, v.up+1, anchor, a+1, b+1))
	}
	return says
}

// saysOfDatum is where the datum pointed at is taken to, and which are most like it; nil of
// none.
func (v *view) saysOfDatum() []course.Said {
	if v.at < 0 {
		return nil
	}
	says := []course.Said{course.Say(saysDatum, v.Datum(v.at))}
	if v.c.Rank > 0 {
		says = append(says, course.Say(saysDatumLands, v.placed(v.x[v.at]), v.placed(v.y[v.at])))
	}
	switch likest, likeness := points.MostAlike(v.K, v.at); len(likest) {
	case 0:
		return says
	case 1:
		return append(says, course.Say(saysLikest, likest[0]+1, v.Class(likest[0]), likeness))
	case v.Data.Len() - 1:
		return append(says, course.Say(saysAllAsLike, likeness))
	default:
		return append(says, course.Say(saysSeveral, len(likest), likeness))
	}
}

// check is the certificate of the components on the axes.
func (v *view) check() *course.Certificate {
	gap, residual, bound := 0.0, 0.0, 0.0
	for j, c := range v.c.Certify(v.K) {
		if j != v.across && j != v.up || j >= v.c.Rank {
			continue
		}
		gap, residual, bound = math.Max(gap, c.PrimalDualGap), math.Max(residual, c.Residual), math.Max(bound, c.Bound)
	}
	if bound == 0 {
		return nil
	}
	K, known := "K′", fmt.Sprintf("Bound: 4 (nε·max(1, ‖K‖/‖K′‖) + 10⁻¹²) = %s, for centring loses digits "+
		"where the mean is long beside the rest.", course.Digits(bound))
	made := "K′ is made anew from K, and multiplied by the a of both components on the axes."
	if !v.centred {
		K, known = "K", fmt.Sprintf("Bound: 4 (nε + 10⁻¹²) = %s.", course.Digits(bound))
		made = "K is multiplied by the a of both components on the axes."
	}
	return course.Agreement(engine.Certified(gap, residual, bound), fmt.Sprintf("each eigenvalue and aᵀ%sa / aᵀa", K),
		made, fmt.Sprintf("‖%sa − λa‖ is at most %s of ‖%s‖‖a‖.", K, course.Digits(residual), K), known)
}

func (v *view) series() []course.Series {
	s := []course.Series{course.Table("data", "x1 x2 label", v.Column(0), v.Column(1), course.Floats(v.Data.Labels))}
	if v.c == nil {
		return s
	}
	first, second := scores(v.c, 0, v.scaling), scores(v.c, 1, v.scaling)
	six := course.Series{Name: "components"}
	for j := range listed {
		pc := course.Column{Name: fmt.Sprintf("pc%d", j+1), Values: scores(v.c, j, v.scaling)}
		six.Columns = append(six.Columns, pc)
	}
	values := make([]float64, len(v.c.Eigenvalues))
	for j := range values {
		values[j] = eigenvalue(v.c, j)
	}
	s = append(s, course.Table("projection", "pc1 pc2 label", first, second, course.Floats(v.Data.Labels)), six,
		course.Table("eigenvalues", "eigenvalue", values))
	if v.landed != nil {
		s = append(s, course.Table("new", "x", v.new), course.Table("landed", "pc", v.landed))
	}
	if !v.flatPlane() {
		all := course.Series{Name: "inputs"}
		for j := range v.Inputs {
			input := course.Column{Name: fmt.Sprintf("x%d", j+1), Values: v.Column(j)}
			all.Columns = append(all.Columns, input)
		}
		s = append(s, all)
	}
	return s
}

// goal is that the rings are parted along one of the axes, by a wide kernel.
func (v *view) goal() course.Goal {
	n, shown := v.Data.Len(), 0
	for _, j := range []int{v.across, v.up} {
		if j < v.c.Rank && v.twoClasses() {
			shown = max(shown, cut(mat.Col(nil, j, v.c.Scores), v.Data.Labels))
		}
	}
	g := course.Goal{Name: "wide", At: "bandwidth=1&pair=1,3",
		Now:  fmt.Sprintf("%d of %d", shown, n),
		Text: "Goal reached: the rings are separated in the picture, and the bandwidth is as wide as they are."}
	switch {
	case v.Name != "rings":
		g.But = "with other data"
	case v.width == 0:
		g.But = "by a kernel without ℓ"
	case !v.centred:
		g.But = "not centred"
	case n <= fewRings:
		g.But = "with few points"
	case v.width < 1:
		g.But = "at ℓ = " + course.Value(v.width)
	default:
		g.Reached = shown == n
	}
	return g
}

// code computes the components; shown says whether those on the axes are told of.
func (v *view) code(f *course.Form, shown bool) *course.Code {
	return programs.Code("components", f, course.Values{
		"Points": slices.Concat(v.Data.X...), "Labels": course.Floats(v.Data.Labels), "Inputs": len(v.Inputs),
		"Parameters": model.Parameters(f),
		"Across":     v.across + 1, "Up": v.up + 1, "Count": min(listed, v.Data.Len()), "Scaling": v.scaling,
		"Shown": shown, "Last": max(v.across, v.up) + 1,
	})
}
