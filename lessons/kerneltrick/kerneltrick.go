// Package kerneltrick is the lesson on the kernel trick: inner products without
// features.
package kerneltrick

import (
	"context"
	"embed"
	"fmt"
	"math"
	"slices"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/plots"
)

//go:embed kernel-trick.md
var prose string

//go:embed lab.py
var lab string

//go:embed code
var files embed.FS

var programs = course.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "kernel-trick",
	Short: "The kernel trick",
	Title: "Inner products without features",
	Lede: "Imagine a machine at the post office that reads house numbers and sends the odd ones right, the " +
		"even ones left. Single pixels do not tell it enough. Products of pixels would, and there are far " +
		"too many to write down.",
	Emblem: course.Emblem{State: "exploder", Draw: emblem},
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Figures: []course.Figure{{
		Name:       "digits",
		Title:      "Odd or even? Digits, read from their pixels.",
		Goal:       "misread at most 4 % of the images not learnt from",
		Conditions: "In at least 13 of 15 hidden choices of these 700 images.",
		NoTable:    "It is about images of handwritten digits.",
		Build:      buildDigits,

		Samples: digitsAmong, Sealed: digitsSealed,
	}, {
		Name:    "exploder",
		Title:   "Every term of $\\varphi(x)\\T\\varphi(x')$, and the one number they add up to.",
		Goal:    "bring the sum to zero, but not all of its terms",
		NoTable: course.ByHand,
		Drawn:   []string{"heights terms product"},
		Build:   buildExploder,
	}, {
		Name:       "race",
		Title:      "One Gram matrix, built with features and without.",
		Goal:       "find the first degree whose features do not fit",
		Conditions: "Into the memory that this server keeps for them.",
		NoTable:    course.OfTime, Timed: true,
		Build: buildRace,
	}, {
		Name:       "same",
		Title:      "Fits from features and from the kernel.",
		Goal:       "turn the certificate amber, with both curves drawn",
		Conditions: "With scaled powers, and curves that still agree.",
		Drawn:      []string{"points data x y", "curve primal x y", "curve fit x y"},
		Rounded:    map[string]float64{"gap": course.IsRounding, "gap_data": course.IsRounding},
		Build:      buildSame,

		Samples: sameAmong,
	}},
}

// explosionReach bounds the coordinates of the two points of the exploder.
const explosionReach = 3

// An explosion is two points whose features are multiplied.
type explosion struct {
	// What the controls say.
	x, y   []float64
	degree int
	offset float64

	// What is computed.
	monomials            []engine.Monomial
	products             []float64 // φₐ(x)φₐ(y) for every monomial
	sum, kernel, inner   float64
	up, down             int     // how many products are positive, and negative
	largest              float64 // of them, by modulus
	low, high            float64 // ends of the running sum
	length, prime        float64 // of φ(x) and φ(x′)
	multiplied, directly float64 // multiplications with features, and without
}

// features are those of (c + xᵀx′)^q, scale 0 among them: of c = 0 all of lower order.
func (v *explosion) features() engine.PolynomialFeatures {
	return engine.PolynomialFeatures{Degree: v.degree, Offset: v.offset}
}

// terms are φₐ(x)φₐ(y) for every feature a whose scale is not 0, by order.
func (v *explosion) terms() (monomials []engine.Monomial, products []float64) {
	features := v.features()
	first, second := features.Map(v.x), features.Map(v.y)
	for a, m := range features.Monomials(len(v.x)) {
		if m.Scale != 0 {
			monomials, products = append(monomials, m), append(products, first[a]*second[a])
		}
	}
	return monomials, products
}

// base is c + xᵀy, which is 0 where the two are equal but for their sign as far as
// computing can tell.
func (v *explosion) base() float64 {
	inner := engine.Linear{}.Eval(v.x, v.y)
	size := v.offset
	for j := range v.x {
		size += math.Abs(v.x[j] * v.y[j])
	}
	if engine.Agree(inner, -v.offset, size) {
		return 0
	}
	return inner + v.offset
}

// buildCost counts the multiplications that make the d features of (xᵀx′ + 1)^q from p
// inputs: one for each monomial of order two and more, from one of an order less, and
// one for each scale that is not 1, as those of 1 and of the powers xⱼ^q are.
func buildCost(p int, d float64) float64 { return 2 * (d - 1 - float64(p)) }

