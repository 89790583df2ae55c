package featuremaps

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/curves/curvestest"
	"github.com/gramophone-course/gramophone/lessons/points"
)

type state = *coursetest.State

// checkBend recomputes the errors, and adds the terms up.
func checkBend(t *testing.T, s state, r *bend) {
	curvestest.CheckPolynomial(t, s)
	if !r.fitted() {
		return
	}
	if r.real {
		theta, x, y := r.fit.Solution.Theta, s.Column("unseen", "x"), s.Column("unseen", "y")
		squares := 0.0
		for i := range x {
			e, power := y[i], 1.0
			for _, v := range theta {
				e, power = e-v*power, power*(x[i]-r.fit.Centre)/r.fit.Half
			}
			squares += e * e / float64(len(x))
		}
		coursetest.Within(t, s.Find("test_rmse"), math.Sqrt(squares), 1e-9*r.test, "the test error")
	}
	sum, largest := make([]float64, len(r.fit.Grid)), 0.0
	for j := range r.terms {
		term := s.Column("terms", fmt.Sprintf("term_%d", j))
		floats.Add(sum, term)
		largest = max(largest, floats.Norm(term, math.Inf(1)))
	}
	coursetest.Within(t, float64(len(r.terms)), s.Find("features"), 0, "the number of terms")
	if floats.Distance(sum, s.Column("fit", "y"), math.Inf(1)) > 1e-12*largest || r.largest != largest {
		t.Errorf("the terms, as large as %v, do not add up to the curve, or %v is not so large", largest, r.largest)
	}
}

func TestFitSays(t *testing.T) {
	sizes := map[string]func(*bend) float64{
		"terms": func(r *bend) float64 { return float64(r.fit.D()) },
		"curve": func(r *bend) float64 { return floats.Norm(r.fit.Curve, math.Inf(1)) },
	}
	constant := func(r *bend) bool { return r.fitted() && r.fit.Degree == 0 }
	coursetest.Says(t, Lesson, "fit", 4, []string{
		"data=points&points=none", "readings=15&degree=14&chosen=spread", "data=faithful&degree=3",
		"data=step&degree=9&n=40", "data=points&degree=3&inputs=raw",
	}, checkBend, append(
		curvestest.PolynomialClaims(func(r *bend) *curves.Polynomial { return r.fit }),
		coursetest.Claim[*bend]{Text: points.SaysBlank, When: func(r *bend) bool { return r.fit == nil }},
		coursetest.Claim[*bend]{Text: saysTerm, When: constant},
		coursetest.Claim[*bend]{Text: saysTerms, Slots: sizes,
			When: func(r *bend) bool { return r.fitted() && !constant(r) }},
	)...)
}

// added is the feature that the figure adds, written anew.
var added = map[string]func(a, b float64) float64{
	"product": func(a, b float64) float64 { return a * b },
	"squares": func(a, b float64) float64 { return a*a + b*b },
	"square":  func(a, _ float64) float64 { return a * a },
}

// f is the plane over the inputs, and flat whether v is next to nothing beside what its θ
// can make of inputs.
func (r *lift) f(a, b float64) float64 {
	return r.B + r.W[0]*a + r.W[1]*b + r.W[2]*added[r.by.value](a, b)
}
func (r *lift) flat(v float64) bool { return math.Abs(v) <= 1e-6*floats.Norm(r.W[:], math.Inf(1)) }

// checkLift counts the points on the correct side, and looks at the border that is said.
func checkLift(t *testing.T, s state, r *lift) {
	if r.lifted == nil {
		return
	}
	count, n := 0, float64(len(r.Data.X))
	for i, x := range r.Data.X {
		if v := r.f(x[0], x[1]); r.Data.Y[i]*v > 0 && !r.flat(v*1e4) {
			count++
		}
		coursetest.Within(t, r.points.X[i][2], added[r.by.value](x[0], x[1]), 0, "what point %d is lifted to", i+1)
	}
	none := engine.Agree(floats.Norm(r.W[:], math.Inf(1)), 0, 10*math.Max(1, math.Abs(r.B)))
	if idle(r.with) != none || math.IsNaN(s.Find("accuracy")) != none || math.IsNaN(s.Find("errors")) != none ||
		math.IsNaN(s.Find("accuracy_without")) != idle(r.without) {
		t.Errorf("there is a plane is %t, and of it %+v", !none, s.Numbers)
	}
	if !none && (r.with.Right != count || math.Abs(s.Find("accuracy")*n-float64(count)) > 1e-9) {
		t.Errorf("%d points are on the correct side, not %d", count, r.with.Right)
	}
	if none {
		return
	}
	border := map[string]bool{
		saysOutside:   len(r.shadow.Xs) == 0,
		saysUpright:   r.flat(r.W[2]),
		saysHyperbola: r.by.value == "product" && r.W[0]*r.W[1]/r.W[2] != r.B,
		// f is zero all along x₁ = −w₂/w₃
		saysCrossing: r.by.value == "product" && r.flat(r.f(-r.W[1]/r.W[2], 0)) && r.flat(r.f(-r.W[1]/r.W[2], 1)),
		saysParabola: r.by.value == "square" && r.f(0, 1) != r.f(0, 0),
		saysParallel: r.by.value == "square" && r.flat(r.f(0, 1)-r.f(0, 0)),
		saysCircle:   r.by.value == "squares" && r.around(),
	}
	if says := s.Picture.Says[3].Text; !border[says] {
		t.Errorf("it is not so that “%s”", says)
	}
}

