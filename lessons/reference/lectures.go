package reference

// A Lecture is one of the five that the course walks through, with its sections in order.
type Lecture struct {
	Number   string // the first three digits of its file, as in the errata: "004"
	Cite     string // what it is called
	Notation string // its letters
	Sections []Section
}

// A Section is a part of a lecture, under a title in our words, with the places of our
// lessons that cover it.
type Section struct {
	Title string
	Homes []Place
}

// A Place is one in a lesson: a section, a figure or a question.
type Place struct {
	Lesson string // its slug
	ID     string // of an element of its page
	Words  string // what stands there
}

// URL is the place's address, which begins at the course's root.
func (p Place) URL() string { return "/lessons/" + p.Lesson + "#" + p.ID }

// Lectures are the five, in the order of their files.
var Lectures = []Lecture{
	{Number: "000", Cite: ErrataLectures[0].Name, Sections: lecture000,
		Notation: "N points, p inputs, d features, a mean loss: K + NλI, length l."},
	{Number: "001", Cite: ErrataLectures[1].Name, Sections: lecture001,
		Notation: "n points, p inputs, a summed loss: K + λI, γ for the Gaussian, β and α."},
	{Number: "002", Cite: ErrataLectures[2].Name, Sections: lecture002,
		Notation: "n points, m features, a summed loss: K + λI; features are the rows of Φ, w and α."},
	{Number: "003", Cite: ErrataLectures[3].Name, Sections: lecture003,
		Notation: "n points, d inputs, degree p, half a summed loss: K + λI, σ; w and z."},
	{Number: "004", Cite: ErrataLectures[4].Name, Sections: lecture004,
		Notation: "n points, a mean loss: K + nλI, bandwidth ν, θ and α."},
}

const (
	maps, trick, psd    = "feature-maps", "kernel-trick", "psd-kernels"
	krr, pca, klr       = "kernel-ridge-regression", "kernel-pca", "kernel-logistic-regression"
	representer, errors = "representer-theorem", "approximation-error"
)

var lecture000 = []Section{
	{"Polynomials of one input, linear in the coefficients", []Place{{maps, "fit", "a sum of columns"}}},
	{"Several inputs, and the matrix Φ", []Place{{maps, "a-feature-map", "a feature map"}}},
	{"A product that separates two classes",
		[]Place{{maps, "lift", "points, lifted"}, {maps, "a-plane-cuts-a-bowl", "the plane and its shadow"}}},
	{"Very many features, more than points", []Place{{maps, "count", "how many"}, {maps, "how-large", "how large"}}},
	{"Flexible models overfit, and a penalty helps", []Place{{"ridge", "fit", "at a price"}}},
	{"The closed form", []Place{{"ridge", "what-is-minimised", "with its proof"}}},
	{"What cannot be stored when d grows",
		[]Place{{"woodbury", "blocks", "drawn to scale"},
			{trick, "until-it-no-longer-fits", "until it no longer fits"}}},
	{"The prediction, written without d × d",
		[]Place{{"woodbury", "push-it-through", "the identity"}, {"woodbury", "proof", "line by line"},
			{"woodbury", "what-it-does-to-a-prediction", "the prediction"}}},
	{"Features enter as inner products only", []Place{{trick, "the-trick", "the trick"}}},
	{"The scaled cubic", []Place{{trick, "exploder", "every term"}}},
	{"A kernel is a function of two inputs", []Place{{trick, "a-function-of-two-inputs", "with its features"}}},
	{"A kernel chosen in place of features",
		[]Place{{trick, "the-trick", "the trick"}, {trick, "same", "both fits"}}},
	{"An inverse must exist: positive semi-definite",
		[]Place{{trick, "what-a-kernel-must-promise", "what is promised"},
			{psd, "the-definition-and-how-to-prove-it", "the definition"}}},
	{"Two kernels: Gaussian and polynomial",
		[]Place{{psd, "zoo", "all of them"}, {"bandwidth", "the-two-limits", "the Gaussian"}}},
	{"The dual parameters, computed once",
		[]Place{{"woodbury", "residual", "what they are"}, {krr, "five-ways-to-one-formula", "five ways to them"}}},
	{"Summary: training and prediction",
		[]Place{{krr, "fit", "the whole method"}, {krr, "what-is-minimised", "what is minimised"}}},
	{"Primal against dual", []Place{{"woodbury", "blocks", "the two ways"}, {trick, "same", "the same fit"}}},
	{"The representer theorem, simplified", []Place{{representer, "the-theorem", "theorem and proof"}}},
	{"What it means, and why L1 fails", []Place{{representer, "l1", "two penalties"}}},
}

