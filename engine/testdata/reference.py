"""Reference numbers for the engine, by scikit-learn, SciPy and NumPy.

    /usr/bin/python3 reference.py > reference.json

Run in this directory. The engine minimises the mean loss, so scikit-learn's
alpha is n times lambda. Its Gaussian takes gamma = 1/(2 l^2), its Laplacian
gamma = 1/l.
"""
import csv
import json
import sys

import numpy as np
from scipy.spatial.distance import pdist
from sklearn.gaussian_process.kernels import Matern
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics.pairwise import pairwise_kernels
from sklearn.model_selection import LeaveOneOut, cross_val_predict


def gram(name, a, b, *p):
    if name == "linear":
        return pairwise_kernels(a, b, metric="linear")
    if name == "polynomial":
        return pairwise_kernels(a, b, metric="poly", degree=p[0], gamma=1, coef0=p[1])
    if name == "gaussian":
        return pairwise_kernels(a, b, metric="rbf", gamma=1 / (2 * p[0] ** 2))
    if name == "laplacian":
        return pairwise_kernels(a, b, metric="laplacian", gamma=1 / p[0])
    nu = {"exponential": 0.5, "matern32": 1.5, "matern52": 2.5}[name]
    return Matern(length_scale=p[0], nu=nu)(a, b)


rng = np.random.default_rng(1)
x = np.round(rng.normal(size=(25, 3)), 6)
y = np.round(np.sin(2 * x[:, 0]) + x[:, 1] * x[:, 2] + 0.1 * rng.normal(size=25), 6)
new = np.round(rng.normal(size=(7, 3)), 6)

with open("mcycle.csv", newline="") as f:
    rows = list(csv.DictReader(f))
times = np.array([[float(r["times"])] for r in rows])
accel = np.array([float(r["accel"]) for r in rows])
grid = np.linspace(0, 60, 31)[:, None]

out = {"data": {}, "kernels": [], "krr": []}
for key, (a, b, c) in {"generated": (x, y, new), "mcycle": (times, accel, grid)}.items():
    out["data"][key] = {
        "x": a.tolist(), "y": b.tolist(), "new": c.tolist(),
        "median_heuristic": float(np.median(pdist(a))),
        "median_manhattan": float(np.median(pdist(a, "cityblock"))),
        "quantile_0.1": float(np.quantile(pdist(a), 0.1)),
    }

for name, *p in [("linear",), ("polynomial", 1, 0), ("polynomial", 2, 1), ("polynomial", 3, 0.5),
                 ("gaussian", 0.3), ("gaussian", 2), ("laplacian", 0.7), ("exponential", 0.7),
                 ("matern32", 1.1), ("matern52", 1.1)]:
    out["kernels"].append({
        "kernel": name, "parameters": p,
        "gram": gram(name, x, x, *p).tolist(), "cross": gram(name, x, new, *p).tolist(),
    })

for data, lam, name, *p in [("mcycle", 3e-4, "gaussian", 7.3), ("mcycle", 0.01, "gaussian", 2),
                            ("mcycle", 1e-3, "laplacian", 5), ("mcycle", 0.1, "exponential", 12.4),
                            ("mcycle", 1e-3, "matern32", 12.4), ("mcycle", 1e-4, "matern52", 12.4),
                            ("generated", 0.1, "linear"), ("generated", 0.01, "polynomial", 2, 1),
                            ("generated", 1e-3, "gaussian", 1.5), ("generated", 1e-2, "laplacian", 3),
                            ("generated", 1, "exponential", 1), ("generated", 1e-3, "matern52", 2)]:
    a, b, c = (times, accel, grid) if data == "mcycle" else (x, y, new)
    n = len(a)
    K = gram(name, a, a, *p)
    model = KernelRidge(alpha=n * lam, kernel="precomputed")
    alpha = model.fit(K, b).dual_coef_
    # Each split is refitted with the same penalty n*lam.
    loo = b - cross_val_predict(model, K, b, cv=LeaveOneOut())
    hat = KernelRidge(alpha=n * lam, kernel="precomputed").fit(K, np.eye(n)).predict(K)
    out["krr"].append({
        "data": data, "kernel": name, "parameters": p, "lambda": lam,
        "alpha": alpha.tolist(),
        "predicted": (gram(name, c, a, *p) @ alpha).tolist(),
        "fitted": (K @ alpha).tolist(),
        "loo_residuals": loo.tolist(),
        "loo_rmse": float(np.sqrt(np.mean(loo ** 2))),
        "train_rmse": float(np.sqrt(np.mean((b - K @ alpha) ** 2))),
        "degrees_of_freedom": float(np.trace(hat)),
        "rkhs_norm": float(np.sqrt(alpha @ K @ alpha)),
        "condition": float(np.linalg.cond(K + n * lam * np.eye(n))),
        "largest_eigenvalue": float(np.linalg.eigvalsh(K)[-1]),
    })

json.dump(out, sys.stdout)
print()