// sumCost counts those of the sum of products, with features made as in buildCost, but
// of any offset: a feature whose scale is 0 is not kept, though others are made from it,
// and the constant is known.
func sumCost(monomials []engine.Monomial) float64 {
	made, kept := 0.0, 0.0
	for _, m := range monomials {
		if order(m) > 1 {
			made++
		}
		if order(m) > 0 && m.Scale != 0 && !engine.Agree(m.Scale, 1, 1) {
			made++
		}
		if m.Scale != 0 {
			kept++
		}
	}
	return 2*made + kept
}

// kernelCost counts those of (xᵀy + c)^q.
func kernelCost(p, q int) float64 { return float64(p + q - 1) }

// featureCount is C(p + q, q), for p and q as small as here.
func featureCount(p, q int) float64 {
	v, _ := engine.CountFeatures(p, q).Float64()
	return v
}

var buildExploder = course.Steps(func(f *course.Form) course.Work {
	inputs := f.Choice("inputs", "inputs p", "2", course.Options("1", "one", "2", "two"), course.More)
	v := &explosion{degree: f.Int("degree", "degree q", 3, 1, 12, course.Term("degree"))}
	v.offset = f.Float("offset", "offset c", 1, 0, explosionReach)
	coordinate := func(name, label string, def float64, settings ...course.Setting) float64 {
		return f.Float(name, label, def, -explosionReach, explosionReach, settings...)
	}
	second := course.When("inputs", "2")
	v.x = []float64{coordinate("x1", "x₁", 1, course.More), coordinate("x2", "x₂", 2, course.More, second)}
	v.y = []float64{coordinate("y1", "x′₁", 3), coordinate("y2", "x′₂", -1, second)}
	if inputs == "1" {
		v.x, v.y = v.x[:1], v.y[:1]
	}
	return v
})

// Compute multiplies feature by feature, and takes the power of the inner product.
func (v *explosion) Compute(context.Context, *course.Memo) error {
	v.monomials, v.products = v.terms()
	v.kernel, v.sum, v.low, v.high, v.largest, v.up, v.down = 0, 0, 0, 0, 0, 0, 0
	if v.base() != 0 {
		v.kernel = engine.Polynomial{Degree: v.degree, Offset: v.offset}.Eval(v.x, v.y)
	}
	for _, product := range v.products {
		v.sum += product
		v.low, v.high = math.Min(v.low, v.sum), math.Max(v.high, v.sum)
		v.largest = math.Max(v.largest, math.Abs(product))
		if product > 0 {
			v.up++
		} else if product < 0 {
			v.down++
		}
	}
	v.inner = engine.Linear{}.Eval(v.x, v.y)
	v.length, v.prime = v.lengths()
	v.multiplied = sumCost(v.features().Monomials(len(v.x)))
	v.directly = kernelCost(len(v.x), v.degree)
	return nil
}

// power is the kernel as it is written.
func (v *explosion) power() string {
	if v.offset > 0 {
		return fmt.Sprintf("(%s + xᵀx′)%s", course.Value(v.offset), course.Superscript(v.degree))
	}
	return "(xᵀx′)" + course.Superscript(v.degree)
}

// order is the sum of a monomial's exponents.
func order(m engine.Monomial) (order int) {
	for _, e := range m.Exponents {
		order += e
	}
	return order
}

func (v *explosion) Show(f *course.Form) *course.Picture {
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "exploder-terms", Title: "The products, one by one", Width: course.Wide, Height: course.Square,
				Plot: v.waterfall()}},
			{v.points(), v.arrows()},
		},
		Handles: v.handles(),
		Numbers: v.numbers(),
		Says:    v.says(),
		Goals: []course.Goal{{
			Name: "zero", At: "y1=1&y2=-1", Now: course.Digits(v.kernel), Reached: v.base() == 0 && v.largest > 0.01,
			Text: fmt.Sprintf("Goal reached: terms up to %s, and their sum is zero.", course.Digits(v.largest)),
		}},
		Series: []course.Series{
			{Name: "terms", Columns: slices.Concat(
				[]course.Column{{Name: "product", Values: v.products}}, exponents(v.monomials))},
			course.Table("points", "x x_prime", v.x, v.y),
		},
		Code: programs.Code("exploder", f, course.Values{"X": v.x, "Y": v.y}),
	}
}