var lecture001 = []Section{
	{"A kernel: a similarity of two inputs, a generalised inner product",
		[]Place{{psd, "the-definition-and-how-to-prove-it", "the definition"},
			{"gram-matrix", "what-the-matrix-keeps", "a generalised inner product"}}},
	{"Five examples", []Place{{psd, "zoo", "as functions, matrices and sums"}}},
	{"The Gram matrix, and positive definite kernels",
		[]Place{{"gram-matrix", "gram", "one square for all pairs"}, {psd, "detective", "which are kernels"}}},
	{"Why they matter: features from eigenvectors",
		[]Place{{"mercer", "embed", "points made from a matrix"}, {"mercer", "from-a-table-to-points", "the theorem"}}},
	{"Mercer’s theorem", []Place{{"mercer", "what-holds-for-all-points", "what holds for all points"}}},
	{"Two inputs, degree 2: six features", []Place{{trick, "exploder", "every term"}}},
	{"Advantages, and the kernel trick", []Place{{trick, "the-trick", "the trick"}}},
	{"PCA, recalled", []Place{{pca, "pca-with-inner-products-only", "with inner products only"}}},
	{"What PCA cannot see, and a feature that helps",
		[]Place{{pca, "rings", "two rings"}, {maps, "lift", "points, lifted"}}},
	{"Kernel PCA, derived",
		[]Place{{pca, "pca-with-inner-products-only", "in five steps"}, {pca, "derivation", "from d × d and n × n"}}},
	{"Centring in feature space", []Place{{pca, "projection", "centred or not"}}},
	{"The algorithm",
		[]Place{{pca, "pca-with-inner-products-only", "the steps"}, {pca, "projection", "both scalings"}}},
	{"An example", []Place{{pca, "projection", "points and their projection"}, {pca, "order", "which component"}}},
	{"Ridge regression, recalled", []Place{{"ridge", "what-is-minimised", "what is minimised"}}},
	{"Woodbury’s identity, and six lines from it",
		[]Place{{"woodbury", "woodburys-identity", "the identity"}, {"woodbury", "proof", "line by line"}}},
	{"Kernel ridge regression, dual variables", []Place{{krr, "five-ways-to-one-formula", "the first of five ways"}}},
	{"The linear kernel gives ridge regression",
		[]Place{{trick, "same", "the same fit"}, {"woodbury", "blocks", "both ways"}}},
	{"Prediction", []Place{{krr, "fit", "a sum of bumps"}}},
	{"To take home, and a last objective", []Place{{krr, "what-is-minimised", "what is minimised"}}},
}

var lecture002 = []Section{
	{"The representer theorem", []Place{{representer, "the-theorem", "the theorem"}}},
	{"Its proof: a part in the span, and one across",
		[]Place{{representer, "attack", "the figure that attacks it"}, {representer, "the-theorem", "step by step"}}},
	{"Exercise 21: the semiparametric theorem",
		[]Place{{representer, "a-part-that-costs-nothing", "theorem and proof"},
			{representer, "semiparametric", "bumps and a trend"}}},
	{"7.3: squared loss and the span of the features", []Place{{"ridge", "what-is-minimised", "what is minimised"}}},
	{"Partial derivatives, and the solution", []Place{{"ridge", "what-is-minimised", "proof in four steps"}}},
	{"Always invertible for λ > 0", []Place{{"ridge", "what-is-minimised", "the third step"}}},
	{"The kernelised version: α is a residual",
		[]Place{{"woodbury", "residual", "α is the residual"}, {krr, "five-ways-to-one-formula", "the third way"}}},
	{"The fit as a sum of kernels, and the Gram matrix",
		[]Place{{krr, "fit", "a sum of bumps"}, {"gram-matrix", "gram", "the Gram matrix"}}},
	{"Features or functions: two problems, one fit",
		[]Place{{representer, "a-part-that-costs-nothing", "the problems (41) and (42)"},
			{trick, "same", "both fits"}}},
	{"Kernel ridge regression by name", []Place{{krr, "what-is-minimised", "what is minimised"}}},
}

