package lessons

// Contents is the course in order. A lesson without figures is announced, and
// not there yet.
var Contents = New(
	Part{Title: "From features to kernels", Lessons: []*Lesson{
		featureMaps,
		ridgeRegression,
		approximationError,
		woodbury,
		kernelTrick,
	}},
	Part{Title: "What a kernel is", Lessons: []*Lesson{
		{Slug: "gram-matrix", Short: "The Gram matrix", Title: "All that the model sees"},
		{Slug: "psd-kernels", Short: "Positive semi-definite kernels", Title: "Which similarities are kernels?"},
		{Slug: "kernel-algebra", Short: "Kernel algebra", Title: "Building kernels"},
		{Slug: "mercer", Short: "Mercer", Title: "From a Gram matrix back to features"},
		{Slug: "rkhs", Short: "The RKHS", Title: "A space of functions"},
		{Slug: "representer-theorem", Short: "The representer theorem", Title: "Why n numbers are enough"},
	}},
	Part{Title: "Learning with kernels", Lessons: []*Lesson{
		kernelRidgeRegression,
		bandwidth,
		{Slug: "finding-gold", Short: "Kriging", Title: "Finding gold"},
		{Slug: "kernel-pca", Short: "Kernel PCA", Title: "Rings unrolled"},
		{Slug: "kernel-logistic-regression", Short: "Kernel logistic regression", Title: "Probabilities"},
		{Slug: "losses", Short: "Losses", Title: "Robust, brittle and the support vector machine"},
		{Slug: "kernel-distances", Short: "Distances", Title: "Neighbours, clusters, outliers"},
		{Slug: "string-kernels", Short: "String kernels", Title: "Data that is not numbers"},
		{Slug: "large-n", Short: "Large n", Title: "And all of Gmail?"},
	}},
)