// waterfall is the running sum, product by product.
func (v *explosion) waterfall() plots.Waterfall {
	sum := plots.Waterfall{
		Y: plots.Axis{Label: "running sum", Max: plots.RoundUp(math.Max(v.high, 1e-3))}, Total: "sum",
		Reference: plots.Mark{At: v.kernel, Name: v.power() + " = " + course.Value(course.Round(v.kernel, 6))},
	}
	if v.low < 0 {
		sum.Y.Min = -plots.RoundUp(-v.low)
	}
	for a, m := range v.monomials {
		for len(sum.Groups) <= order(m) {
			sum.Groups = append(sum.Groups, fmt.Sprintf("order %d", len(sum.Groups)))
		}
		sum.Terms = append(sum.Terms, plots.Term{Name: m.String(), Value: v.products[a], Group: order(m)})
	}
	return sum
}

func (v *explosion) numbers() []course.Number {
	return []course.Number{
		{Name: "features", Label: "features d", Value: float64(len(v.monomials)),
			Means: "How many features each point has, and so how many coefficients θ has."},
		{Name: "inner_product", Label: "xᵀx′", Value: v.inner,
			Means: "The two points’ inputs multiplied one by one, and added up."},
		{Name: "kernel", Label: v.power(), Value: v.kernel,
			Means: "What the kernel makes of the inner product, without any feature."},
		{Name: "sum", Label: "sum of the products", Value: v.sum},
		{Name: "gap", Label: "their difference", Value: math.Abs(v.sum - v.kernel)},
		{Name: "length", Label: "length of φ(x)", Value: v.length},
		{Name: "length_prime", Label: "length of φ(x′)", Value: v.prime},
		{Name: "multiplications_features", Label: "multiplications, with features", Value: v.multiplied},
		{Name: "multiplications_kernel", Label: "multiplications, without", Value: v.directly},
	}
}

const (
	saysSum  = "{products}, {up} positive and {down} negative, add up to {sum}; {power} is {kernel}."
	saysZero = "{products}, {up} positive, {down} negative and {zero} zero, add up to {sum}; {power} is {kernel}."
	saysLone = "One product is {sum}; {power} is {kernel}."
)

func (v *explosion) says() []course.Said {
	n := len(v.products)
	products := course.Some{N: n, Noun: "product"}
	said := course.Say(saysSum, products, v.up, v.down, v.sum, v.power(), v.kernel)
	switch zero := n - v.up - v.down; {
	case n == 1:
		said = course.Say(saysLone, v.sum, v.power(), v.kernel)
	case zero > 0:
		said = course.Say(saysZero, products, v.up, v.down, zero, v.sum, v.power(), v.kernel)
	}
	return []course.Said{said}
}

// lengths are those of φ(x) and φ(x′).
func (v *explosion) lengths() (float64, float64) {
	k := engine.Polynomial{Degree: v.degree, Offset: v.offset}
	return math.Sqrt(k.Eval(v.x, v.x)), math.Sqrt(k.Eval(v.y, v.y))
}

// arrows are φ(x) and φ(x′) in the plane that they span, whatever the number of features:
// three values of the kernel give both lengths and the angle. The longer is drawn 1 long.
func (v *explosion) arrows() plots.Panel {
	k := engine.Polynomial{Degree: v.degree, Offset: v.offset}
	a, b := v.length, v.prime
	angle, title := 0.0, "φ(x) and φ(x′): no angle"
	if a > 0 && b > 0 {
		angle = math.Acos(math.Max(-1, math.Min(1, k.Eval(v.x, v.y)/a/b)))
		title = fmt.Sprintf("φ(x) and φ(x′): %.0f° apart", angle*180/math.Pi)
	}
	longest := math.Max(a, b)
	if longest == 0 {
		longest = 1
	}
	arrow := func(name string, length, angle float64, ink plots.Token) (plots.Line, plots.Marker) {
		x, y := length/longest*math.Cos(angle), length/longest*math.Sin(angle)
		return plots.Line{Xs: []float64{0, x}, Ys: []float64{0, y}, Color: ink},
			plots.Marker{X: x, Y: y, Name: name, Color: ink}
	}
	first, tip := arrow("φ(x)", a, 0, plots.Accent)
	second, other := arrow("φ(x′)", b, angle, plots.Curve)
	return plots.Panel{ID: "exploder-arrows", Title: title, Width: course.Square, Plot: plots.Scatter{Equal: true,
		X:     plots.Axis{Label: "along φ(x), the longer = 1", Min: -1.2, Max: 1.8},
		Y:     plots.Axis{Label: "across", Min: -0.1, Max: 1.1},
		Lines: []plots.Line{first, second}, Markers: []plots.Marker{tip, other}}}
}

