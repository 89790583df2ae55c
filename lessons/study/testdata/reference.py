"""Reference numbers for kernel ridge regression on whole tables, by scikit-learn, SciPy and NumPy.

    /usr/bin/python3 reference.py > reference.json

Run in this directory. Of each table the last fifth of the rows is sealed: inputs are standardised over the
others, and fitted on them. scikit-learn's gamma is 1/(2 l^2), its alpha n lambda, with n the number of open
rows also where one of them is left out. Rows are left out by fitting the others again.
"""
import csv
import json
import sys

import numpy as np
from scipy.spatial.distance import pdist
from sklearn.datasets import load_breast_cancer, load_diabetes, make_friedman1
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics import mean_squared_error
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.preprocessing import StandardScaler

WIDTHS = np.logspace(np.log10(0.125), np.log10(8), 13)
LAMBDAS = np.logspace(-8, 1, 31)
PLACES = [(0, 0), (0, 12), (8, 3), (10, 6), (14, 5), (17, 8), (20, 9), (23, 6), (26, 11), (30, 12)]


def ours(name):
    with open(f"../../data/{name}.csv", newline="") as f:
        rows = list(csv.reader(f))[1:]
    names = sorted({row[-1] for row in rows})
    return np.array([row[:-1] for row in rows], dtype=float), np.array([names.index(row[-1]) for row in rows])


def part(data, size, rng):
    x, y = data
    rows = rng.permutation(len(y))[:size]
    return x[rows], y[rows]


def model(length, lam, n):
    return KernelRidge(alpha=n * lam, kernel="rbf", gamma=1 / (2 * length ** 2))


def left_out(x, y, length, lam):
    """What is predicted of each row by a fit to the others, n x q."""
    n, K = len(x), rbf_kernel(x, gamma=1 / (2 * length ** 2))
    f = np.empty(y.shape)
    for i in range(n):
        rows = np.arange(n) != i
        fit = KernelRidge(alpha=n * lam, kernel="precomputed").fit(K[rows][:, rows], y[rows])
        f[i] = fit.predict(K[[i]][:, rows])
    return f


def best(x, y, median):
    """The place with the least error, by (K + n lambda I)^-1 at each."""
    error = np.empty((len(LAMBDAS), len(WIDTHS)))
    for j, width in enumerate(WIDTHS):
        K = rbf_kernel(x, gamma=1 / (2 * (width * median) ** 2))
        for i, lam in enumerate(LAMBDAS):
            C = np.linalg.inv(K + len(x) * lam * np.eye(len(x)))
            error[i, j] = np.mean((C @ y / np.diag(C)[:, None]) ** 2)
    return [int(v) for v in np.unravel_index(np.argmin(error), error.shape)]


rng = np.random.default_rng(6)
sets = {"diabetes": part((load_diabetes(scaled=False).data, load_diabetes().target), 50, rng),
        "cancer": part(load_breast_cancer(return_X_y=True), 50, rng),
        "friedman": make_friedman1(50, n_features=7, noise=1, random_state=5),
        "wine": part(ours("wine"), 50, rng),
        "iris": part(ours("iris"), 50, rng)}
out = {}
for name, (x, y) in sets.items():
    x, y = np.round(x, 5), np.round(y, 5)
    n = len(y) - len(y) // 5
    scaler = StandardScaler().fit(x[:n])
    X = scaler.transform(x)
    if name in ("diabetes", "friedman"):
        mean, targets = np.mean(y[:n]), (y[:n] - np.mean(y[:n]))[:, None]
    else:
        mean, classes = 0, range(max(y) + 1 if max(y) > 1 else 1)
        targets = np.column_stack([np.where(y[:n] == c, 1.0, -1.0) for c in classes])
    median = float(np.median(pdist(X[:n])))
    i, j = best(X[:n], targets, median)
    length, lam = WIDTHS[j] * median, LAMBDAS[i]
    out[name] = {
        "x": x.tolist(), "y": y.tolist(), "open": n, "mean": float(mean), "median": median, "best": [i, j],
        "left_out": (left_out(X[:n], targets, length, lam) + mean).T.tolist(),
        "sealed": (model(length, lam, n).fit(X[:n], targets).predict(X[n:]) + mean).T.tolist(),
        "map": [{"row": i, "column": j, "error": float(np.sqrt(mean_squared_error(
            targets, left_out(X[:n], targets, WIDTHS[j] * median, LAMBDAS[i]))))} for i, j in PLACES],
    }
json.dump(out, sys.stdout)
print()
