// Package featuremaps is the lesson on features: lines that bend, planes that part
// what was lifted, and how many features there are.
package featuremaps

import (
	"context"
	"embed"
	"fmt"
	"math"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/curves"
	"gramophone/lessons/points"
	"gramophone/plots"
)

//go:embed feature-maps.md
var prose string

//go:embed code
var files embed.FS

var programs = course.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "feature-maps",
	Short: "Feature maps",
	Title: "Straight lines that bend",
	Lede:  "A linear model fits lines and planes, and the world is neither. So compute a few new columns from the ones you have and fit a plane to those. Nothing else changes, and the line bends.",
	Prose: prose,
	Facts: facts,
	Figures: []course.Figure{{
		Name:  "fit",
		Title: "A bent line is a sum.",
		Goal:  "the degree of the least test error",
		Build: buildBend,
	}, {
		Name:  "lift",
		Title: "The same points, one storey up.",
		Goal:  "every point of the rings on its side of the plane",
		Build: buildLift,
	}, {
		Name:  "count",
		Title: "How many features that is.",
		Goal:  "the highest degree of 100 inputs with $\\theta$ within a gigabyte",
		Build: buildCount,
	}},
}

func buildBend(f *course.Form) course.Draw {
	load := points.OnLine(f, points.Offer{Data: "sine", N: 15, Seed: 2, Of: []string{"sine", "step", "points"}, Edit: "fit-curve"})
	features := curves.ChoosePowers(f, 5)
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		r := load()
		if r.Data.Len() == 0 {
			return r.Blank("fit-curve", 380), nil
		}
		fit := curves.FitPolynomial(r, features(r), 0)
		curve := fit.CurvePanel("fit-curve", 380)
		curve.Width = course.Half
		terms := fit.Terms()
		p := fit.Picture(f, []plots.Panel{curve}, []plots.Panel{termsPanel(fit, "fit-terms", 380, terms)})
		largest := math.NaN()
		if fit.Solution.Err == nil {
			largest = peak(terms...)
			columns := []course.Column{{Name: "x", Values: fit.Grid}}
			for j := range terms {
				columns = append(columns, course.Column{Name: fmt.Sprintf("term_%d", j), Values: terms[j]})
			}
			p.Series = append(p.Series, course.Series{Name: "terms", Columns: columns})
			if len(terms) == 1 {
				p.Description += fmt.Sprintf(" Its one term, the constant, is as large as %s, and is the curve.", course.Digits(largest))
			} else {
				p.Description += fmt.Sprintf(" Its %s are as large as %s and add up to a curve no larger than %s.", course.Plural(len(terms), "term"), course.Digits(largest), course.Digits(peak(fit.Curve)))
			}
		}
		p.Numbers = append(p.Numbers, course.Number{Name: "largest_term", Label: "largest term |θⱼφⱼ(x)|", Value: largest})
		least, err := leastTestError(ctx, memo, r, fit.Powers)
		if err != nil {
			return nil, err
		}
		p.Goals = []course.Goal{
			{Name: "least", At: "degree=6", Now: "test error " + course.Digits(fit.TestRMSE()), Reached: fit.Degree == least, Text: fmt.Sprintf("Goal reached: at degree %d the test error is %s, the least of all.", fit.Degree, course.Digits(fit.TestRMSE()))},
		}
		return p, nil
	}
}

// leastTestError is the degree of the least test error on these data; −1 where
// nobody knows the truth.
func leastTestError(ctx context.Context, memo *course.Memo, r *points.Line, p curves.Powers) (int, error) {
	if r.Truth == nil {
		return -1, nil
	}
	key := fmt.Sprintf("degrees %s %v %v", r.Key, p.Centre, p.Half)
	return course.Remember(ctx, memo, key, func(context.Context) (int, int, error) {
		best, least := -1, math.Inf(1)
		for q := range curves.MaxDegree + 1 {
			p.Degree = q
			if e := curves.FitPolynomial(r, p, 0).TestRMSE(); e < least {
				best, least = q, e
			}
		}
		return best, 8, nil
	})
}

// termsPanel is θⱼφⱼ for every j, and their sum f.
func termsPanel(fit *curves.Polynomial, id string, height float64, terms [][]float64) plots.Panel {
	top := 1.0
	var lines []plots.Line
	if fit.Solution.Err == nil {
		parts := make([]plots.Line, len(terms))
		for j := range parts {
			parts[j] = plots.Line{Name: fit.Label(j), Xs: fit.Grid, Ys: terms[j], Color: plots.Accent, Class: "t-theta"}
		}
		top = plots.RoundUp(math.Max(peak(terms...), peak(fit.Curve)))
		lines = plots.Addends(parts, plots.Line{Name: "their sum f", Xs: fit.Grid, Ys: fit.Curve, Color: plots.Curve, Class: "total t-fit"})
	}
	return plots.Panel{ID: id, Title: "Its terms, each a column of Φ times its θ", Width: course.Half, Height: height, Plot: plots.Curves{
		X: fit.XAxis(), Y: plots.Axis{Label: "θⱼ φⱼ(x)", Min: -top, Max: top}, Lines: lines, EndNames: true,
	}}
}

// peak is the largest absolute value in the columns.
func peak(columns ...[]float64) float64 {
	top := 0.0
	for _, c := range columns {
		for _, v := range c {
			top = math.Max(top, math.Abs(v))
		}
	}
	return top
}