// handles are the two points, each to be dragged in the plane or, of one input, x′ along
// its axis.
func (v *explosion) handles() []course.Handle {
	at := func(label, x, y string, to []float64) course.Handle {
		return course.Handle{Panel: "exploder-points", Label: label, X: x, Y: y, Snaps: true,
			At: plots.Point{X: to[0], Y: to[1]}}
	}
	if len(v.x) == 1 {
		k := engine.Polynomial{Degree: v.degree, Offset: v.offset}
		return []course.Handle{at("The point x′", "y1", "", []float64{v.y[0], k.Eval(v.x, v.y)})}
	}
	return []course.Handle{at("The point x′", "y1", "y2", v.y), at("The point x", "x1", "x2", v.x)}
}

// exponents are the columns a_1, a_2, …, which name the monomials in a table.
func exponents(monomials []engine.Monomial) []course.Column {
	columns := make([]course.Column, len(monomials[0].Exponents))
	for i := range columns {
		columns[i].Name = fmt.Sprintf("a_%d", i+1)
		for _, m := range monomials {
			columns[i].Values = append(columns[i].Values, float64(m.Exponents[i]))
		}
	}
	return columns
}

// points are x and x′ in the plane, with the line on which k(x, ·) is zero; of one
// input, the function k(x, ·).
func (v *explosion) points() plots.Panel {
	panel := plots.Panel{ID: "exploder-points", Title: "The points x and x′", Width: course.Square}
	const edge = explosionReach + 0.5 // so that a mark at the end of its range is whole
	side := func(label string) plots.Axis { return plots.Axis{Label: label, Min: -edge, Max: edge} }
	if len(v.x) == 1 {
		k := engine.Polynomial{Degree: v.degree, Offset: v.offset}
		line := plots.Line{Name: "k(x, ·)", Xs: curves.Grid(-edge, edge), Class: "curve"}
		low, high := 0.0, 0.0
		for _, t := range line.Xs {
			line.Ys = append(line.Ys, k.Eval(v.x, []float64{t}))
			low, high = math.Min(low, line.Ys[len(line.Ys)-1]), math.Max(high, line.Ys[len(line.Ys)-1])
		}
		y := plots.Axis{Label: "k(x, x′)", Max: plots.RoundUp(high)}
		if low < 0 {
			y.Min = -plots.RoundUp(-low)
		}
		panel.Title, panel.Height = "k(x, ·), a function of x′", course.Square
		panel.Plot = plots.Curves{X: side("x′"), Y: y, Lines: []plots.Line{line}, Legend: true,
			VLines:  []plots.Mark{{At: v.x[0], Name: "x", Dash: true}},
			Markers: []plots.Marker{{X: v.y[0], Y: k.Eval(v.x, v.y), Name: "x′", Held: true}}}
		return panel
	}
	plane := plots.Scatter{X: side("first input"), Y: side("second input"), Equal: true,
		Markers: []plots.Marker{
			{X: v.x[0], Y: v.x[1], Name: "x", Held: true},
			{X: v.y[0], Y: v.y[1], Name: "x′", Color: plots.Curve, Ring: true, Held: true},
		}}
	if squares := v.x[0]*v.x[0] + v.x[1]*v.x[1]; squares > 0 {
		// From the foot of the line, −c x/‖x‖², far to both sides along (−x₂, x₁).
		far := 4 * explosionReach / math.Sqrt(squares)
		var xs, ys []float64
		for _, t := range []float64{-far, far} {
			xs = append(xs, -v.offset*v.x[0]/squares-t*v.x[1])
			ys = append(ys, -v.offset*v.x[1]/squares+t*v.x[0])
		}
		plane.Lines = []plots.Line{{Name: "where the sum is 0", Xs: xs, Ys: ys,
			Color: plots.Soft, Width: 1.6, Dash: true, Class: "zero"}}
	}
	panel.Plot = plane
	return panel
}

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	facts := course.Facts{
		"ten":         featureCount(10, 10),
		"exactly":     featureCount(10, 10) - featureCount(10, 9),
		"ordered":     math.Pow(11, 10),
		"ten-kernel":  kernelCost(10, 10),
		"ten-mb":      8 * raceRows * featureCount(10, 10) / 1e6,
		"limit-mb":    8 * float64(engine.MaxFeatureEntries) / 1e6,
		"nine":        featureCount(10, 9),
		"rows":        raceRows,
		"hundred":     featureCount(100, 5),
		"small":       featureCount(3, 2),
		"wide":        featureCount(20, 5),
		"three":       featureCount(2, 3),
		"big-gram-gb": 8 * 1e5 * 1e5 / 1e9,
	}
	// The worked example, by hand.
	v := &explosion{x: []float64{1, 2}, y: []float64{3, -1}, degree: 2, offset: 1}
	monomials, products := v.terms()
	sum := 0.0
	for a, product := range products {
		facts[fmt.Sprintf("worked-%d", a)] = product
		facts[fmt.Sprintf("worked-scale-%d", a)] = monomials[a].Scale * monomials[a].Scale
		sum += product
	}
	facts["worked-sum"] = sum
	facts["worked-inner"] = engine.Linear{}.Eval(v.x, v.y)
	facts["worked-kernel"] = engine.Polynomial{Degree: 2, Offset: 1}.Eval(v.x, v.y)
	facts["worked-with"] = sumCost(v.features().Monomials(2))
	facts["worked-without"] = kernelCost(2, 2)

	figureFacts(facts, course.NewMemo(1<<22))
	digitFacts(facts)
	many.Cite(facts, many.Parse(recorded))
	return facts
}

