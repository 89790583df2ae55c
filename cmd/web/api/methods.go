package api

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/gramophone-course/gramophone/lessons/course"
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
	Required    bool // gram may stand in place of a kernel and points, where there is such a field
	kind        kind
	least, most float64  // of a number
	options     []string // of a choice
	Default     any      // what stands where it is absent
}

// A Result is a member of an answer.
type Result struct {
	Name, About string
	When        string // it is there with this field only, or with "-" before it, without; see [request.has]
	kind        kind
}

// A kind is what a field or a result holds.
type kind int

const (
	aKernel kind = iota
	thePoints
	aList   // of numbers
	lists   // a list, or of each point a row
	someInt // of whole numbers
	aMatrix
	aNumber
	orLeftOut // a number, or "loo"
	either    // a number, or of each response one
	aCount
	aSwitch
	aChoice
	someNames
	theChosen // what was chosen, by name
)

// Methods lists them.
func Methods() []Method { return methods }

var (
	kernelField = Field{Name: "kernel", Required: true, kind: aKernel,
		About: `A name with its parameters, {"name": "gaussian", "bandwidth": 0.5}, or an expression, ` +
			`{"expr": "gaussian(0.5) + 0.1*linear()*polynomial(2, 1)"}. A bandwidth may be "median".`}
	xField = Field{Name: "x", Required: true, kind: thePoints, most: MaxPoints,
		About: fmt.Sprintf("The n points, each a row of numbers, or strings for a kernel of strings; n is at most %d.",
			MaxPoints)}
	newField = Field{Name: "x_new", kind: thePoints, most: maxNew,
		About: fmt.Sprintf("New points, like those of x, at most %d.", maxNew)}
	// What a matrix that is at hand stands in the place of.
	gramFields = []Field{
		{Name: "gram", kind: aMatrix, most: MaxPoints, About: "In place of kernel and x: K itself, row by row, " +
			"symmetric."},
		{Name: "gram_new", kind: aMatrix, most: maxNew, About: "In place of x_new: the kernels between new points, " +
			"the rows, and the n points, the columns."},
	}
	diagonalField = Field{Name: "gram_new_diagonal", kind: aList, most: maxNew,
		About: "Beside gram_new: the kernel of each new point with itself. Only deviations need it."}
	chosenResult = Result{Name: "chosen", kind: theChosen, When: "chosen", About: "What was left to choose: the " +
		"bandwidth that is the median distance of two points, of those that differ where most do not; the lambda " +
		"that misses left-out points least, in the convention named, and loo_rmse, the root mean square of what it " +
		"misses."}
	signsField = Field{Name: "y", Required: true, kind: aList, most: MaxPoints,
		About: "The class of each point, 1 or −1, or else 1 or 0."}
	lambdaField = Field{Name: "lambda", Required: true, kind: aNumber, most: math.MaxFloat64,
		About: "λ ≥ 0, the weight of the penalty."}
	alphaResult = Result{Name: "alpha", kind: aList, About: "The n coefficients of f = Σ αᵢ k(xᵢ, ·)."}
)

// At x_new is where decisions are, or else at x.
const atNew = "f at x_new, or at x where that is absent"

var methods = completed([]Method{
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
			{Name: "y", Required: true, kind: lists, most: maxResponses, About: fmt.Sprintf("The n responses, or for "+
				"each point a row of several, at most %d: then results are one for each too.", maxResponses)},
			{Name: "lambda", Required: true, kind: orLeftOut, most: math.MaxFloat64,
				About: `λ ≥ 0, the weight of the penalty; or "loo": the one that misses left-out points least, of ` +
					fmt.Sprintf("%d from 10⁻¹⁰ to 10² times the mean of K's diagonal.", len(leftOutSteps))},
			{Name: "convention", kind: aChoice, options: []string{"mean", "sum", "half"}, Default: "mean",
				About: "Where λ belongs: to the mean loss (nλ on the diagonal), to the sum of losses, or to half " +
					"the sum and half the norm (both λ on the diagonal, as scikit-learn's alpha)."},
			newField,
			{Name: "deviation", kind: aSwitch, Default: false, About: "Whether to say how far f may be off at x_new: " +
				"the fit as a Gaussian process with covariance σ²k and noise nλσ², with the likeliest σ."},
			diagonalField},
		Results: []Result{
			{Name: "alpha", kind: lists, About: alphaResult.About},
			{Name: "fitted", kind: lists, About: "f at x."},
			{Name: "predicted", kind: lists, When: "x_new", About: "f at x_new."},
			{Name: "deviation", kind: lists, When: "deviation", About: "The standard deviation of f at x_new."},
			{Name: "noise", kind: either, When: "deviation", About: "That of a response about f, σ√(nλ)."},
			{Name: "loo_residuals", kind: lists, About: "yᵢ − f₋ᵢ(xᵢ), where f₋ᵢ is fitted without point i and " +
				"with the same penalty."},
			{Name: "degrees_of_freedom", kind: aNumber, About: "tr K(K + nλI)⁻¹."},
			{Name: "condition", kind: aNumber, About: "The condition number of K + nλI; above n = 128, where it is " +
				"below 10⁸, to three digits."},
			{Name: "rkhs_norm", kind: either, About: "‖f‖ = √(αᵀKα)."},
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
			newField, diagonalField},
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

// completed gives each method what all have: the names of the results that are wanted of it, what was chosen,
// and, but for gram itself, a matrix in place of points.
func completed(all []Method) []Method {
	for i := range all {
		m := &all[i]
		m.Results = append(m.Results, chosenResult)
		if m.Name != "gram" {
			matrices := gramFields
			if m.field("x_new") == nil {
				matrices = gramFields[:1]
			}
			m.Fields = append(m.Fields, matrices...)
		}
		m.Fields = append(m.Fields, Field{Name: "answers", kind: someNames,
			options: course.Each(m.Results, func(r Result) string { return r.Name }),
			About:   "The names of what is wanted: nothing else is answered, or computed. Without it all is."})
	}
	return all
}

// field is the field of that name, or nil.
func (m *Method) field(name string) *Field {
	i := slices.IndexFunc(m.Fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return &m.Fields[i]
}
