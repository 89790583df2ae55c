// Package featuremaps is the lesson on features: lines that bend, planes that separate
// what was lifted, how many features there are, and least squares as a projection.
package featuremaps

import (
	"context"
	"embed"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
)

//go:embed feature-maps.md
var prose string

//go:embed code
var files embed.FS

//go:embed lab.py
var lab string

var programs = course.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "feature-maps",
	Short: "Feature maps",
	Title: "Straight lines that bend",
	Lede: "In a crash a head is pushed one way, then the other, within fifty milliseconds. " +
		"No straight line follows that. How does one fit a line that bends?",
	Emblem: course.Emblem{State: "fit?data=sine&n=40&noise=0.25&degree=5", Draw: emblem},
	Film:   film,
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Figures: []course.Figure{{
		Name:       "fit",
		Title:      "A bent line is a sum.",
		Goal:       "bring the hidden error under 42.5 g by 15 readings",
		Conditions: "15 readings that are spread in time; the median of 100 hidden choices of them counts.",
		Build:      buildBend,

		Samples: bendAmong,
	}, {
		Name:    "lift",
		Title:   "The same points, one storey up.",
		Goal:    "get every point of the rings on its side of the plane",
		Drawn:   []string{"points data x1 x2", "colours data class"},
		Rounded: map[string]float64{"theta_feature": 1e-8, "plane": 1e-8},
		Build:   buildLift,

		Samples: liftAmong,
	}, {
		Name:       "count",
		Title:      "How many features that is.",
		Goal:       "fit the most inputs into 16 GB at degree 4",
		Conditions: "Φ of 1000 points is what has to fit.",
		NoTable:    course.CountsOnly,
		Drawn:      []string{"heights counts features"},
		Build:      buildCount,
	}, {
		Name:       "project",
		Title:      "Least squares as a nearest point.",
		Goal:       "bring both products with the residual to 0",
		Conditions: "With the readings 4, 0, 5: the residual is then at right angles to both columns.",
		NoTable:    course.ByHand,
		Drawn:      []string{"points readings x y", "curve readings x fitted"},
		Build:      buildProject,
	}},
}

// The points of the table of six features, and the circle of radius 2 as a plane over
// the features 1, x₁, x₂, x₁², x₁x₂, x₂².
var (
	sixPoints = [][]float64{{1, 1}, {2, 1}, {-1, 0}}
	circle    = []float64{4, 0, 0, -1, 0, -1}
)

// samples is over how many seeds an average is taken.
const samples = 60

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
	facts := course.Facts{"four": 4, "samples": samples, "slip": 0.2 * 0.3}
	memo := course.NewMemo(1 << 24)
	readFits(facts, memo)
	readQuiet(facts)
	readLifts(facts, memo)
	countLifts(facts)
	many.Cite(facts, many.Parse(recorded))
	readCounts(facts, memo)
	tableOfSix(facts)
	byHand(facts)
	return facts
}

// readFits reads polynomials through the crash and through points near 1000.
func readFits(facts course.Facts, memo *course.Memo) {
	fit := []string{
		"train", "train_rmse", "d", "features", "condition", "condition", "largest", "largest_term",
	}
	for prefix, query := range map[string]string{
		"open": "", "line": "degree=1", "spread": "chosen=spread",
		"fifteen": "readings=15&degree=1&chosen=spread", "four": "readings=15&degree=4&chosen=spread",
		"five": "readings=15&degree=5&chosen=spread", "all": "readings=15&degree=14&chosen=spread",
		"many": "readings=60&degree=14",
	} {
		facts.Read(memo, buildBend, query, prefix+"-", append(fit, "test", "test_rmse")...)
	}
	facts["ratio"], facts["all-million"] = facts["all-test"]/facts["fifteen-test"], facts["all-test"]/1e6
	facts.Read(memo, buildBend, farPoints+"&degree=2&inputs=raw", "far-", fit...)
	facts.Read(memo, buildBend, farPoints+"&degree=2", "near-", fit...)
	all := points.OnLine(course.NewForm(nil), crash)().Data
	facts["largest-reading"] = peak(all.Y)
	facts["used"], facts["unused"] = openReadings, float64(all.Len()-openReadings)
}

