"""Reference numbers for regression beyond kernel ridge, by scikit-learn, SciPy and NumPy.

    /usr/bin/python3 reference_regression.py > reference_regression.json

Run in this directory. The engine minimises the mean loss plus lam * |f|^2.
"""
import json
import sys

import numpy as np
from scipy.linalg import lapack
from scipy.optimize import minimize
from sklearn.cluster import KMeans
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, Matern
from sklearn.kernel_approximation import Nystroem
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Lasso
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVR

rng = np.random.default_rng(2)
x = np.round(rng.uniform(0, 10, size=(40, 1)), 6)
y = np.round(np.sin(x[:, 0]) + 0.1 * x[:, 0] + 0.2 * rng.normal(size=40), 6)
y[7] += 4
new = np.linspace(-2, 12, 15)[:, None]
n = len(x)


def gaussian(a, b, l):
    return rbf_kernel(a, b, gamma=1 / (2 * l ** 2))


out = {"x": x.tolist(), "y": y.tolist(), "new": new.tolist()}

# Gaussian process: covariance signal^2 k, noise variance n lam signal^2.
out["process"] = []
for name, l, lam, signal in [("gaussian", 1.5, 1e-3, 0.7), ("matern32", 2, 1e-2, 1.3)]:
    k = RBF(l) if name == "gaussian" else Matern(l, nu=1.5)
    gp = GaussianProcessRegressor(ConstantKernel(signal ** 2) * k, alpha=n * lam * signal ** 2, optimizer=None).fit(x, y)
    mean, sd = gp.predict(new, return_std=True)
    K = k(x)
    out["process"].append({
        "kernel": name, "length": l, "lambda": lam, "signal": signal,
        "mean": mean.tolist(), "sd": sd.tolist(), "log_likelihood": gp.log_marginal_likelihood_value_,
        "likely": float(np.sqrt(y @ np.linalg.solve(K + n * lam * np.eye(n), y) / n)),
    })

# Generalised cross-validation and leverage, from the hat matrix.
K = gaussian(x, x, 1.0)
lam = 1e-3
hat = KernelRidge(alpha=n * lam, kernel="precomputed").fit(K, np.eye(n)).predict(K)
out["hat"] = {
    "length": 1.0, "lambda": lam, "leverage": np.diag(hat).tolist(),
    "gcv": float(np.sqrt(n) * np.linalg.norm(y - hat @ y) / np.trace(np.eye(n) - hat)),
}

# Ridge by least squares of the stacked system.
Phi = np.vander(x[:, 0] / 10, 8, increasing=True)
out["ridge"] = []
for lam in [1e-8, 1e-4, 1]:
    theta = np.linalg.lstsq(np.vstack([Phi, np.sqrt(n * lam) * np.eye(8)]), np.r_[y, np.zeros(8)], rcond=None)[0]
    out["ridge"].append({"lambda": lam, "theta": theta.tolist()})

# Semiparametric: the saddle system, with the same centred and scaled monomials.
out["semiparametric"] = []
c, h = (x.max() + x.min()) / 2, (x.max() - x.min()) / 2
for degree in [-1, 0, 1, 2, 3]:
    lam, l = 1e-2, 0.8
    m = degree + 1
    A = gaussian(x, x, l) + n * lam * np.eye(n)
    P = np.vander((x[:, 0] - c) / h, m, increasing=True) if m else np.zeros((n, 0))
    P1 = np.vander((new[:, 0] - c) / h, m, increasing=True) if m else np.zeros((len(new), 0))
    s = np.linalg.solve(np.block([[A, P], [P.T, np.zeros((m, m))]]), np.r_[y, np.zeros(m)])
    out["semiparametric"].append({
        "degree": degree, "length": l, "lambda": lam, "alpha": s[:n].tolist(), "beta": s[n:].tolist(),
        "predicted": (gaussian(new, x, l) @ s[:n] + P1 @ s[n:]).tolist(),
    })

# Lasso: (1/2n)|y - Phi theta|^2 + alpha |theta|_1, so alpha = lam / 2.
out["lasso"] = []
for lam in [0.03, 0.1, 0.3]:
    model = Lasso(alpha=lam / 2, fit_intercept=False, tol=1e-13, max_iter=10 ** 6).fit(Phi, y)
    r = y - Phi @ model.coef_
    out["lasso"].append({
        "lambda": lam, "theta": model.coef_.tolist(),
        "objective": float(r @ r / n + lam * np.abs(model.coef_).sum()),
    })

