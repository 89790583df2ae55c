package api

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Method is one of those that are offered: what it reads, what it answers and how.
type Method struct {
	Name, Summary string
	About         string // the problem that it solves
	Fields        []Field
	Results       []Result
	Example       string // a body

	compute func(ctx context.Context, q *request) (Answer, error)
}

// A Field is one that a body has.
type Field struct {
	Name, About string
	Required    bool
	kind        kind
	least, most float64  // of a number
	options     []string // of a choice
	Default     any      // what stands where it is absent
}

// A Result is a member of an answer.
type Result struct {
	Name, About string
	When        string // it is there with this field only, or with "-" before it, without
	kind        kind
}

// A kind is what a field or a result holds.
type kind int

const (
	aKernel kind = iota
	thePoints
	aList   // of numbers
	someInt // of whole numbers
	aMatrix
	aNumber
	aCount
	aSwitch
	aChoice
	someNames
)

// Methods lists them.
func Methods() []Method { return methods }

var (
	kernelField = Field{Name: "kernel", Required: true, kind: aKernel,
		About: `A name with its parameters, {"name": "gaussian", "bandwidth": 0.5}, or an expression, ` +
			`{"expr": "gaussian(0.5) + 0.1*linear()*polynomial(2, 1)"}.`}
	xField = Field{Name: "x", Required: true, kind: thePoints, most: MaxPoints,
		About: fmt.Sprintf("The n points, each a row of numbers, or strings for a kernel of strings; n is at most %d.",
			MaxPoints)}
	newField = Field{Name: "x_new", kind: thePoints, most: maxNew,
		About: fmt.Sprintf("New points, like those of x, at most %d.", maxNew)}
	signsField = Field{Name: "y", Required: true, kind: aList,
		About: "The class of each point, 1 or −1, or else 1 or 0."}
	lambdaField = Field{Name: "lambda", Required: true, kind: aNumber, most: math.MaxFloat64,
		About: "λ ≥ 0, the weight of the penalty."}
	alphaResult = Result{Name: "alpha", kind: aList, About: "The n coefficients of f = Σ αᵢ k(xᵢ, ·)."}
)

// At x_new is where decisions are, or else at x.
const atNew = "f at x_new, or at x where that is absent"