// The worked example's points, and the circle of radius 1 as a plane over the six
// features 1, x₁, x₂, x₁², x₁x₂, x₂².
var (
	sixPoints = [][]float64{{0.2, 0.3}, {1, 0.5}, {-0.5, 0.1}}
	circle    = []float64{1, 0, 0, -1, 0, -1}
)

// six are the monomials of two inputs of degree at most 2, unscaled.
func six(x []float64) []float64 {
	var phi []float64
	for _, m := range (engine.PolynomialFeatures{Degree: 2, Offset: 1}).Monomials(2) {
		phi = append(phi, math.Pow(x[0], float64(m.Exponents[0]))*math.Pow(x[1], float64(m.Exponents[1])))
	}
	return phi
}

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	facts := course.Facts{}
	memo := course.NewMemo(1 << 24)
	fit := []string{"train", "train_rmse", "d", "features", "condition", "condition", "largest", "largest_term", "norm", "norm"}
	for prefix, query := range map[string]string{
		"open": "", "line": "degree=1", "six": "degree=6", "nine": "degree=9", "all": "degree=14",
		"many": "degree=14&n=300",
	} {
		facts.Read(memo, buildBend, query, prefix+"-", append(fit, "test", "test_rmse")...)
	}
	facts.Read(memo, buildBend, farPoints+"&degree=2&inputs=raw", "far-", fit...)
	facts.Read(memo, buildBend, farPoints+"&degree=2", "near-", fit...)
	for prefix, query := range map[string]string{
		"xor": "", "xorwrong": "feature=squares", "rings": "data=rings&feature=squares", "ringswrong": "data=rings",
	} {
		facts.Read(memo, buildLift, query, prefix+"-", "with", "accuracy", "without", "accuracy_without", "wrong", "errors")
		for _, share := range []string{"-with", "-without"} {
			facts[prefix+share] *= 100
		}
	}
	xor := points.InPlane(course.NewForm(nil), liftSample)()
	facts["xor-best"] = 100 * float64(mostRight(xor.Data)) / float64(xor.Data.Len())
	for prefix, query := range map[string]string{
		"small": "", "ten": "p=4&q=10", "big": "p=100&q=5", "over": "p=100&q=6", "pair": "p=2&q=2", "ask": "p=10&q=3",
	} {
		facts.Read(memo, buildCount, query, prefix+"-", "d", "features", "top", "top_terms", "theta", "theta_bytes", "phi", "phi_bytes")
	}
	facts["big-theta-mb"] = facts["big-theta"] / 1e6
	facts["over-theta-gb"] = facts["over-theta"] / 1e9
	facts["big-phi-gb"] = facts["big-phi"] / 1e9

	// Four inputs to degree 3, by how many inputs a monomial has.
	for _, m := range (engine.PolynomialFeatures{Degree: 3, Offset: 1}).Monomials(4) {
		inputs, degree := 0, 0
		for _, a := range m.Exponents {
			inputs, degree = inputs+min(a, 1), degree+a
		}
		switch {
		case inputs == 2 && degree == 2:
			facts["two-way"]++
		case inputs >= 2:
			facts["three-way"]++
		}
	}
	facts["four"], facts["n"] = 4, 15

	// The table of the worked example, and what θ says of its points.
	for i, x := range sixPoints {
		phi := six(x)
		value := 0.0
		for j, v := range phi {
			facts[fmt.Sprintf("phi-%d-%d", i+1, j+1)] = v
			value += circle[j] * v
		}
		facts[fmt.Sprintf("value-%d", i+1)] = value
	}

	// The exercises: a parabola through (−1, 2), (0, 0), (1, 4), read at 2; ten
	// inputs to degree 3, and what its usual slips count.
	three := curves.RawPowers(2)
	theta := course.Must(engine.RidgeQR(three.Matrix([]float64{-1, 0, 1}), []float64{2, 0, 4}, 0))
	line := course.Must(engine.RidgeQR(curves.RawPowers(1).Matrix([]float64{-1, 0, 1}), []float64{2, 0, 4}, 0))
	facts["parabola-0"], facts["parabola-1"], facts["parabola-2"] = theta[0]+0, theta[1], theta[2]
	facts["parabola"] = theta[0] + 2*theta[1] + 4*theta[2]
	facts["parabola-line"] = line[0] + 2*line[1]
	facts["parabola-slip"] = theta[0] + 2*theta[1] + 2*theta[2]
	facts["ask-ordered"] = math.Pow(10, 3)
	facts["ask-no-constant"] = facts["ask-d"] - 1
	return facts
}

// farPoints are readings at x near 1000, on a gentle parabola.
const farPoints = "data=points&points=1000,0.3;1001,0.9;1002,1.2;1003,1.4;1004,1.1;1005,0.8;1006,0.2"

// mostRight is the largest number of points that a straight line has on the right
// side, the sign of y. A best line can be moved until it passes through two of the
// points, and an infinitesimal move back leaves these two on any sides: it is
// enough to try the line through each pair, of points of which no three are on one
// line.
func mostRight(d engine.Dataset) int {
	most := 0
	for i, a := range d.X {
		for j, b := range d.X[:i] {
			left := 0
			for k, c := range d.X {
				side := (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0])
				if k != i && k != j && side*d.Y[k] > 0 {
					left++
				}
			}
			most = max(most, left+2, d.Len()-left)
		}
	}
	return most
}
