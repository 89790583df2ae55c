// Package engine computes kernel methods: kernels and their algebra, Gram
// matrices, kernel ridge regression in its primal and dual forms with the path of
// fits over λ and exact leave-one-out errors, regression with other losses,
// Gaussian processes, logistic regression, support vector machines, kernel PCA,
// clustering and outliers, and approximations for many points. With a fit comes
// what says how far to trust it: a certificate, a residual, a duality gap.
// It knows data as slices of float64 and nothing of pages or pictures.
//
// A fit, from data to a value at a new point:
//
//	d := engine.Dataset{X: [][]float64{{0}, {1}, {3}}, Y: []float64{1, 2, 0}}
//	f, err := engine.KRR(engine.Gaussian{Length: 1}, d, 0.01)
//	if err != nil {
//		return err
//	}
//	y := f.Eval([]float64{2})
//
// # Notation
//
// Formula and code match symbol for symbol, with these names throughout:
//
//	n          number of points, len(x)
//	p          number of inputs, len(x[i])
//	d          number of features
//	x, y       inputs xᵢ ∈ ℝᵖ as x[i], responses yᵢ ∈ ℝ as y[i]
//	Φ          Phi, the n×d matrix with rows φ(xᵢ)ᵀ
//	θ ∈ ℝᵈ     theta, primal coefficients
//	α ∈ ℝⁿ     alpha, dual coefficients
//	k, K       the kernel, and its n×n Gram matrix, Kᵢⱼ = k(xᵢ, xⱼ) = (ΦΦᵀ)ᵢⱼ
//	ℓ          bandwidth, the Length of a kernel
//	λ ≥ 0      lambda, the weight of the penalty
//	K = U diag(s) Uᵀ, s₁ ≥ … ≥ sₙ
//	‖f‖        norm in the reproducing kernel Hilbert space of k
//	ε          2⁻⁵², the distance from 1 to the next float64
//
// # Conventions
//
// λ belongs to the mean loss, everywhere:
//
//	min_f (1/n) Σᵢ (yᵢ − f(xᵢ))² + λ‖f‖²   ⇔   (K + nλI) α = y.
//
// For the λ of a sum of losses, divide by n; the caller does that, at the edge.
// There is no intercept: away from the data a fit with a radial kernel returns to
// zero. Who wants one subtracts the mean of y first.
//
// Kernels have one parametrisation each, stated where they are defined; the
// Gaussian is exp(−‖x−y‖²/2ℓ²). Matrices are gonum's. Eigenvalues descend, and
// eigenvectors have a fixed sign, so that the same data give the same numbers.
// Randomness is a generator passed in.
//
// # Design
//
// A kernel is one method, [Kernel]. Gram matrices, fits and norms ask for
// nothing more, so a reader's own kernel works with all of them. What more a
// kernel can do is found by assertion: a [Radial] kernel depends on a distance
// only, and distances do not depend on the bandwidth, so that [LOOMap] and a
// moving slider compute them once. Parameters are fields of small structs,
// written as literals; there are no constructors to fail and no options.
//
// A function that fits returns the fit, so that no unfitted state exists, and a
// fit is a plain struct, so that all of it can be shown.
//
// λ is what one varies most. [Eigen] costs O(n³) once and everything a lesson
// says about one more λ is then O(n²): see [PathPoint]. [KRR] and [SolveKRR]
// solve the same system by Cholesky and share nothing with the spectrum but K.
// Having both is the point: [Certify] compares them. [KernelComponents.Certify] and
// [CertifyKLR] do as much for components and for what a descent has reached.
//
// Where K is no Gram matrix of a kernel, [Spectrum.Stationary] solves the same
// system and says what the solution is: [Minimum], [Saddle], or none, [Singular].
// [SolveIndefinite] does so by elimination.
//
// All stands on gonum's BLAS. A program whose matrices are large has their products, and what is
// made of them, several times faster in assembly, to the same digits but for the last few, by
//
//	blas64.Use(blas.Fastest())
//
// of engine/blas, once, at its start: that is the whole program's, so no function here does it. What goes
// through rows of distances is in assembly anyway, the same numbers to the bit: see engine/vec.
//
// There is no silent jitter. A matrix that is singular is reported as singular,
// and one that is merely ill-conditioned comes with its condition number.
//
// # Kernels
//
// Radial kernels are [Gaussian], [Laplacian], [Exponential], [Matern32], [Matern52] and
// [RationalQuadratic]; others [Linear], [Polynomial], [Cosine], [Periodic], [Min] and
// [Constant]. Kernels are made from kernels by literals: [Sum] and [Product] of any
// number, [Scaled], [Power], [Exp], [Modulated], [Mapped], [Block] for products of
// spaces, [Normalized]. [ParseKernel] reads what String prints, [NamedKernel] takes a
// name, and a kernel of one's own that is [Combined] of these is as fast as they are. [Sigmoid], [Arc] and
// [Maximum] are similarities that are no kernels.
//
// Kernels of strings are [StringKernel]: [StringSpectrum], [StringWords], [Subsequence];
// [LetterShares] says which letters a value comes from.
//
// Features, where a kernel has finitely many or is well served by the first:
// [PolynomialFeatures], [TaylorFeatures], [RandomFourier], [NystromFeatures].
//
// # Gram matrices
//
// [Gram] and [Cross] make K and the kernels between two sets of points, [GramStrings] and
// [CrossStrings] those of strings, [GramFromDistances] from distances that every
// bandwidth shares. From there on all methods that take a matrix serve any data. A
// combination of kernels is given its points before it fills a row of K, so that norms
// and images are computed once a point. [Centre] moves the origin of the feature space to
// the mean, and [FeatureDistances] makes distances of K. [CheckPSD] says whether K can be
// the Gram matrix of a kernel, and shows a c with cᵀKc < 0 where it cannot.
//
// # Factorisations
//
// [Eigen] is the whole spectrum, [LeadingEigen] the first few eigenpairs with their
// residuals, [SVD] does for features what Eigen does for kernels. [Woodbury] and
// [PushThrough] derive, line by line, why d×d and n×n systems give the same fit.
//
// # Regression
//
// [KRR] is kernel ridge regression, [FitKRR] with all there is to say about it in one
// pass, [Ridge] the same on features; [SolveKRR] and
// [Spectrum.Path] have it from K. [RidgeQR] solves the primal problem without squaring
// its condition number. [Spectrum.Leverage] says what each point counts for,
// [Spectrum.CrossValidate] leaves out more than one at a time without a refit, [LOOMap]
// one at a time for every bandwidth and λ, and [StandardError] says how little
// differences of errors may mean. [GaussianProcess] adds a standard deviation to the fit,
// and [Survey] takes its data one at a time. [SemiparametricKRR] adds a polynomial that is
// not penalised. [SolveLoss] takes other losses, from [Absolute] to [LargestError], each
// fit with a duality gap that proves it. [Lasso] is the penalty whose solutions are no
// expansions: [SpanDistance].
//
// # Many points
//
// [NystromFeatures] keep the objective and restrict f to a few landmarks; [RandomFourier]
// replaces the kernel by features. [RidgeQR] fits either, or any [FeatureMap];
// [SumFeatures] passes over the data once for every λ and every number of
// [NewtonFeatures]. [SolveKRRContext] is the exact fit, and can be stopped.
//
// # Classification
//
// Two classes are responses of ±1 in a [Dataset], so that y·f is positive where f is
// right; any number of them are a [Labelled], and [Labelled.Against] makes the first of
// the second. [KLR] gives probabilities by Newton's method, [DescendKLR] the path of
// gradient descent to the same minimum, or away from it. [SolveSVM] is the soft-margin
// support vector machine with LIBSVM's C. [Separate] finds a plane between classes.
// Of many classes, one against the rest each, [ClassProbabilities] makes probabilities,
// and [SolveKRRs] fits all with one factorisation. [Evaluate]
// gives the values of any of them at many points. [Standardize] and Split prepare data.
//
// # Trees
//
// [Forest] and [Boost] are no kernel methods, and what these are held against: sums of trees that
// split one input at a time, for responses and for classes, with predictions of each row by what
// was fitted without it.
//
// # Without labels
//
// [KernelPCA] takes from K only what it needs, and [KernelComponents.Follow] keeps the
// signs and identities of components along a slider. [KMeans] computes means that nobody can write down, from K, and
// [OutlierScores] the distances from one. Whatever asks for distances only works in the
// feature space on those of [FeatureDistances]: [KNN], [Agglomerate], [DBSCAN].
//
// # Risk
//
// Where truth is known, as in an experiment of one's own, risks are computed and not
// estimated. [Approximate] splits the excess risk of least squares into approximation
// and estimation error, for every class of a nested sequence at once
// ([NestedLeastSquares], [LegendreFeatures]). [RiskInBalls] finds the least risk that
// each ball of coefficients allows in a [Population] with absolute loss, down to the
// smallest ball there is. [Quadratic] is the mean squared error as a bowl over θ.
//
// # Certificates
//
// A [Certificate] holds two computations of one thing against each other and against
// what rounding allows: [Certify] for kernel ridge regression, [CertifyRidge] on
// features, [KernelComponents.Certify] for components, [CertifyKLR]
// for what a descent has reached, [Quadratic.CertifyLasso]. [Certified] decides whether
// two numbers keep to a bound, most often [RoundingBound]; every certificate is made by it. [KKTViolation] proves
// that a support vector machine is optimal, and LossFit.Gap any other loss.
//
// # Rounding
//
// [Epsilon] is ε. [Rounding], 4nε‖K‖, is the one rule for an eigenvalue, or a cᵀKc, that is
// zero to rounding: one nε‖K‖ is the eigensolver's and three are those of the entries.
// [Agree] is the one rule for two numbers that are the same, where no bound of their own
// is known. What is looser or tighter than these stands beside its reason: systems are
// solved down to an eigenvalue of nε‖K‖, for what that costs in digits is the condition
// number's to say.
//
// # For programs
//
// The course's lessons hold K in a cache and begin there. What begins at the data, what
// chooses for whom nobody is looking, and what treats new points is here for programs; no
// lesson calls it, and each has an example:
//
//	regression      [KernelRegression]; [NystromFeatures] with [FeatureFit], [GramError]
//	one fit         [FitKRR], [Eigenvalues]
//	kernels         [NamedKernel], [Combined]
//	classification  [SVM]; [Blobs] to try it on
//	trees           [Forest], [Boost]
//	without labels  [KMeans.Fit], [MergeTree.Cut]
//
// # Failure
//
// There are three grades.
//
// A bug panics with a message that begins "engine: ": lengths that differ, λ or a
// length that is negative or NaN, inputs that are not finite. [Dataset.Validate],
// [ValidateLambda] and [KernelPCA.Validate] are what the edge calls on what comes from
// outside.
//
// Data, kernel or λ that defeat a method are an error, one of [ErrSingular],
// [ErrIndefinite], [ErrNoConvergence], [ErrOverflow] and [ErrNaN], for errors.Is; the last
// names the two points where a caller's kernel has no value. ErrSingular means that the
// smallest eigenvalue of K + nλI is within nε of the largest from zero, which is as well as
// it can be computed. The same rule decides in the spectrum and in Cholesky.
//
// An answer of doubtful accuracy is an answer, with the number that says so:
// PathPoint.Condition, PathPoint.Bound, Certificate.Bound.
//
// Without an error, no result is NaN.
//
// # Sources of the numbers in the tests
//
// testdata/reference*.py (scikit-learn, SciPy, NumPy) and testdata/reference*.R
// (base R, kernlab) print the reference files beside them. testdata/mcycle.csv
// holds the simulated motorcycle accidents of Silverman, Some aspects of the
// spline smoothing approach to non-parametric regression curve fitting, Journal
// of the Royal Statistical Society B 47 (1985), as in R's package MASS: time
// after impact in ms, acceleration in g.
package engine