// figureFacts are read off the figures.
func figureFacts(facts course.Facts, memo *course.Memo) {
	facts.Read(memo, buildExploder, "", "opens-", "kernel", "kernel",
		"with", "multiplications_features", "without", "multiplications_kernel")
	facts.Read(memo, buildExploder, "degree=12&x1=3&x2=3&y1=-3&y2=3", "cancelled-", "sum", "sum", "kernel", "kernel")
	facts.Read(memo, buildRace, "", "race-", "features", "features", "with", "time_features_ms",
		"without", "time_kernel_ms", "mb", "memory_features_mb", "held", "memory_kernel_mb")
	facts["race-kb"] = 1e3 * facts["race-held"]
	facts.Read(memo, buildSame, "", "same-", "gap", "gap", "d", "features", "n", "points")
	plain := facts.Read(memo, buildSame, "compare=plain", "plain-", "gap", "gap", "data", "gap_data")
	for _, s := range plain.Series {
		if x := s.Columns[0].Values; s.Name == "data" {
			facts["plain-last"] = slices.Max(x)
		}
	}
	facts["plain-edge"] = widest(plain)
	facts.Read(memo, buildSame, "degree=15&lambda=0&n=5", "few-", "d", "features", "n", "points")
	facts.Read(memo, buildSame, "compare=none&degree=2", "none-",
		"least", "smallest_eigenvalue", "lambda", "singular_lambda", "shift", "shift")
	facts.Read(memo, buildSame, "compare=none&degree=2&lambda=1", "saddle-", "shift", "shift", "quadratic", "quadratic")
	amber := facts.Read(memo, buildSame, "degree=15&lambda=1e-10", "amber-",
		"gap", "gap", "condition", "condition").Certificate
	facts["amber-data"], facts["amber-bound"] = amber.PrimalDualGap, amber.Bound
	facts.Read(memo, buildSame, "inputs=raw&degree=12", "raw-", "top", "largest_eigenvalue", "shift", "shift")
}

// widest is the x at which the two curves of the figure same differ most.
func widest(p *course.Picture) float64 {
	columns := map[string][]float64{}
	for _, s := range p.Series {
		if s.Name == "primal" || s.Name == "fit" {
			columns[s.Name], columns["x"] = s.Columns[1].Values, s.Columns[0].Values
		}
	}
	at := 0
	gap := func(g int) float64 { return math.Abs(columns["primal"][g] - columns["fit"][g]) }
	for g := range columns["x"] {
		if gap(g) > gap(at) {
			at = g
		}
	}
	return columns["x"][at]
}