var methods = withAnswers([]Method{
	{
		Name: "gram", Summary: "The Gram matrix, and its eigenvalues", compute: gram,
		About: "Kᵢⱼ = k(xᵢ, xⱼ), or k(xᵢ, yⱼ) where y is given.",
		Fields: []Field{kernelField, xField, {Name: "y", kind: thePoints, most: MaxPoints,
			About: "Other points: then the matrix has a row for each point of x and a column for each of y."}},
		Results: []Result{
			{Name: "gram", kind: aMatrix, About: "The matrix, row by row."},
			{Name: "eigenvalues", kind: aList, When: "-y", About: "The eigenvalues of K, the largest first."},
		},
		Example: `{"kernel": {"expr": "gaussian(1) + 0.5*linear()"}, "x": [[0], [1], [3]]}`,
	},
	{
		Name: "krr", Summary: "Kernel ridge regression", compute: krr,
		About: "f minimises (1/n) Σ (yᵢ − f(xᵢ))² + λ‖f‖², so that (K + nλI)α = y. There is no intercept.",
		Fields: []Field{kernelField, xField,
			{Name: "y", Required: true, kind: aList, About: "The n responses."},
			lambdaField,
			{Name: "convention", kind: aChoice, options: []string{"mean", "sum", "half"}, Default: "mean",
				About: "Where λ belongs: to the mean loss (nλ on the diagonal), to the sum of losses, or to half " +
					"the sum and half the norm (both λ on the diagonal, as scikit-learn's alpha)."},
			newField},
		Results: []Result{
			alphaResult,
			{Name: "fitted", kind: aList, About: "f at x."},
			{Name: "predicted", kind: aList, When: "x_new", About: "f at x_new."},
			{Name: "loo_residuals", kind: aList, About: "yᵢ − f₋ᵢ(xᵢ), where f₋ᵢ is fitted without point i and " +
				"with the same penalty."},
			{Name: "degrees_of_freedom", kind: aNumber, About: "tr K(K + nλI)⁻¹."},
			{Name: "condition", kind: aNumber, About: "The condition number of K + nλI; above n = 128, where it is " +
				"below 10⁸, to three digits."},
			{Name: "rkhs_norm", kind: aNumber, About: "‖f‖ = √(αᵀKα)."},
		},
		Example: `{"kernel": {"name": "gaussian", "bandwidth": 1}, "x": [[0], [1], [3]], "y": [1, 2, 0], ` +
			`"lambda": 0.01, "x_new": [[2]]}`,
	},
	{
		Name: "kpca", Summary: "Kernel principal component analysis", compute: kpca,
		About: "The directions in feature space along which the points vary most: eigenvectors of K′/n, where K′ " +
			"is K about the mean of the features. Each component is scaled so that its variance is its eigenvalue.",
		Fields: []Field{kernelField, xField,
			{Name: "components", kind: aCount, least: 1, most: MaxPoints, Default: 2, About: "How many, at most n."},
			{Name: "centred", kind: aSwitch, Default: true, About: "Whether to take the mean of the features off. " +
				"Without that K stands for K′."},
			newField},
		Results: []Result{
			{Name: "eigenvalues", kind: aList, About: "Of K′/n, the largest first; times n they are scikit-learn's."},
			{Name: "projection", kind: aMatrix, About: "A row for each point of x, a column for each component. The " +
				"entry of largest modulus in a column is positive."},
			{Name: "projection_new", kind: aMatrix, When: "x_new", About: "The same of x_new."},
		},
		Example: `{"kernel": {"name": "polynomial", "degree": 2, "offset": 1}, "x": [[0, 1], [1, 1], [3, 0], [2, ` +
			`2]], "components": 2, "x_new": [[1, 0]]}`,
	},
	{
		Name: "klr", Summary: "Kernel logistic regression", compute: klr,
		About:  "f minimises (1/n) Σ log(1 + exp(−yᵢ f(xᵢ))) + λ‖f‖², with yᵢ = ±1. There is no intercept.",
		Fields: []Field{kernelField, xField, signsField, lambdaField, newField},
		Results: []Result{
			alphaResult,
			{Name: "decision", kind: aList, About: atNew + "."},
			{Name: "probability", kind: aList, About: "Of the class 1 there, 1/(1 + exp(−f))."},
			{Name: "loss", kind: aNumber, About: "What f minimises, penalty included."},
			{Name: "iterations", kind: aCount, About: "Steps of Newton's method."},
			{Name: "gradient_norm", kind: aNumber, About: "The norm of the gradient in α, which is zero at the " +
				"minimum."},
		},
		Example: `{"kernel": {"name": "laplacian", "bandwidth": 1}, "x": [[0], [1], [3], [4]], "y": [0, 1, 0, 1], ` +
			`"lambda": 0.1, "x_new": [[2]]}`,
	},
	{
		Name: "svm", Summary: "The soft-margin support vector machine", compute: svm,
		About: "f = Σ αᵢ k(xᵢ, ·) + offset minimises ½‖f − offset‖² + C Σ max(0, 1 − yᵢ f(xᵢ)), with yᵢ = ±1 and C " +
			"as in LIBSVM.",
		Fields: []Field{kernelField, xField, signsField,
			{Name: "C", Required: true, kind: aNumber, least: math.SmallestNonzeroFloat64, most: math.MaxFloat64,
				About: "C > 0, the weight of the losses."}, newField},
		Results: []Result{
			{Name: "alpha", kind: aList, About: "The n coefficients, with the sign of their class: yᵢαᵢ is between " +
				"0 and C."},
			{Name: "offset", kind: aNumber, About: "The constant in f; LIBSVM's rho is its negative."},
			{Name: "support", kind: someInt, About: "The support vectors: the i with αᵢ ≠ 0, counted from 0."},
			{Name: "decision", kind: aList, About: atNew + "."},
			{Name: "gap", kind: aNumber, About: "The duality gap: what is minimised is above its least by at most " +
				"this share of it, rounding of the kernel included. 1 or more is refused."},
		},
		Example: `{"kernel": {"name": "linear"}, "x": [[0, 0], [1, 1], [3, 3], [4, 2]], "y": [-1, -1, 1, 1], "C": 1}`,
	},
	{
		Name: "cluster", Summary: "Kernel k-means", compute: cluster,
		About: fmt.Sprintf("Labels minimise Σ ‖φ(xᵢ) − μ‖², μ the mean of the features of i's cluster, by Lloyd's "+
			"steps "+
			"from %d starts.", restarts),
		Fields: []Field{kernelField, xField,
			{Name: "clusters", Required: true, kind: aCount, least: 1, most: MaxPoints, About: "How many, at most n."},
			{Name: "seed", kind: aCount, most: maxSeed, Default: 1, About: "Of the starts. The same seed gives the " +
				"same labels."}},
		Results: []Result{
			{Name: "labels", kind: someInt, About: "The cluster of each point, from 0, in the order of their first " +
				"points."},
			{Name: "objective", kind: aNumber, About: "What the labels minimise."},
		},
		Example: `{"kernel": {"name": "spectrum", "length": 2}, "x": ["abab", "baba", "cdcd", "dcdc"], "clusters": ` +
			`2, "seed": 1}`,
	},
})

