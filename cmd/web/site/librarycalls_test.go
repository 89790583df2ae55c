package site

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// libraryCalls is the one table.
var libraryCalls = []libraryCall{
	{said: []string{`KernelRidge(kernel="rbf", gamma=1/(2*ell**2), alpha=n*lam)`, "notation alpha", "notation gamma"},
		lang: "py", engine: krr(gaussianOf),
		run: `KernelRidge(kernel="rbf", gamma=1/(2*ell**2), alpha=n*lam).fit(x, y).predict(new)`},
	{said: []string{"KernelRidge"}, lang: "py", run: `KernelRidge(kernel="rbf", alpha=n*lam).fit(x, y).predict(new)`,
		engine: krr(func(*libraryData) engine.Kernel { return engine.Gaussian{Length: 1} })}, // gamma = 1/p
	{said: []string{`KernelRidge(kernel="precomputed")`, `kernel="precomputed"`}, lang: "py", engine: krr(gaussianOf),
		run: `KernelRidge(kernel="precomputed", alpha=n*lam).fit(K, y).predict(Knew)`},
	{said: []string{"KernelRidge(kernel=f)"}, lang: "py", engine: krr(gaussianOf),
		run: `KernelRidge(kernel=f, alpha=n*lam).fit(x, y).predict(new)`},
	{said: []string{`KernelRidge(kernel="poly", degree=3, coef0=1, gamma=1)`}, lang: "py", engine: krr(cubic),
		run: `KernelRidge(kernel="poly", degree=3, coef0=1, gamma=1, alpha=n*lam).fit(x, y).predict(new)`},
	{said: []string{`SVC(kernel="poly", degree=3, coef0=1, gamma=1)`, "coef0"}, lang: "py", engine: svm(cubic),
		run:   `SVC(kernel="poly", degree=3, coef0=1, gamma=1, C=C, tol=1e-9).fit(x, s).decision_function(new)`,
		slack: 1e-4},
	{said: []string{"SVC", `gamma="scale"`}, lang: "py", engine: svm(scaled),
		run: `SVC(gamma="scale", C=C, tol=1e-9).fit(x, s).decision_function(new)`, slack: 1e-5},
	{said: []string{"SVC(C=C, gamma=1/(2*l**2))", "notation C"}, lang: "py", engine: svm(gaussianOf),
		run: `SVC(C=C, gamma=1/(2*l**2), tol=1e-9).fit(x, s).decision_function(new)`, slack: 1e-5},
	{said: []string{`SVC(kernel="precomputed")`}, lang: "py", engine: svm(gaussianOf),
		run: `SVC(kernel="precomputed", C=C, tol=1e-9).fit(K, s).decision_function(Knew)`, slack: 1e-5},
	{said: []string{`SVC(kernel="sigmoid")`}, lang: "py", // its default slope and offset
		run: `sigmoid_kernel(x, gamma=SVC(kernel="sigmoid").fit(x, s)._gamma, coef0=SVC().coef0)`,
		engine: func(d *libraryData) []float64 {
			ell := scaled(d).(engine.Gaussian).Length
			return entriesOf(engine.Gram(engine.Sigmoid{Slope: 1 / (2 * ell * ell)}, d.X))
		}},
	{said: []string{"GridSearchCV"}, lang: "py",
		run: `[GridSearchCV(KernelRidge(kernel="rbf", gamma=1/(2*ell**2)), {"alpha": alphas}, cv=LeaveOneOut(),
    scoring="neg_mean_squared_error").fit(x, y).best_params_["alpha"]]`,
		engine: func(d *libraryData) []float64 { return []float64{leastLOO(d.gram(), d)} }},
	{said: []string{"validation_curve"}, lang: "py",
		run: `-validation_curve(KernelRidge(kernel="rbf", gamma=1/(2*ell**2)), x, y, param_name="alpha",
    param_range=[n*lam], cv=LeaveOneOut(), scoring="neg_mean_squared_error")[1].mean(axis=1)`,
		engine: func(d *libraryData) []float64 {
			p := course.Must(course.Must(engine.Eigen(d.gram())).Solve(d.Y, d.Lam))
			return []float64{p.LOORMSE * p.LOORMSE}
		}},
	{said: []string{"KNeighborsClassifier", `metric="precomputed"`}, lang: "py",
		run: `KNeighborsClassifier(3, metric="precomputed").fit(D, s).predict(Dnew)`,
		engine: func(d *libraryData) (v []float64) {
			labels := make([]int, len(d.S))
			for i, s := range d.S {
				labels[i] = int(s)
			}
			D := engine.CrossDistances(engine.Euclidean, d.New, d.X)
			for _, vote := range (engine.KNN{Neighbours: 3}).Classify(D, labels) {
				v = append(v, float64(vote.Label))
			}
			return v
		}},
	{said: []string{"AgglomerativeClustering"}, lang: "py",
		run: `together(AgglomerativeClustering(4, metric="precomputed", linkage="single").fit(D).labels_)`,
		engine: func(d *libraryData) []float64 {
			D := course.Must(engine.FeatureDistances(d.gram()))
			return together(course.Must(engine.Agglomerate(context.Background(), D, engine.SingleLinkage)).Cut(4))
		}},
	{said: []string{"DBSCAN"}, lang: "py",
		run: `together(DBSCAN(eps=0.9, min_samples=3, metric="precomputed").fit(D).labels_)`,
		engine: func(d *libraryData) []float64 {
			D := course.Must(engine.FeatureDistances(d.gram()))
			return together(engine.DBSCAN{Radius: 0.9, MinPoints: 3}.Fit(D).Labels)
		}},
	{said: []string{"make_circles"}, lang: "py", run: `make_circles(24, factor=0.3, shuffle=False)[0]`,
		engine: evenly(engine.Rings)},
	{said: []string{"make_moons"}, lang: "py", run: `make_moons(24, shuffle=False)[0]`, engine: evenly(engine.Moons)},
	{said: []string{"SpectralClustering"}, lang: "py",
		run: `together(SpectralClustering(2, affinity="precomputed", random_state=1).fit(
    kernel(blobs / 5, blobs / 5)).labels_)`,
		engine: func(d *libraryData) []float64 {
			K := engine.Gram(engine.Gaussian{Length: 5 * d.Ell}, d.Blobs)
			rng := rand.New(rand.NewPCG(1, 1))
			two := engine.KMeans{Clusters: 2, Restarts: 3}
			return together(course.Must(two.Fit(context.Background(), K, rng)).Labels)
		}},
	{said: []string{"PolynomialFeatures", "LinearRegression"}, lang: "py",
		run: `LinearRegression(fit_intercept=False).fit(
    P := PolynomialFeatures(3).fit_transform(x[:, :1]), y).predict(P)`,
		engine: func(d *libraryData) []float64 { return ridgeOn(powers(d, 3), d.Y, 0) }},
	{said: []string{"GaussianProcessRegressor", "alpha", "notation bandwidth"}, lang: "py",
		run: `np.ravel(GaussianProcessRegressor(RBF(ell), alpha=n*lam, optimizer=None).fit(x, y).predict(
    new, return_std=True))`,
		engine: func(d *libraryData) []float64 {
			p := course.Must(engine.GaussianProcess(d.gaussian(), d.data(), d.Lam))
			p.Signal = 1
			mean, sd, err := p.Predict(d.New)
			course.Must(0, err)
			return append(mean, sd...)
		}},
	{said: []string{"DotProduct() + ExpSineSquared(1, 1)"}, lang: "py",
		run: `(DotProduct() + ExpSineSquared(1, 1))(x[:, :1])`,
		engine: func(d *libraryData) []float64 {
			k := engine.Block{Kernel: engine.Sum{engine.Linear{}, engine.Constant{Value: 1},
				engine.Periodic{Length: 1, Period: 1}}, From: 0, To: 1}
			return entriesOf(engine.Gram(k, d.X))
		}},
	{said: []string{`pairwise_kernels(X, metric="rbf")`}, lang: "py", run: `pairwise_kernels(x, metric="rbf")`,
		engine: func(d *libraryData) []float64 { return entriesOf(engine.Gram(engine.Gaussian{Length: 1}, d.X)) }},
	{said: []string{"cosine_similarity"}, lang: "py", run: `cosine_similarity(x)`,
		engine: func(d *libraryData) []float64 { return entriesOf(engine.Gram(engine.Cosine{}, d.X)) }},
	{said: []string{`KernelPCA(2, kernel="rbf", gamma=1/(2*l**2))`, "KernelPCA"}, lang: "py", engine: scores(1),
		run: `np.abs(KernelPCA(2, kernel="rbf", gamma=1/(2*l**2)).fit_transform(x))`},
	{said: []string{"Nystroem(n_components=m, gamma=1/(2*l**2))", "Nystroem"}, lang: "py", slack: 1e-5,
		run:    `(P := Nystroem(n_components=m, gamma=1/(2*l**2)).fit_transform(x)) @ P.T`,
		engine: func(d *libraryData) []float64 { return entriesOf(d.gram()) }}, // all points are landmarks
	{said: []string{"RBFSampler"}, lang: "py", slack: 0.05,
		run:    `(P := RBFSampler(n_components=20000, gamma=1/(2*l**2), random_state=1).fit_transform(x)) @ P.T`,
		engine: func(d *libraryData) []float64 { return entriesOf(d.gram()) }},
	{said: []string{"Ridge(alpha=n*lam, fit_intercept=False)"}, lang: "py",
		run:    `Ridge(alpha=n*lam, fit_intercept=False).fit(x, y).predict(x)`,
		engine: func(d *libraryData) []float64 { return ridgeOn(inputsOf(d), d.Y, d.Lam) }},
	{said: []string{`Ridge(solver="cholesky")`}, lang: "py", // of more features than points
		run: `Ridge(solver="cholesky", alpha=n*lam, fit_intercept=False).fit(K[:, :], y).predict(K)`,
		engine: func(d *libraryData) []float64 {
			Phi := mat.DenseCopyOf(d.gram())
			return ridgeOn(Phi, d.Y, d.Lam)
		}},
	{said: []string{"RidgeCV(alphas=…)"}, lang: "py",
		run: `[RidgeCV(alphas=alphas, fit_intercept=False).fit(x, y).alpha_]`,
		engine: func(d *libraryData) []float64 {
			return []float64{leastLOO(engine.Gram(engine.Linear{}, d.X), d)}
		}},
	{said: []string{"LogisticRegression"}, lang: "py", slack: 1e-3,
		run: `LogisticRegression(C=1/(2*n*lam), fit_intercept=False, tol=1e-10, max_iter=10000).fit(
    P := Nystroem(n_components=n, gamma=1/(2*l**2), random_state=1).fit_transform(x), s).decision_function(P)`,
		engine: func(d *libraryData) []float64 {
			return course.Must(engine.KLR(context.Background(), d.gaussian(), d.signs(), d.Lam)).Decision
		}},
	{said: []string{"calibration_curve"}, lang: "py", // two bins
		run:    `np.ravel(calibration_curve([0, 0, 1, 1, 1], [0.1, 0.3, 0.2, 0.6, 0.9], n_bins=2))`,
		engine: func(*libraryData) []float64 { return []float64{1. / 3, 1, 0.2, 0.75} }},
	{said: []string{"SVR(C=C, epsilon=eps, gamma=1/(2*l**2))"}, lang: "py", slack: 1e-4,
		// Its free offset is taken off: then it is the engine's fit of what is left.
		run:    `(r := SVR(C=C, epsilon=eps, gamma=1/(2*l**2), tol=1e-10).fit(x, y)).predict(x) - r.intercept_[0]`,
		engine: svrWithout},
	{said: []string{"numpy.linalg.eigvalsh(K)[0]"}, lang: "py", run: `[np.linalg.eigvalsh(K)[0]]`,
		engine: func(d *libraryData) []float64 { return []float64{course.Must(engine.Eigen(d.gram())).Values[15]} }},
	{said: []string{"dual_coef_"}, lang: "py",
		run: `KernelRidge(kernel="rbf", gamma=1/(2*ell**2), alpha=n*lam).fit(x, y).dual_coef_`, engine: alphaOf},
	{said: []string{"a @ K @ a"}, lang: "py",
		run: `[(a := KernelRidge(kernel="precomputed", alpha=n*lam).fit(K, y).dual_coef_) @ K @ a]`,
		engine: func(d *libraryData) []float64 {
			norm := course.Must(course.Must(engine.Eigen(d.gram())).Solve(d.Y, d.Lam)).Norm
			return []float64{norm * norm}
		}},
	{said: []string{`CountVectorizer(analyzer="char", ngram_range=(3, 3), lowercase=False)`}, lang: "py",
		run: `(P := CountVectorizer(analyzer="char", ngram_range=(3, 3), lowercase=False).fit_transform(
    texts).toarray()) @ P.T`,
		engine: func(d *libraryData) []float64 { return strings3(d, engine.StringSpectrum{Length: 3}, "") }},
	{said: []string{`TfidfVectorizer(analyzer="char", ngram_range=(2, 3), lowercase=False)`}, lang: "py",
		run: `(P := TfidfVectorizer(analyzer="char", ngram_range=(2, 3), lowercase=False).fit_transform(
    texts).toarray()) @ P.T`,
		engine: func(d *libraryData) []float64 {
			return strings3(d, engine.NormalizedString{Kernel: coursetest.NewRareSpectrum(d.Texts, 2, 3, 1)}, "")
		}},

	{said: []string{"kernlab::ksvm", "ksvm", "notation kernlab"}, lang: "R", engine: svm(gaussianOf), slack: 1e-4,
		run: `{m <- ksvm(x, factor(s), type = "C-svc", kernel = "rbfdot", kpar = list(sigma = 1/(2*ell^2)), C = C,
    scaled = FALSE, tol = 1e-9); v <- drop(predict(m, new, type = "decision")); if (m@lev[1] == "1") -v else v}`},
	{said: []string{"kernlab::gausspr(x, y, var=n*lam, kpar=list(sigma=1/(2*ell^2)), scaled=FALSE)"}, lang: "R",
		engine: krr(gaussianOf),
		run:    `drop(predict(gausspr(x, y, var=n*lam, kpar=list(sigma=1/(2*ell^2)), scaled=FALSE), new))`},
	{said: []string{"alpha(m)"}, lang: "R", engine: alphaOf,
		run: `drop(alpha(gausspr(x, y, var=n*lam, kpar=list(sigma=1/(2*ell^2)), scaled=FALSE)))`},
	{said: []string{"kernlab::polydot"}, lang: "R",
		run:    `c(kernelMatrix(polydot(degree = 3, scale = 1, offset = 1), x))`,
		engine: func(d *libraryData) []float64 { return entriesOf(engine.Gram(cubic(d), d.X)) }},
	{said: []string{"tanhdot"}, lang: "R", run: `c(kernelMatrix(tanhdot(scale = 0.3, offset = 0.5), x))`,
		engine: func(d *libraryData) []float64 {
			return entriesOf(engine.Gram(engine.Sigmoid{Slope: 0.3, Offset: 0.5}, d.X))
		}},
	{said: []string{"kernlab::kernelMatrix"}, lang: "R", run: `c(kernelMatrix(rbfdot(sigma = 1/(2*ell^2)), x))`,
		engine: func(d *libraryData) []float64 { return entriesOf(d.gram()) }},
	{said: []string{"kernlab", "kernel"}, lang: "R", // a function of class kernel
		run:    `{k <- function(a, b) exp(-sum((a - b)^2) / (2*ell^2)); class(k) <- "kernel"; c(kernelMatrix(k, x))}`,
		engine: func(d *libraryData) []float64 { return entriesOf(d.gram()) }},
	{said: []string{"kernlab::kpca", "kpca"}, lang: "R", engine: scores(4), // √n times as long
		run: `c(t(abs(rotated(kpca(x, kernel = "rbfdot", kpar = list(sigma = 1/(2*ell^2)), features = 2)))))`},
	{said: []string{"kernlab::inchol"}, lang: "R", slack: 1e-5,
		run: `c(tcrossprod(inchol(x, kernel = "rbfdot", kpar = list(sigma = 1/(2*ell^2)), tol = 1e-9)@.Data))`,
		engine: func(d *libraryData) []float64 {
			all := course.Must(engine.Pivots(d.gaussian(), d.X, len(d.X)))
			var at [][]float64
			for _, i := range all {
				at = append(at, d.X[i])
			}
			var K mat.Dense
			Phi := course.Must(engine.NewtonFeatures(d.gaussian(), at)).Matrix(d.X)
			K.Mul(Phi, Phi.T())
			return entriesOf(&K)
		}},
	{said: []string{"kernlab::kkmeans"}, lang: "R",
		run: `{set.seed(1); c(together(kkmeans(d$blobs, 2, kernel = "rbfdot", kpar = list(sigma = 1/50))@.Data))}`,
		engine: func(d *libraryData) []float64 {
			K := engine.Gram(engine.Gaussian{Length: 5}, d.Blobs)
			rng := rand.New(rand.NewPCG(1, 1))
			two := engine.KMeans{Clusters: 2, Restarts: 3}
			return together(course.Must(two.Fit(context.Background(), K, rng)).Labels)
		}},
	{said: []string{`kernlab::stringdot(type = "spectrum", length = 3, normalized = TRUE)`}, lang: "R",
		run: `{k <- stringdot(type = "spectrum", length = 3, normalized = TRUE); c(kernelMatrix(k, as.list(texts)))}`,
		engine: func(d *libraryData) []float64 {
			return strings3(d, engine.NormalizedString{Kernel: engine.StringSpectrum{Length: 3}}, "$")
		}},
	{said: []string{"kernlab::gausspr"}, lang: "R", slack: 0.15, // close to kernel logistic regression, as is said
		run: `{m <- gausspr(x, factor(s), kpar = list(sigma = 1/(2*ell^2)), scaled = FALSE)
    predict(m, new, type = "probabilities")[, "1"]}`,
		engine: func(d *libraryData) []float64 {
			f := course.Must(engine.KLR(context.Background(), d.gaussian(), d.signs(), 0.5/d.n()))
			return d.at(func(x []float64) float64 { return 1 / (1 + math.Exp(-f.Eval(x))) })
		}},
	{said: []string{"hclust(as.dist(D))"}, lang: "R", run: `hclust(as.dist(sqrt(pmax(2 - 2*K, 0))))$height`,
		engine: func(d *libraryData) (v []float64) {
			D := course.Must(engine.FeatureDistances(d.gram()))
			for _, m := range course.Must(engine.Agglomerate(context.Background(), D, engine.CompleteLinkage)).Merges {
				v = append(v, m.Height)
			}
			return v
		}},
	{said: []string{"lm(y ~ poly(x, 8))"}, lang: "R", slack: 1e-5,
		run:    `{x1 <- x[, 1]; unname(fitted(lm(y ~ poly(x1, 8))))}`,
		engine: func(d *libraryData) []float64 { return ridgeOn(powers(d, 8), d.Y, 0) }},
	{said: []string{"MASS::lm.ridge"}, lang: "R", // scales the columns and has the sum
		run:    `{m <- lm.ridge(y ~ x, lambda = n*lam); drop(cbind(1, x) %*% coef(m))}`,
		engine: standardisedRidge},
	{said: []string{"cmdscale"}, lang: "R", engine: scores(1), run: `c(t(abs(cmdscale(sqrt(pmax(2 - 2*K, 0)), 2))))`},
	{said: []string{"min(eigen(K, symmetric = TRUE)$values)"}, lang: "R", run: `min(eigen(K, symmetric = TRUE)$values)`,
		engine: func(d *libraryData) []float64 { return []float64{course.Must(engine.Eigen(d.gram())).Values[15]} }},
}