// readLifts reads how many points planes and lines have on the correct side, in per cent.
func readLifts(facts course.Facts, memo *course.Memo) {
	for prefix, query := range map[string]string{
		"xor": "data=xor", "xorwrong": "data=xor&feature=squares", "rings": "feature=squares", "ringswrong": "",
	} {
		facts.Read(memo, buildLift, query, prefix+"-",
			"with", "accuracy", "without", "accuracy_without", "wrong", "errors")
		facts[prefix+"-with"] *= 100
		facts[prefix+"-without"] *= 100
	}
}

// readCounts reads how many features there are, and of four inputs to degree 3, how many
// inputs a monomial has.
func readCounts(facts course.Facts, memo *course.Memo) {
	for prefix, query := range map[string]string{
		"small": "", "ten": "p=4&q=10", "big": "p=100&q=5", "pair": "p=2&q=2",
	} {
		facts.Read(memo, buildCount, query, prefix+"-",
			"d", "features", "top", "top_terms", "theta", "theta_bytes", "phi", "phi_bytes")
	}
	facts["big-theta-mb"], facts["big-phi-gb"] = facts["big-theta"]/1e6, facts["big-phi"]/1e9
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
}

// tableOfSix is the table of six features, and what θ says of its points.
func tableOfSix(facts course.Facts) {
	for i, x := range sixPoints {
		value := 0.0
		for j, v := range six(x) {
			facts[fmt.Sprintf("phi-%d-%d", i+1, j+1)] = v + 0 // −0 is 0
			value += circle[j] * v
		}
		facts[fmt.Sprintf("value-%d", i+1)] = value
	}
}

// byHand is three readings and a line, and the exercise of a parabola through (−1, 2),
// (0, 0) and (1, 4), read at 2, with what its usual slips lead to.
func byHand(facts course.Facts) {
	y := triple{1, 0, 5}
	best := nearest(y)
	fitted := onPlane(best)
	residual := y.minus(fitted)
	facts["hand-0"], facts["hand-1"] = best[0], best[1]
	facts["hand-sum"], facts["hand-slope"] = y.dot(triple{1, 1, 1}), y.dot(projectX)
	for i := range y {
		facts[fmt.Sprintf("hand-f%d", i+1)], facts[fmt.Sprintf("hand-r%d", i+1)] = fitted[i], residual[i]
	}
	facts["hand-y2"], facts["hand-f2sq"], facts["hand-r2sq"] = y.dot(y), fitted.dot(fitted), residual.dot(residual)
}

// quiet is until when, in ms, the head is at rest: from then on the readings scatter.
const quiet = 14

// readQuiet reads what the readings and the opening fit say while the head is at rest.
func readQuiet(facts course.Facts) {
	all := points.OnLine(course.NewForm(nil), crash)()
	facts["quiet-until"] = quiet
	for i, x := range all.Data.Input(0) {
		if x < quiet {
			facts["quiet-reading"] = max(facts["quiet-reading"], math.Abs(all.Data.Y[i]))
		}
	}
	used, _ := split(all, atRandom, openReadings, openDraw)
	fit := curves.FitPolynomial(used, curves.ScaledPowers(openDegree, all.XMin, all.XMax), 0)
	fine := floats.Span(make([]float64, 1000), all.Data.X[0][0], quiet)
	curve := engine.Apply(fit.Powers.Matrix(fine), fit.Solution.Theta)
	facts["quiet-top"], facts["quiet-bottom"] = floats.Max(curve), floats.Min(curve)
}

// countLifts averages, over many samples, the share of the points that the best of all
// lines has on the right side, and for the quadrants that of the plane over x₁x₂.
func countLifts(facts course.Facts) {
	for _, data := range []string{"xor", "rings"} {
		for seed := 1; seed <= samples; seed++ {
			d := points.InPlane(course.NewForm(course.ParseQuery(fmt.Sprintf("data=%s&seed=%d", data, seed))),
				liftSample)().Data
			each := 100 / float64(d.Len()) / samples
			facts[data+"-best"] += each * float64(mostRight(d))
			if data == "rings" {
				continue
			}
			lifted := engine.Dataset{Y: d.Y}
			for _, x := range d.X {
				lifted.X = append(lifted.X, []float64{x[0], x[1], x[0] * x[1]})
			}
			plane := course.Must(engine.Separate(context.Background(), lifted, liftLambda))
			facts["xor-plane"] += each * float64(plane.Right)
		}
	}
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
				side := float64((b[0]-a[0])*(c[1]-a[1])) - float64((b[1]-a[1])*(c[0]-a[0]))
				if k != i && k != j && side*d.Y[k] > 0 {
					left++
				}
			}
			most = max(most, left+2, d.Len()-left)
		}
	}
	return most
}
