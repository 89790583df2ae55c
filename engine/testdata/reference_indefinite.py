"""Reference numbers for kernels that are not positive semi-definite, by NumPy and scikit-learn.

    /usr/bin/python3 reference_indefinite.py > reference_indefinite.json

Run in this directory. The curvatures are those of the objective itself,
(1/n)|y - K a|^2 + lam a'Ka, from its Hessian (2/n)(K K + n lam K).
"""
import json
import sys

import numpy as np
from sklearn.metrics.pairwise import pairwise_kernels

n = 15
t = np.round(np.sin(7 * np.arange(n)), 6)[:, None]
y = np.round(np.cos(5 * np.arange(n)) + t[:, 0], 6)
grams = {
    "polynomial": pairwise_kernels(t, metric="poly", degree=2, gamma=1, coef0=-1),
    "sigmoid": pairwise_kernels(t, metric="sigmoid", gamma=1, coef0=-1),
    "gaussian": pairwise_kernels(t, metric="rbf", gamma=2),
}

out = {"x": t.tolist(), "y": y.tolist(), "points": []}
for name, K in grams.items():
    for lam in [0.001, 0.03, 0.2, 1.5]:
        a = np.linalg.solve(K + n * lam * np.eye(n), y)
        s = np.linalg.eigvalsh(K)
        curvature = np.linalg.eigvalsh(2 / n * (K @ K + n * lam * K))
        out["points"].append({
            "kernel": name, "lambda": lam, "alpha": a.tolist(), "quadratic": float(a @ K @ a),
            "objective": float(np.mean((y - K @ a) ** 2) + lam * a @ K @ a),
            "condition": float(np.linalg.cond(K + n * lam * np.eye(n))),
            "negative": int(np.sum(curvature < -1e-10 * np.abs(s).max() ** 2)),
        })
json.dump(out, sys.stdout, indent=1)
sys.stdout.write("\n")
