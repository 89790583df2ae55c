package losses

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// An edge are the points with yf = 1, between whose αᵢ the conditions of the minimum
// choose, all others being 0 or C. A change δ of them leaves f as it is if Kδ = 0 and
// Σδᵢ = 0, so that α is the only one if K is positive definite on the δ with Σδᵢ = 0.
type edge struct {
	count     int
	only      bool    // none of those eigenvalues is zero to rounding
	condition float64 // the largest of K over the least of those, at most 1/ε
}

// edgeOf is that of the fit shown. A point is on it as far as its yf can tell.
func (m *machine) edgeOf(ctx context.Context) (edge, error) {
	var on []int
	for _, i := range m.of {
		if engine.Agree(m.y[i]*m.valueAt(m.fitted, i), 1, 1) {
			on = append(on, i)
		}
	}
	if len(on) < 2 {
		return edge{len(on), true, 1}, nil
	}
	return course.Remember(ctx, m.memo, edgeOf{m.Spec, m.kernel, indexed(on)})
}

type edgeOf struct {
	points.LabelledSpec
	kernel engine.Kernel
	on     indices
}

// Compute looks at the least eigenvalue, and returns the bytes of what it says.
func (of edgeOf) Compute(ctx context.Context, memo *course.Memo) (edge, int, error) {
	gram, _, err := points.Gram(ctx, memo, of.LabelledSpec, of.kernel)
	if err != nil {
		return edge{}, 0, err
	}
	K := within(gram, of.on.list())
	s, err := engine.Eigen(engine.Centre(K))
	if err != nil {
		return edge{}, 0, err
	}
	n := K.SymmetricDim()
	// Of the centred K one eigenvalue, the least, belongs to the δ that are all alike.
	norm, least := math.Max(s.Values[0], mat.Sum(K)/float64(n)), s.Values[n-2]
	e := edge{n, least > engine.Rounding(n, norm), 1 / engine.Epsilon}
	if least > engine.Epsilon*norm {
		e.condition = norm / least
	}
	return e, 64, nil
}

// rings says which points have one, and whether others might.
func (m *machine) rings() string {
	_, c := m.certified()
	switch {
	case !c.OK:
		return "Rings: the αᵢ that are not 0 in what was found. At the minimum they may be others."
	case len(m.fitted.support) == 0:
		return "Rings: none. A constant f, w = 0, costs no more than any other, to all digits there are. " +
			"The αᵢ of the dual are many, and f needs none."
	case !m.edge.only:
		return fmt.Sprintf("Rings: the αᵢ that are not 0. At %s yf = 1, and on them K is singular to rounding: "+
			"other α, with other rings, give the same f.", course.Plural(m.edge.count, "point"))
	}
	return "Rings: the αᵢ that are not 0. What meets 0 or C on the way is set to it, to the last digit."
}
