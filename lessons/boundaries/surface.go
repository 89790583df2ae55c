// Package boundaries draws functions over the plane, with the classes that they tell
// apart: where they are zero, or a probability is one half, is a boundary.
package boundaries

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// Nodes is the side of the grid that functions are known on: a cell each 5 px of a
// square panel. A function of n kernels is Nodes²·n of them.
const Nodes = 81

// A Surface is a function over a window of the plane, with its picture.
type Surface struct {
	Grid   plots.Grid
	Values *mat.Dense // row 0 at the bottom, column 0 on the left
	Relief *plots.Relief
	shore  []plots.Line // around what is shown of a map that is [Clipped]
}

// A Look is how a function is drawn. The zero Look has the colours of the two classes,
// as far below zero as above it, with round levels and zero bold.
type Look struct {
	Scale  plots.Scale   // of the classes' field if zero
	Levels []plots.Level // about ten round ones if nil
	Nodes  int           // the side of the grid; [Nodes] if zero
}

// A Function is one over the plane: a comparable value that names it, as a
// [course.Key] does, and from its fields has all there is to it. It embeds the
// [points.LabelledSpec] of the points it is drawn under.
type Function interface {
	comparable
	Load() *points.Labelled
	Look() Look

	// Values are its values at nodes of two coordinates, one each in their order, as an
	// expansion has them best all at once.
	Values(ctx context.Context, memo *course.Memo, nodes [][]float64) ([]float64, error)
}

type surfaceOf[F Function] struct{ f F }

// Compute evaluates and draws the function, and returns the bytes that takes.
func (of surfaceOf[F]) Compute(ctx context.Context, memo *course.Memo) (*Surface, int, error) {
	look := of.f.Look()
	nodes := cmp.Or(look.Nodes, Nodes)
	s := &Surface{Grid: of.f.Load().Grid(nodes)}
	values, err := of.f.Values(ctx, memo, s.Grid.Nodes())
	if err != nil {
		return nil, 0, err
	}
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	s.Values = mat.NewDense(nodes, nodes, values)
	if look.Scale == (plots.Scale{}) {
		look.Scale.Ramp = plots.Field
	}
	if look.Levels == nil {
		look.Levels = plots.LevelsOf(s.Values, 10)
	}
	s.Relief = plots.EncodeRelief(s.Values, look.Scale, look.Levels)
	if slices.ContainsFunc(values, math.IsNaN) {
		shore, err := course.Remember(ctx, memo, shoreOf{points.Mesh{LabelledSpec: of.f.Load().Spec, Side: nodes}})
		if err != nil {
			return nil, 0, err
		}
		s.shore = []plots.Line{shore}
	}
	const picture = 6 // the pixels, their PNG in base64, and contours: about so many bytes a node
	return s, (8 + picture) * nodes * nodes, nil
}

// Over returns a function over the window of its points, their first two inputs, with its
// picture: evaluated and drawn once.
func Over[F Function](ctx context.Context, memo *course.Memo, f F) (*Surface, error) {
	return course.Remember(ctx, memo, surfaceOf[F]{f})
}

// Under is the picture with the points of d over it, label saying what the function
// is; of a map that is [Clipped] with its shore.
func (s *Surface) Under(d *points.Labelled, label string) plots.Surface {
	return plots.Surface{
		X: s.Grid.X, Y: s.Grid.Y, Relief: s.Relief, Label: label, Lines: slices.Clip(s.shore),
		Classes: d.ByClass(d.Column(0), d.Column(1)), Equal: d.Squared(),
	}
}
