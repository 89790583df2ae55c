package featuremaps

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure project: three readings at x = −1, 0, 1 are one point y of space, an axis
// for each, and Φ with the columns 1 and x spans a plane in it. Φθ walks on the plane.

// projectX are where the three readings are taken, and openY those that the figure opens
// with, and that its goal is about.
var (
	projectX = [3]float64{-1, 0, 1}
	openY    = [3]int{4, 0, 5}
)

// The readings are whole numbers up to mostReading, and θ stays where Φθ is in the box.
const (
	mostReading     = 5
	boxLow, boxHigh = -2, 6
	mostLevel       = 4
	mostSlope       = 3
	nearEnough      = 0.05 // between Φθ and ŷ, for the goal
)

// A triple is a vector of three: one number for each reading.
type triple [3]float64

func (a triple) dot(b triple) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func (a triple) minus(b triple) triple { return triple{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func (a triple) norm() float64 { return math.Sqrt(a.dot(a)) }

func (a triple) point() plots.Point3 { return plots.Point3{X: a[0], Y: a[1], Z: a[2]} }

// onPlane is Φθ = θ₀·1 + θ₁·x.
func onPlane(theta [2]float64) triple {
	var v triple
	for i, x := range projectX {
		v[i] = theta[0] + theta[1]*x
	}
	return v
}

// nearest is the θ of the orthogonal projection. The columns 1 and x are orthogonal
// here, so that each coordinate is a quotient: θ̂₀ = 1ᵀy/3, θ̂₁ = xᵀy/2.
func nearest(y triple) [2]float64 {
	return [2]float64{y.dot(triple{1, 1, 1}) / 3, y.dot(projectX) / 2}
}

func buildProject(f *course.Form) course.Draw {
	theta := [2]float64{
		f.Float("theta0", "θ₀", 1, 0, mostLevel, course.Term("theta")),
		f.Float("theta1", "θ₁", 1, -mostSlope, mostSlope, course.Term("theta")),
	}
	yaw := f.Int("yaw", "turn", 40, -90, 90, course.Unit("°"))
	pitch := f.Int("pitch", "look down", 20, 0, 90, course.Unit("°"), course.More)
	var y triple
	for i, usual := range openY {
		y[i] = float64(f.Int(fmt.Sprintf("y%d", i+1), "y"+string([]rune("₁₂₃")[i]), usual, 0, mostReading, course.More))
	}
	return func(context.Context, *course.Memo) (*course.Picture, error) {
		ones, fitted := triple{1, 1, 1}, onPlane(theta)
		residual, best := y.minus(fitted), nearest(y)
		level, slope := residual.dot(ones), residual.dot(projectX)
		size := y.norm() + fitted.norm()
		for _, product := range []*float64{&level, &slope} {
			if engine.Agree(*product, 0, size) {
				*product = 0
			}
		}
		asked := y == triple{float64(openY[0]), float64(openY[1]), float64(openY[2])}
		now, but := fmt.Sprintf("%s and %s", course.Digits(level), course.Digits(slope)), ""
		if !asked {
			but = "with other readings"
		}
		p := &course.Picture{
			Columns: [][]plots.Panel{
				{{ID: "project-line", Title: "Three readings and a line", Width: 460,
					Plot: projectLine(y, theta, fitted)}},
				{{ID: "project-space", Title: "The same as one point of space", Width: 560, Height: 466,
					Plot: projectSpace(y, fitted, float64(yaw), float64(pitch))}},
			},
			Numbers: []course.Number{
				{Name: "length", Label: "length of the residual",
					Means: "How far Φθ is from y: the root of the sum of the squared misses.", Value: residual.norm()},
				{Name: "with_ones", Label: "residual · column 1",
					Means: "The inner product with (1, 1, 1): the sum of the residuals. Zero at a " +
						"right angle.", Value: level},
				{Name: "with_x", Label: "residual · column x",
					Means: "The inner product with (−1, 0, 1). Zero at a right angle.", Value: slope},
				{Name: "length_y", Label: "length of y", Value: y.norm()},
				{Name: "length_fitted", Label: "length of Φθ", Value: fitted.norm()},
			},
			Description: describeProject(residual, level, slope, fitted, size),
			Series: []course.Series{course.Table("readings", "x y fitted residual", projectX[:], y[:], fitted[:],
				residual[:])},
			Code: programs.Code("project", f, course.Values{"Y": y[:], "Theta": theta[:]}),
			Goals: []course.Goal{{
				Name: "foot", At: "theta0=3&theta1=0.5", Now: now, But: but, Reached: asked &&
					fitted.minus(onPlane(best)).norm() <= nearEnough,
				Text: fmt.Sprintf("Goal reached: the residual has length %s and stands upright on the plane; no "+
					"place of the plane is nearer to y.", course.Digits(residual.norm())),
			}},
		}
		return p, nil
	}
}

// describeProject says how the residual stands on the plane; size is that of y and Φθ.
func describeProject(residual triple, level, slope float64, fitted triple, size float64) string {
	s := fmt.Sprintf("From Φθ to y it is %s.", course.Digits(residual.norm()))
	if slices.Min(fitted[:]) < boxLow || slices.Max(fitted[:]) > boxHigh {
		s = "Φθ lies outside the box. " + s
	}
	tilts := ""
	switch {
	case level != 0 && slope != 0:
		tilts = "along both columns"
	case level != 0:
		tilts = "along the column of ones"
	case slope != 0:
		tilts = "along the column of x"
	case engine.Agree(residual.norm(), 0, size):
		return "y lies in the plane, and Φθ is y: the line passes through all three readings."
	default:
		return s + " The residual is at right angles to both columns: Φθ is the projection of y."
	}
	return s + fmt.Sprintf(" The residual leans %s: its inner products with 1 and x are %s and %s.", tilts,
		course.Digits(level), course.Digits(slope))
}

// projectLine is the readings over x with the line and the three residuals.
func projectLine(y triple, theta [2]float64, fitted triple) plots.Curves {
	ends := []float64{-1.4, 1.4}
	line := plots.Line{Name: "θ₀ + θ₁x", Xs: ends,
		Ys: []float64{theta[0] + theta[1]*ends[0],
			theta[0] + theta[1]*ends[1]}, Color: plots.Curve, Class: "line t-fit heard"}
	residuals := plots.Line{Name: "residuals", Color: plots.Accent, Width: 2.2, Dash: true, Class: "residuals"}
	var readings []plots.Point
	for i, x := range projectX {
		readings = append(readings, plots.Point{X: x, Y: y[i]})
		residuals.Xs = append(residuals.Xs, x, x, x)
		residuals.Ys = append(residuals.Ys, y[i], fitted[i], math.NaN())
	}
	return plots.Curves{
		X: plots.Axis{Label: "x", Min: -1.5, Max: 1.5}, Y: plots.Axis{Label: "y", Min: boxLow, Max: boxHigh},
		Points: readings, PointsName: "readings", Lines: []plots.Line{residuals, line}, Legend: true,
	}
}

// projectSpace is y, the plane of the columns, and the place Φθ on it.
func projectSpace(y, fitted triple, yaw, pitch float64) plots.Lift {
	axis := func(name string) plots.Axis { return plots.Axis{Label: name, Min: boxLow, Max: boxHigh} }
	origin := plots.Point3{}
	return plots.Lift{
		X: axis("at x = −1"), Y: axis("at x = 0"), Z: axis("at x = 1"), Yaw: yaw, Pitch: pitch, Legend: true,
		// The plane of all Φθ is orthogonal to 1 × x = (1, −2, 1).
		Plane: plots.Plane{W: [3]float64{1, -2, 1}, Name: "all Φθ"},
		Arrows: []plots.Arrow{
			{From: origin, To: plots.Point3{X: 1, Y: 1, Z: 1}, Name: "1", Color: plots.Soft, Class: "column"},
			{From: origin, To: plots.Point3{X: -1, Z: 1}, Name: "x", Color: plots.Soft, Class: "column"},
			{From: origin, To: y.point(), Name: "y", Color: plots.Ink, Class: "reading"},
			{From: origin, To: fitted.point(), Name: "Φθ", Color: plots.Curve, Class: "t-theta"},
			{From: fitted.point(), To: y.point(), Name: "residual", Color: plots.Accent, Dash: true, Headless: true,
				Class: "residual"},
		},
	}
}
