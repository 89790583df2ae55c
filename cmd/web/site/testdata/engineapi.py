# Random problems, solved by the server whose address is given and by scikit-learn.
# Prints a line for each number that is compared: its name and the largest difference.
import json
import sys
import urllib.request

import numpy as np
from sklearn.decomposition import KernelPCA
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import euclidean_distances, laplacian_kernel, polynomial_kernel, rbf_kernel
from sklearn.model_selection import LeaveOneOut, cross_val_predict
from sklearn.svm import SVC

server = sys.argv[1]


def engine(method, **body):
    body = {k.rstrip("_"): v.tolist() if isinstance(v, np.ndarray) else v for k, v in body.items()}
    request = urllib.request.Request(
        server + "/api/v1/" + method, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return {k: v if k == "chosen" else np.array(v) for k, v in json.load(answer).items()}


def compare(name, got, want):
    got, want = np.asarray(got), np.asarray(want)
    assert got.shape == want.shape, (name, got.shape, want.shape)
    print(name, np.max(np.abs(got - want)) / max(1, np.max(np.abs(want))))


kernels = [
    ({"name": "gaussian", "bandwidth": 1.5}, lambda a, b: rbf_kernel(a, b, gamma=1 / (2 * 1.5**2))),
    ({"name": "laplacian", "bandwidth": 2}, lambda a, b: laplacian_kernel(a, b, gamma=0.5)),
    ({"name": "polynomial", "degree": 2, "offset": 1}, lambda a, b: polynomial_kernel(a, b, 2, 1, 1)),
    (
        {"expr": "gaussian(1.5) + 0.1*linear()*polynomial(2, 1)"},
        lambda a, b: rbf_kernel(a, b, gamma=1 / 4.5) + 0.1 * (a @ b.T) * polynomial_kernel(a, b, 2, 1, 1),
    ),
]
for seed, (kernel, k) in enumerate(kernels):
    rng = np.random.default_rng(seed)
    n, p = int(rng.integers(30, 60)), int(rng.integers(1, 5))
    if seed == 0:
        n = 450  # where the factorisation is another one
    x, new = rng.normal(size=(n, p)), rng.normal(size=(7, p))
    K, C = k(x, x), k(new, x)
    y = np.sin(x[:, 0]) + 0.1 * rng.normal(size=n)
    signs = np.where(x[:, 0] + 0.5 * rng.normal(size=n) > 0, 1, -1)

    gram = engine("gram", kernel=kernel, x=x)
    compare("gram", gram["gram"], K)
    compare("gram.eigenvalues", gram["eigenvalues"], np.linalg.eigvalsh(K)[::-1])
    compare("gram.y", engine("gram", kernel=kernel, x=new, y=x)["gram"], C)

    lam = 0.05
    krr = engine("krr", kernel=kernel, x=x, y=y, lambda_=lam, x_new=new)
    fit = KernelRidge(alpha=n * lam, kernel="precomputed").fit(K, y)
    compare("krr.alpha", krr["alpha"], fit.dual_coef_)
    compare("krr.fitted", krr["fitted"], fit.predict(K))
    compare("krr.predicted", krr["predicted"], fit.predict(C))
    for convention in ("sum", "half"):
        other = engine("krr", kernel=kernel, x=x, y=y, lambda_=n * lam, convention=convention)
        compare("krr." + convention, other["alpha"], fit.dual_coef_)
    A = np.linalg.inv(K + n * lam * np.eye(n))
    compare("krr.loo_residuals", krr["loo_residuals"], (A @ y) / np.diag(A))
    compare("krr.degrees_of_freedom", krr["degrees_of_freedom"], np.trace(K @ A))
    compare("krr.rkhs_norm", krr["rkhs_norm"], np.sqrt(fit.dual_coef_ @ K @ fit.dual_coef_))
    if n < 400:
        compare("krr.condition", krr["condition"], np.linalg.cond(K + n * lam * np.eye(n)))

    kpca = engine("kpca", kernel=kernel, x=x, components=3, x_new=new)
    pca = KernelPCA(3, kernel="precomputed", eigen_solver="dense").fit(K)
    compare("kpca.eigenvalues", kpca["eigenvalues"], pca.eigenvalues_ / n)
    compare("kpca.variance", kpca["eigenvalues"], kpca["projection"].var(axis=0))
    P, Q = pca.transform(K), pca.transform(C)
    turn = np.sign((kpca["projection"] * P).sum(axis=0))
    compare("kpca.projection", kpca["projection"], P * turn)
    compare("kpca.projection_new", kpca["projection_new"], Q * turn)

    # LIBSVM keeps K in float32: half the inputs keep its entries, and so its rounding, small.
    u, v, C_ = x / 2, new / 2, 1.5
    svm = engine("svm", kernel=kernel, x=u, y=signs, C=C_, x_new=v)
    svc = SVC(C=C_, kernel="precomputed", tol=1e-12, shrinking=False).fit(k(u, u), signs)
    compare("svm.decision", svm["decision"], svc.decision_function(k(v, u)))
    at = engine("svm", kernel=kernel, x=u, y=np.where(signs > 0, 1, 0), C=C_)
    compare("svm.decision", at["decision"], svc.decision_function(k(u, u)))

    klr = engine("klr", kernel=kernel, x=x, y=signs, lambda_=lam)
    values, vectors = np.linalg.eigh(K)
    Phi = vectors[:, values > 1e-12 * values[-1]] * np.sqrt(values[values > 1e-12 * values[-1]])
    lr = LogisticRegression(C=1 / (2 * n * lam), fit_intercept=False, tol=1e-14, solver="newton-cholesky", max_iter=1000).fit(Phi, signs)
    f = Phi @ lr.coef_[0]
    loss = np.mean(np.logaddexp(0, -signs * f)) + lam * (lr.coef_[0] @ lr.coef_[0])
    compare("klr.loss", klr["loss"], loss)
    compare("klr.decision", klr["decision"], f)
    compare("klr.probability", klr["probability"], 1 / (1 + np.exp(-f)))

    # Several responses, a matrix in place of points, and what is left to choose.
    Y = np.column_stack([y, x[:, 0] ** 2, signs])
    several = engine("krr", kernel=kernel, x=x, y=Y, lambda_=lam, x_new=new)
    fits = KernelRidge(alpha=n * lam, kernel="precomputed").fit(K, Y)
    compare("several.alpha", several["alpha"], fits.dual_coef_)
    compare("several.fitted", several["fitted"], fits.predict(K))
    compare("several.predicted", several["predicted"], fits.predict(C))
    compare("several.loo_residuals", several["loo_residuals"], (A @ Y) / np.diag(A)[:, None])
    compare("several.rkhs_norm", several["rkhs_norm"], np.sqrt(np.diag(fits.dual_coef_.T @ K @ fits.dual_coef_)))

    own = np.diag(k(new, new))
    given = engine("krr", gram=K, y=Y, lambda_=lam, gram_new=C, gram_new_diagonal=own, deviation=True)
    signal = np.sqrt(np.diag(Y.T @ A @ Y) / n)
    spread = np.sqrt(np.maximum(own - np.einsum("ij,jk,ik->i", C, A, C), 0))
    compare("gram.predicted", given["predicted"], fits.predict(C))
    compare("gram.deviation", given["deviation"], np.outer(spread, signal))
    compare("gram.noise", given["noise"], signal * np.sqrt(n * lam))
    compare("gram.kpca", engine("kpca", gram=K, components=3, gram_new=C)["projection_new"], kpca["projection_new"])
    compare("gram.svm", engine("svm", gram=k(u, u), y=signs, C=C_, gram_new=k(v, u))["decision"], svm["decision"])
    at_new = engine("klr", kernel=kernel, x=x, y=signs, lambda_=lam, x_new=new)["decision"]
    compare("gram.klr", engine("klr", gram=K, y=signs, lambda_=lam, gram_new=C)["decision"], at_new)
    labels = engine("cluster", kernel=kernel, x=x, clusters=3)["labels"]
    compare("gram.cluster", engine("cluster", gram=K, clusters=3)["labels"], labels)

    width = np.median(euclidean_distances(x)[np.triu_indices(n, 1)])
    best = engine("krr", kernel={"name": "gaussian", "bandwidth": "median"}, x=x, y=Y, lambda_="loo", x_new=new,
                  convention="half", deviation=True)
    chosen = best["chosen"]
    compare("chosen.bandwidth", chosen["bandwidth"], width)
    K, C = rbf_kernel(x, gamma=1 / (2 * width**2)), rbf_kernel(new, x, gamma=1 / (2 * width**2))
    A = [np.linalg.inv(K + n * 10 ** (step / 10) * np.eye(n)) for step in range(-60, 21)]
    missed = [np.sqrt(np.mean(((a @ Y) / np.diag(a)[:, None]) ** 2)) for a in A]
    compare("chosen.loo_rmse", chosen["loo_rmse"], np.min(missed))
    compare("chosen.lambda", np.log10(chosen["lambda"] / n), (np.argmin(missed) - 60) / 10)
    ridge = KernelRidge(alpha=chosen["lambda"], kernel="precomputed").fit(K, Y)
    compare("chosen.predicted", best["predicted"], ridge.predict(C))
    if n < 400:  # refitted without each point
        left = cross_val_predict(ridge, K, Y, cv=LeaveOneOut())
        compare("chosen.loo_residuals", best["loo_residuals"], Y - left)
    a = np.linalg.inv(K + chosen["lambda"] * np.eye(n))
    process = GaussianProcessRegressor(
        ConstantKernel(y @ a @ y / n) * RBF(width), alpha=chosen["lambda"] * (y @ a @ y) / n, optimizer=None
    ).fit(x, y)
    compare("chosen.deviation", best["deviation"][:, 0], process.predict(new, return_std=True)[1])
