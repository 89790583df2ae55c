"""Reference numbers for ways to write a bandwidth and a penalty, by scikit-learn.

    /usr/bin/python3 notation.py > notation.json

Run in this directory. Each library is given its own number, and the test ours.
"""
import json

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import rbf_kernel

rng = np.random.default_rng(3)
x = np.round(rng.normal(size=(12, 1)), 6)
y = np.round(np.sin(2 * x[:, 0]) + 0.1 * rng.normal(size=12), 6)
new = np.array([[-1.0], [0.25], [2.0]])
labels = np.where(y + 0.8 * rng.normal(size=12) > 0, 1, -1)

gamma, length_scale, alpha, C = 1.7, 0.6, 0.3, 2.5
ridge = KernelRidge(kernel="rbf", gamma=gamma, alpha=alpha).fit(x, y)
process = GaussianProcessRegressor(RBF(length_scale), alpha=alpha, optimizer=None).fit(x, y)
logistic = LogisticRegression(C=C, fit_intercept=False, tol=1e-12, max_iter=10000).fit(x, labels)
print(json.dumps({
    "x": x.tolist(), "y": y.tolist(), "new": new.tolist(), "labels": labels.tolist(),
    "gamma": gamma, "length_scale": length_scale, "alpha": alpha, "C": C,
    "gram_gamma": rbf_kernel(x, gamma=gamma).tolist(),
    "gram_length_scale": RBF(length_scale)(x).tolist(),
    "ridge": ridge.predict(new).tolist(),
    "process": process.predict(new).tolist(),
    "logistic": logistic.decision_function(new).tolist(),
}))