# Support vector regression. SVR fits an offset; with every point (x, y) a point
# (-x, -y) and a Gaussian kernel the fit is odd and the offset zero. C = 1/(2 n lam).
xx, yy = np.vstack([x, -x]) / 3, np.r_[y, -y]
KK = gaussian(xx, xx, 0.7)
out["svr"] = []
for lam, eps in [(1e-3, 0.1), (1e-2, 0.3), (0.1, 0.0)]:
    model = SVR(kernel="precomputed", C=1 / (2 * len(yy) * lam), epsilon=eps, tol=1e-12, shrinking=False).fit(KK, yy)
    alpha = np.zeros(len(yy))
    alpha[model.support_] = model.dual_coef_[0]
    f = KK @ alpha
    out["svr"].append({
        "length": 0.7, "lambda": lam, "epsilon": eps, "fitted": model.predict(KK).tolist(),
        "objective": float(np.maximum(np.abs(yy - f) - eps, 0).mean() + lam * alpha @ f),
    })
out["svr_x"], out["svr_y"] = xx.tolist(), yy.tolist()

# The other losses: SciPy on smooth problems of the same minimum, with slack variables
# where the loss has a corner. v = (alpha, slack).
K = gaussian(x, x, 1.0) + 1e-9 * np.eye(n)


def fit(slacks, cost, gradient, rows):
    v = minimize(cost, np.r_[np.zeros(n), np.full(slacks, 10.0)], jac=gradient, method="SLSQP",
                 constraints=[{"type": "ineq", "fun": lambda v: rows[0] @ v + rows[1], "jac": lambda v: rows[0]}],
                 options={"maxiter": 2000, "ftol": 1e-15}).x
    return v[:n]


out["losses"] = []
for lam in [1e-3, 1e-1]:
    # |r_i| <= slack_i
    A = np.block([[-K, np.eye(n)], [K, np.eye(n)]])
    b = np.r_[y, -y]
    absolute = fit(n, lambda v: v[n:].mean() + lam * v[:n] @ K @ v[:n],
                   lambda v: np.r_[2 * lam * K @ v[:n], np.full(n, 1 / n)], (A, b))
    # |r_i| <= slack
    A = np.block([[-K, np.ones((n, 1))], [K, np.ones((n, 1))]])
    largest = fit(1, lambda v: v[n] + lam * v[:n] @ K @ v[:n],
                  lambda v: np.r_[2 * lam * K @ v[:n], 1.0], (A, b))
    delta = 0.3

    def huber(a):
        r = y - K @ a
        inside = np.abs(r) <= delta
        slope = np.where(inside, 2 * r, 2 * delta * np.sign(r)) / n
        loss = np.where(inside, r ** 2, 2 * delta * np.abs(r) - delta ** 2).mean()
        return loss + lam * a @ K @ a, K @ (2 * lam * a - slope)

    # Smooth: Newton's method on the piecewise quadratic, which ends exactly.
    a = np.zeros(n)
    for _ in range(200):
        r = y - K @ a
        w = np.where(np.abs(r) <= delta, 1.0, delta / np.abs(r))
        a = np.linalg.solve(K + n * lam * np.diag(1 / w), y)
    assert np.abs(huber(a)[1]).max() < 1e-12
    out["losses"].append({
        "lambda": lam, "delta": delta,
        "absolute": float(np.abs(y - K @ absolute).mean() + lam * absolute @ K @ absolute),
        "largest": float(np.abs(y - K @ largest).max() + lam * largest @ K @ largest),
        "huber_alpha": a.tolist(), "huber": float(huber(a)[0]),
    })

# Nystroem features of every fourth point, and ridge on them.
lam, l = 1e-3, 1.0
landmarks = x[::4]
K = gaussian(x, x, l)
C, W = gaussian(x, landmarks, l), gaussian(landmarks, landmarks, l)
a = np.linalg.solve(C.T @ C + n * lam * W, C.T @ y)
nystroem = Nystroem(kernel="rbf", gamma=1 / (2 * l ** 2), n_components=len(landmarks), random_state=0).fit(landmarks)
features = nystroem.transform(x)
out["nystroem"] = {
    "length": l, "lambda": lam, "landmarks": landmarks.tolist(),
    "approximation": [row.tolist() for row in features @ features.T],
    "error": float(np.linalg.norm(K - features @ features.T) / np.linalg.norm(K)),
    "predicted": (gaussian(new, landmarks, l) @ a).tolist(),
}

# Landmarks: LAPACK's pivoted Cholesky decomposition, and Lloyd's k-means from the first points.
low, high = 6, 8
_, pivots, _, _ = lapack.dpstrf(gaussian(x, x, l))
means = KMeans(high, init=x[:high], n_init=1, max_iter=100, tol=0, algorithm="lloyd").fit(x)
out["landmarks"] = {
    "length": l, "pivots": (pivots[:low] - 1).tolist(), "clusters": high,
    "centres": means.cluster_centers_.tolist(),
}

json.dump(out, sys.stdout)
print()