var lecture003 = []Section{
	{"The other normal equations, and what they cost",
		[]Place{{"woodbury", "push-it-through", "the identity"}, {"woodbury", "race", "both ways, timed"},
			{"woodbury", "what-each-way-costs", "what each way costs"}}},
	{"The Gram matrix", []Place{{"gram-matrix", "gram", "one square for all pairs"}}},
	{"Classes that no line separates", []Place{{maps, "lift", "points, lifted"}}},
	{"Polynomials of several inputs", []Place{{maps, "count", "how many"}, {maps, "a-feature-map", "a feature map"}}},
	{"Too many terms to store", []Place{{trick, "until-it-no-longer-fits", "until it no longer fits"}}},
	{"Predictions need two tables only",
		[]Place{{trick, "the-trick", "the trick"}, {krr, "what-is-minimised", "both tables"}}},
	{"Degree 2, by completing the square", []Place{{trick, "a-function-of-two-inputs", "proof in three steps"}}},
	{"Higher degrees", []Place{{trick, "exploder", "every term"}}},
	{"Cost of training and of testing", []Place{{trick, "race", "with features and without"}}},
	{"Linear against kernel regression", []Place{{trick, "same", "both fits"}}},
	{"Finding gold",
		[]Place{{"finding-gold", "map", "a map of zinc"}, {"finding-gold", "weights", "what each sample counts for"}}},
	{"The Gaussian, as a kernel and not as a basis",
		[]Place{{"bandwidth", "the-two-limits", "the kernel"}, {krr, "price", "the same bumps at two prices"}}},
	{"Data that are no vectors",
		[]Place{{"string-kernels", "gram", "sentences, compared"},
			{"string-kernels", "images-graphs-and-so-on", "and others"}}},
	{"Valid kernels",
		[]Place{{psd, "the-definition-and-how-to-prove-it", "how to prove it"},
			{"mercer", "embed", "features for any"}}},
	{"Methods that need distances only",
		[]Place{{"kernel-distances", "distances-and-means-from-k", "from K"}, {"kernel-distances", "knn", "neighbours"},
			{"kernel-distances", "kmeans", "means"}, {"kernel-distances", "density", "density"},
			{"kernel-distances", "tree", "trees"}, {"kernel-distances", "outliers", "outliers"}}},
	{"Linear models with an L2 penalty: robust, brittle, logistic, hinge",
		[]Place{{"losses", "regression", "five losses"}, {representer, "losses", "one form"}}},
	{"Support vectors, and cheaper predictions",
		[]Place{{"losses", "svm", "who holds the boundary"}, {"losses", "what-it-costs", "what it costs"}}},
	{"Logistic regression with kernels", []Place{{klr, "boundary", "a boundary"}}},
	{"Summary, and all of Gmail", []Place{{"large-n", "cost", "a million points"}, {"large-n", "approximate", "how"}}},
	{"Bonus: why an inner product is a similarity",
		[]Place{{"gram-matrix", "why-an-inner-product-is-a-similarity", "the proposition"},
			{"gram-matrix", "neighbours", "three similarities"}}},
	{"Bonus: the two forms of ridge regression", []Place{{"woodbury", "woodburys-identity", "the inversion lemma"}}},
	{"Bonus: the Gaussian’s infinite basis", []Place{{"mercer", "taylor", "from its first features"}}},
	{"Bonus: building valid kernels",
		[]Place{{"kernel-algebra", "the-rules-each-with-its-proof", "the rules"},
			{"kernel-algebra", "rules", "put to the test"}}},
	{"Bonus: the representer theorem, by a gradient", []Place{{representer, "the-theorem", "both proofs"}}},
}