// notRun are words in margins that are no call, and calls of what is not here, each with why.
var notRun = map[string]string{
	"gamma": "a parameter: see SVC", "+": "a sign", "*": "a sign", "sigma": "a parameter: see ksvm",
	"sigest":      "drawn at random: see lesson 8, which has its own test",
	"OneClassSVM": "another method than the lesson's", "SplineTransformer": "another basis",
	"splines::ns":            "another basis",
	"CalibratedClassifierCV": "another model", "learning_curve": "refits at random parts of the data",
	"HuberRegressor": "linear, and scales by itself", "MASS::rlm": "linear, and scales by itself",
	"ClassicalMDS":   "from scikit-learn 1.8 on; Debian has an older one",
	"dbscan::dbscan": "not in Debian", "gstat": "not installed", "CVST": "not installed",
	"constructKlogRegLearner": "not installed", "quantreg": "not installed", "mgcv::gam": "another method",
	"fields::Krig": "another method", "glmnet(alpha=0)": "not installed; λ is another, as is said",
	"rrBLUP::mixed.solve": "not installed", "caret::learning_curve_dat": "not installed",
}

func alphaOf(d *libraryData) []float64 {
	return course.Must(engine.SolveKRR(d.gram(), d.Y, d.Lam))
}

func strings3(d *libraryData, k engine.StringKernel, end string) []float64 {
	var s []string
	for _, text := range d.Texts {
		s = append(s, text+end)
	}
	return entriesOf(course.Must(engine.GramStrings(context.Background(), k, s)))
}