// around reports whether f is next to zero all around the circle, and its centre no rounding.
func (r *lift) around() bool {
	radius, c1, c2 := r.circle()
	for _, angle := range []float64{0, 1, 2, 3, 4, 5} {
		v := r.f(c1+radius*math.Cos(angle), c2+radius*math.Sin(angle))
		if math.Abs(v) > 1e-6*math.Abs(r.W[2])*radius*(1+radius) {
			return false
		}
	}
	return (c1 == 0 || math.Abs(c1) > 1e-9) && (c2 == 0 || math.Abs(c2) > 1e-9)
}

func TestLiftSays(t *testing.T) {
	there := func(r *lift) bool { return r.lifted != nil }
	one := func(r *lift) bool { return there(r) && math.Abs(floats.Sum(r.Data.Y)) == float64(len(r.Data.Y)) }
	plane := func(r *lift) bool { return there(r) && !idle(r.with) }
	line := func(r *lift) bool { return there(r) && !idle(r.without) }
	slots := map[string]func(*lift) float64{
		"all":      func(r *lift) float64 { return float64(len(r.Data.X)) },
		"line":     func(r *lift) float64 { return right(r.without) },
		"plane":    func(r *lift) float64 { return right(r.with) },
		"value":    func(r *lift) float64 { x := r.Data.X[r.at-1]; return added[r.by.value](x[0], x[1]) },
		"radius":   func(r *lift) float64 { radius, _, _ := r.circle(); return radius },
		"centre_1": func(r *lift) float64 { _, c, _ := r.circle(); return c },
		"centre_2": func(r *lift) float64 { _, _, c := r.circle(); return c },
	}
	words := map[string]func(*lift) string{"datum": saidPoint, "side": saidSide}
	claim := func(text string, when func(*lift) bool) coursetest.Claim[*lift] {
		return coursetest.Claim[*lift]{Text: text, When: when, Slots: slots, Words: words}
	}
	coursetest.Says(t, Lesson, "lift", 3, []string{
		"at=3", "data=points&points=0,1,1;2,-3,-1&at=2&feature=square", "data=points&points=none",
		"data=points&feature=square&points=-1,0,1;0,0,-1;1,0,1",
		"data=points&feature=squares&points=-1,0,1;0,0,-1;1,0,1",
	}, checkLift,
		claim(saysNoPlane, func(r *lift) bool { return !there(r) }),
		claim(saysOneClass, one),
		claim(saysClasses, func(r *lift) bool { return there(r) && !one(r) }),
		claim(saysLine, line),
		claim(saysNoLine, func(r *lift) bool { return there(r) && !line(r) }),
		claim(saysLift, plane),
		claim(saysNoLift, func(r *lift) bool { return there(r) && !plane(r) }),
		claim(saysOutside, nil), claim(saysUpright, nil), claim(saysHyperbola, nil), claim(saysCrossing, nil),
		claim(saysParabola, nil), claim(saysParallel, nil), claim(saysCircle, nil),
		claim(saysLifted, func(r *lift) bool { return there(r) && r.at > 0 }),
	)
}

// saidPoint is what is said of the datum pointed at, and saidSide where it is of the plane.
func saidPoint(r *lift) string {
	x, class := r.Data.X[r.at-1], map[float64]string{1: "1", -1: "−1"}[r.Data.Y[r.at-1]]
	return fmt.Sprintf("Point %d: class %s, at x₁ = %s and x₂ = %s", r.at, class, course.Digits(x[0]),
		course.Digits(x[1]))
}

func saidSide(r *lift) string {
	x, class := r.Data.X[r.at-1], r.Data.Y[r.at-1]
	v := class * r.f(x[0], x[1])
	switch {
	case idle(r.with):
		return ""
	case r.with.Sides[r.at-1] == 0 && r.flat(v*1e4):
		return ", on the plane"
	case v > 0:
		return ", on the correct side of the plane"
	}
	return ", on the wrong side of the plane"
}

// checkCount holds the counts to Pascal's triangle, and memory to eight bytes a number.
func checkCount(t *testing.T, s state, r *count) {
	choose := func(n, k int) float64 {
		v, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(n), int64(k))).Float64()
		return v
	}
	features, top := choose(r.p+r.q, r.q), 1.0
	if r.q > 0 {
		top = features - choose(r.p+r.q-1, r.q-1)
	}
	coursetest.Same(t, s.Find, 0, map[string]float64{
		"features": features, "top_terms": top, "theta_bytes": 8 * features, "phi_bytes": 8000 * features,
	})
	if strconv.Itoa(r.p) != s.Choice("p") || strconv.Itoa(r.q) != s.Choice("q") {
		t.Errorf("p = %d and q = %d", r.p, r.q)
	}
}

func TestCountSays(t *testing.T) {
	coursetest.Says(t, Lesson, "count", 60, []string{"p=2&q=0", "p=100&q=12"}, checkCount,
		coursetest.Claim[*count]{Text: saysMonomials, When: func(r *count) bool { return r.q > 0 }},
		coursetest.Claim[*count]{Text: saysConstant, When: func(r *count) bool { return r.q == 0 }},
	)
}