// withAnswers has each method read the names of the results that are wanted of it.
func withAnswers(all []Method) []Method {
	for i := range all {
		m := &all[i]
		field := Field{Name: "answers", kind: someNames,
			About: "The names of what is wanted: nothing else is answered, or computed. Without it all is."}
		for _, r := range m.Results {
			field.options = append(field.options, r.Name)
		}
		m.Fields = append(m.Fields, field)
	}
	return all
}

// A request is a body that has been read.
type request struct {
	kernel                     kernel
	points                     map[string]Points
	y                          []float64
	lambda, c                  float64
	convention                 string
	components, clusters, seed int
	centred                    bool
	answers                    []string // none for all
}

func (q *request) x() Points { return q.points["x"] }

// wants reports whether one of some results is wanted.
func (q *request) wants(names ...string) bool {
	return len(q.answers) == 0 || slices.ContainsFunc(names, func(name string) bool {
		return slices.Contains(q.answers, name)
	})
}

// answer computes what is wanted.
func (m *Method) answer(ctx context.Context, q *request) (Answer, error) {
	a, err := m.compute(ctx, q)
	return slices.DeleteFunc(a, func(r member) bool { return !q.wants(r.name) }), err
}

// read reads a body for the method.
func (m *Method) read(body []byte) (*request, *Problem) {
	r := newReader(body)
	q := &request{points: map[string]Points{}, convention: "mean", components: 2, centred: true, seed: 1}
	has := map[string]bool{}
	p := r.object("an object", func(name string) *Problem {
		i := slices.IndexFunc(m.Fields, func(f Field) bool { return f.Name == name })
		if i < 0 {
			return bad(excerpt(name), m.names(), "the method %s has no such field", m.Name)
		}
		has[name] = true
		return m.Fields[i].read(r, q)
	})
	if p == nil {
		p = r.end()
	}
	for _, f := range m.Fields {
		if p == nil && f.Required && !has[f.Name] {
			p = bad(f.Name, f.expects(), "the field is missing")
		}
	}
	if p == nil {
		p = m.check(q)
	}
	return q, p
}

// names lists the fields that the method has.
func (m *Method) names() string {
	all := "one of "
	for i, f := range m.Fields {
		if i > 0 {
			all += ", "
		}
		all += f.Name
	}
	return all
}

// expects says what the field holds.
func (f Field) expects() string {
	switch f.kind {
	case aKernel:
		return expectedKernel
	case thePoints:
		return "an array of rows of numbers, or of strings"
	case aList:
		return "an array of numbers"
	case aSwitch:
		return "true or false"
	case aCount:
		return fmt.Sprintf("a whole number from %.0f to %.0f", f.least, f.most)
	case aChoice:
		return fmt.Sprintf("one of %q", f.options)
	case someNames:
		return fmt.Sprintf("an array of some of %q", f.options)
	}
	if f.least > 0 {
		return "a number above 0"
	}
	return "a number that is not below 0"
}