// standardisedRidge is ridge on columns and y less their means, the columns divided by their deviations.
func standardisedRidge(d *libraryData) []float64 {
	n := len(d.X)
	Z, y, centre := mat.NewDense(n, 2, nil), make([]float64, n), meanOf(d.Y)
	for j := range 2 {
		column := engine.Dataset{X: d.X}.Input(j)
		mean, square := meanOf(column), 0.0
		for _, v := range column {
			square += (v - mean) * (v - mean)
		}
		for i, v := range column {
			Z.Set(i, j, (v-mean)/math.Sqrt(square/float64(n)))
		}
	}
	for i := range y {
		y[i] = d.Y[i] - centre
	}
	f := ridgeOn(Z, y, d.Lam)
	for i := range f {
		f[i] += centre
	}
	return f
}

func meanOf(v []float64) (mean float64) {
	for _, x := range v {
		mean += x / float64(len(v))
	}
	return mean
}

// svrWithout is the engine's ε-insensitive fit, which has no offset, to y less the offset that
// makes the coefficients add up to 0, as SVR's do.
func svrWithout(d *libraryData) []float64 {
	fit := func(offset float64) (fitted []float64, sum float64) {
		shifted := engine.Dataset{X: d.X}
		for _, y := range d.Y {
			shifted.Y = append(shifted.Y, y-offset)
		}
		f, _, err := engine.KernelRegression(context.Background(), d.gaussian(), shifted,
			engine.EpsilonInsensitive{Epsilon: d.Eps}, 1/(2*d.C*d.n()))
		course.Must(0, err)
		for _, a := range f.Alpha {
			sum += a
		}
		return valuesAt(f.Eval, d.X), sum
	}
	low, high := -10.0, 10.0
	for range 60 {
		middle := (low + high) / 2
		if _, sum := fit(middle); sum > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	fitted, _ := fit(low)
	return fitted
}
