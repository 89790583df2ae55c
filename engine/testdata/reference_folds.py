"""Reference numbers for cross-validation, by scikit-learn.

    /usr/bin/python3 reference_folds.py > reference_folds.json

Run in this directory. The penalty of a fit without a fold is n lam, with the n of all
points, which is what a fixed alpha is to scikit-learn.
"""
import csv
import json
import sys

import numpy as np
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import LeaveOneGroupOut, PredefinedSplit, cross_val_predict

with open("mcycle.csv", newline="") as f:
    rows = list(csv.DictReader(f))
x = np.array([[float(r["times"])] for r in rows])
y = np.array([float(r["accel"]) for r in rows])
n = len(y)

out = []
for name, folds in [("tenths", np.arange(n) * 7 % 10), ("blocks", np.arange(n) // 30),
                    ("times", np.unique(x[:, 0], return_inverse=True)[1])]:
    for length, lam in [(2.0, 1e-4), (2.0, 1e-2), (0.01, 1e-3), (8.0, 1e-3)]:
        fit = KernelRidge(alpha=n * lam, kernel="rbf", gamma=1 / (2 * length ** 2))
        r = y - cross_val_predict(fit, x, y, cv=PredefinedSplit(folds))
        if name == "times":
            assert np.allclose(r, y - cross_val_predict(fit, x, y, cv=LeaveOneGroupOut(), groups=x[:, 0]))
        out.append({
            "folds": folds.tolist(), "name": name, "length": length, "lambda": lam, "residuals": r.tolist(),
            "rmse": float(np.sqrt(np.mean(r ** 2))),
            "standard_error": float(np.std(r ** 2, ddof=1) / np.sqrt(n) / 2 / np.sqrt(np.mean(r ** 2))),
        })
json.dump(out, sys.stdout)
sys.stdout.write("\n")