var lecture004 = []Section{
	{"4.3 Approximation error, and what it depends on",
		[]Place{{errors, "budget", "where the error goes"},
			{errors, "risk-and-what-is-in-excess-of-it", "the theorem"}}},
	{"4.3 A further split, and the incompressible part",
		[]Place{{errors, "splitting-once-more", "splitting once more"}}},
	{"4.3 Upper bounds, and a ball of coefficients", []Place{{errors, "ball", "the price of a short θ"}}},
	{"5.1 Data carried to another space", []Place{{maps, "lift", "points, lifted"}}},
	{"5.1 Positive semi-definite kernels", []Place{{psd, "the-definition-and-how-to-prove-it", "the definition"}}},
	{"5.1 The Gram matrix costs n², and k may be negative",
		[]Place{{"gram-matrix", "what-it-costs", "what it costs"}, {psd, "detective", "which are kernels"}}},
	{"5.1 The linear kernel", []Place{{psd, "the-definition-and-how-to-prove-it", "how to prove it"}}},
	{"5.1 Other examples", []Place{{psd, "zoo", "all of them"}}},
	{"5.1 Choosing the bandwidth",
		[]Place{{"bandwidth", "the-two-limits", "the two limits"},
			{"bandwidth", "a-first-guess-the-median", "the median heuristic"},
			{"bandwidth", "map", "every fit at once"}}},
	{"5.1 Hilbert spaces", []Place{{"rkhs", "the-space-in-six-statements", "the space"}}},
	{"5.1 Kernels as inner products: Aronszajn",
		[]Place{{"mercer", "what-holds-for-all-points", "what holds for all points"}}},
	{"5.1 The finite case", []Place{{"mercer", "from-a-table-to-points", "theorem and proof"}}},
	{"5.2 Spaces of functions", []Place{{"rkhs", "function", "two functions"}}},
	{"5.2 Reproducing kernel Hilbert spaces", []Place{{"rkhs", "the-space-in-six-statements", "the definition"}}},
	{"5.2 Values are continuous, both ways",
		[]Place{{"rkhs", "bounds", "what the norm allows"},
			{"rkhs", "the-space-in-six-statements", "statements 1 and 2"}}},
	{"5.2 One kernel, one space", []Place{{"rkhs", "the-space-in-six-statements", "statement 3"}}},
	{"5.2 Positive definite and reproducing are the same",
		[]Place{{"rkhs", "the-space-in-six-statements", "statement 4"}}},
	{"5.2 Quadratic functions", []Place{{"rkhs", "quadratics", "a space one can hold"}}},
	{"5.3 Sums, products, limits, pairs of inputs",
		[]Place{{"kernel-algebra", "the-rules-each-with-its-proof", "the rules"},
			{"kernel-algebra", "builder", "build one"}}},
	{"5.3 The exponential", []Place{{"kernel-algebra", "series", "a limit, seen"}}},
	{"5.4 The kernel trick", []Place{{trick, "the-trick", "the trick"}}},
	{"5.4 Distances", []Place{{"kernel-distances", "distances-and-means-from-k", "from K"}}},
	{"5.5 Why the norm is penalised",
		[]Place{{"rkhs", "bounds", "the cone"}, {"rkhs", "why-the-norm-is-roughness", "roughness"}}},
	{"5.5 The representer theorem",
		[]Place{{representer, "the-theorem", "the theorem"}, {representer, "attack", "attacked"}}},
	{"5.5 Values and norm from K",
		[]Place{{representer, "the-theorem", "what follows"}, {"rkhs", "function", "the norm"}}},
	{"5.6 Kernel ridge regression", []Place{{krr, "what-is-minimised", "what is minimised"}, {krr, "fit", "a fit"}}},
	{"5.6 Its solution, and when α is not unique", []Place{{krr, "five-ways-to-one-formula", "the second way"}}},
	{"5.7 Kernel logistic regression",
		[]Place{{klr, "what-is-minimised", "what is minimised"}, {klr, "boundary", "a boundary"}}},
	{"5.7 Gradient descent", []Place{{klr, "downhill", "downhill"}, {klr, "descent", "two ways down"}}},
}