// read reads the field's value into q.
func (f Field) read(r *reader, q *request) (p *Problem) {
	count := map[string]*int{"components": &q.components, "clusters": &q.clusters, "seed": &q.seed}
	number := map[string]*float64{"lambda": &q.lambda, "C": &q.c}
	switch f.kind {
	case aKernel:
		q.kernel, p = r.kernel()
	case thePoints:
		q.points[f.Name], p = r.points(f.Name, int(f.most))
	case aList:
		q.y, p = r.numbers(f.Name, MaxPoints)
	case aSwitch:
		q.centred, p = r.truth()
	case aCount:
		*count[f.Name], p = r.whole(int(f.least), int(f.most))
	case aChoice:
		q.convention, p = r.text(f.expects())
		if p == nil && !slices.Contains(f.options, q.convention) {
			p = bad(f.Name, f.expects(), "there is no %q", excerpt(q.convention))
		}
	case someNames:
		q.answers, p = r.names(f.Name, f.expects(), f.options)
	default:
		var v float64
		v, p = r.number()
		if p == nil && !(v >= f.least) {
			p = bad(f.Name, f.expects(), "expected %s, not %v", f.expects(), v)
		}
		*number[f.Name] = v
	}
	return p
}

// check looks at fields together.
func (m *Method) check(q *request) *Problem {
	x, n := q.x(), q.x().Len()
	for _, f := range m.Fields {
		points, has := q.points[f.Name]
		if !has {
			continue
		}
		if p := q.kernel.fits(f.Name, points); p != nil {
			return p
		}
		if points.Rows != nil && len(points.Rows[0]) != len(x.Rows[0]) {
			return unequal(f.Name+"[0]", len(points.Rows[0]), len(x.Rows[0]), "x")
		}
		if p := q.kernel.affords(x, points); f.Name != "x" && p != nil {
			return p
		}
	}
	if p := q.kernel.affords(x, Points{}); p != nil {
		return p
	}
	for i, name := range q.answers {
		if p := m.lacks(q, name); p != nil {
			p.Field = fmt.Sprintf("answers[%d]", i)
			return p
		}
	}
	has := func(name string) bool {
		return slices.ContainsFunc(m.Fields, func(f Field) bool { return f.Name == name && f.kind != thePoints })
	}
	if has("y") && len(q.y) != n {
		return bad("y", fmt.Sprintf("%d numbers, one for each point of x", n), "its length is %d, that of x %d",
			len(q.y), n)
	}
	if m.Name == "klr" || m.Name == "svm" {
		if p := signs(q.y); p != nil {
			return p
		}
	}
	atMost := fmt.Sprintf("at most %d, the number of points", n)
	if has("components") && q.components > n {
		return bad("components", atMost, "the number of points is %d", n)
	}
	if has("clusters") && q.clusters > n {
		return bad("clusters", atMost, "the number of points is %d", n)
	}
	return nil
}

// lacks says why a result that is wanted is not there; or nothing.
func (m *Method) lacks(q *request, name string) *Problem {
	when := m.Results[slices.IndexFunc(m.Results, func(r Result) bool { return r.Name == name })].When
	field, without := strings.CutPrefix(when, "-")
	if _, has := q.points[field]; when == "" || has != without {
		return nil
	}
	if without {
		return bad("answers", "no "+field+" beside it", "%s is not answered where %s is given", name, field)
	}
	return bad("answers", field+" beside it", "%s is not answered without %s", name, field)
}

// signs makes ±1 of 1 and 0, and refuses what is neither that nor ±1.
func signs(y []float64) *Problem {
	other := math.NaN()
	for i, v := range y {
		switch {
		case v == 1:
		case (v == -1 || v == 0) && (math.IsNaN(other) || v == other):
			other = v
			y[i] = -1
		case v == -1 || v == 0:
			return bad(fmt.Sprintf("y[%d]", i), fmt.Sprintf("1 or %v, as before", other),
				"the other class was %v before, and is %v here", other, v)
		default:
			return bad(fmt.Sprintf("y[%d]", i), "1 or −1, or else 1 or 0", "expected 1 or −1, or else 1 or 0, not %v",
				v)
		}
	}
	return nil
}
