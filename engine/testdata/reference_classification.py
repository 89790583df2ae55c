"""Reference numbers for classification, by SciPy and scikit-learn.

    /usr/bin/python3 reference_classification.py > reference_classification.json

Run in this directory. The logistic objective is minimised by SciPy over the
primal coefficients of the features that numpy.linalg.eigh finds in K, until the
gradient is below 1e-10, and alpha follows from the gradient in f being zero.
scikit-learn's LogisticRegression minimises |theta|^2/2 + C sum of losses, so
that C = 1/(2 n lambda).

Its SVC is LIBSVM, which keeps kernel values as float32 whatever it is given, so
that its answers have seven digits, not the sixteen of its tolerance. Where more
are asked for, it gets a matrix that float32 holds exactly: entries rounded to
multiples of 2^-14, and 2^-8 added to the diagonal, which keeps it positive
definite.
"""
import json
import sys

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit
from sklearn.datasets import make_blobs, make_moons
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import pairwise_kernels
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC


def gram(name, a, b, *p):
    if name == "linear":
        return pairwise_kernels(a, b, metric="linear")
    if name == "polynomial":
        return pairwise_kernels(a, b, metric="poly", degree=p[0], gamma=1, coef0=p[1])
    if name == "gaussian":
        return pairwise_kernels(a, b, metric="rbf", gamma=1 / (2 * p[0] ** 2))
    return pairwise_kernels(a, b, metric="laplacian", gamma=1 / p[0])


def klr(K, y, lam):
    n = len(y)
    s, U = np.linalg.eigh(K)
    keep = s > n * np.finfo(float).eps * s[-1]
    Phi = U[:, keep] * np.sqrt(s[keep])

    def J(t):
        return np.logaddexp(0, -y * (Phi @ t)).mean() + lam * t @ t

    def gradient(t):
        return -Phi.T @ (y * expit(-y * (Phi @ t))) / n + 2 * lam * t

    def hessian(t):
        f = Phi @ t
        return (Phi.T * (expit(f) * expit(-f))) @ Phi / n + 2 * lam * np.eye(Phi.shape[1])

    t = minimize(J, np.zeros(Phi.shape[1]), jac=gradient, hess=hessian,
                 method="trust-exact", options={"gtol": 1e-11, "maxiter": 1000}).x
    # SciPy stops where J can no longer be seen to fall.
    for _ in range(3):
        t = t - np.linalg.solve(hessian(t), gradient(t))
    assert np.linalg.norm(gradient(t)) < 1e-10, np.linalg.norm(gradient(t))
    f = Phi @ t
    return {"alpha": (y * expit(-y * f) / (2 * n * lam)).tolist(), "decision": f.tolist(),
            "probability": expit(f).tolist(), "loss": float(J(t)), "norm": float(np.linalg.norm(t))}


moons, m = make_moons(60, noise=0.2, random_state=1)
blobs, b = make_blobs([20, 30], centers=[[-1, 0, 0], [1, 0, 1]], cluster_std=1.2, random_state=2)
three, labels = make_blobs(60, centers=[[0, 2], [-1.7, -1], [1.7, -1]], cluster_std=1, random_state=3)
sets = {"moons": (np.round(moons, 6), 2.0 * m - 1), "blobs": (np.round(blobs, 6), 2.0 * b - 1)}
three = np.round(three, 6)

out = {"data": {k: {"x": a.tolist(), "y": y.tolist()} for k, (a, y) in sets.items()}, "klr": [], "svm": []}

for data, lam, name, *p in [("moons", 1e-2, "gaussian", 0.5), ("moons", 1e-4, "gaussian", 0.5),
                            ("moons", 1e-6, "gaussian", 0.3), ("moons", 1e-3, "laplacian", 1),
                            ("moons", 1e-3, "polynomial", 3, 1), ("blobs", 1, "gaussian", 2),
                            ("blobs", 1e-3, "linear"), ("blobs", 1e-2, "polynomial", 2, 1)]:
    a, y = sets[data]
    out["klr"].append({"data": data, "kernel": name, "parameters": p, "lambda": lam,
                       **klr(gram(name, a, a, *p), y, lam)})

a, y = sets["blobs"]
lam = 1e-3
model = LogisticRegression(C=1 / (2 * len(y) * lam), fit_intercept=False, solver="newton-cholesky", tol=1e-10, max_iter=1000)
out["logistic_regression"] = {"lambda": lam, "theta": model.fit(a, y).coef_[0].tolist()}

for data, C, name, *p in [("moons", 1, "gaussian", 0.5), ("moons", 100, "gaussian", 0.5),
                          ("moons", 0.01, "gaussian", 1), ("moons", 10, "laplacian", 1),
                          ("moons", 1, "polynomial", 3, 1), ("blobs", 1, "linear"),
                          ("blobs", 0.1, "linear"), ("blobs", 5, "gaussian", 2)]:
    a, y = sets[data]
    K = np.round(gram(name, a, a, *p) * 2.0 ** 14) / 2.0 ** 14 + 2.0 ** -8 * np.eye(len(y))
    assert (K.astype(np.float32) == K).all()
    model = SVC(C=C, kernel="precomputed", tol=1e-12).fit(K, y)
    coefficients = np.zeros(len(y))
    coefficients[model.support_] = model.dual_coef_[0]
    w = coefficients @ K @ coefficients
    out["svm"].append({
        "data": data, "kernel": name, "parameters": p, "C": C,
        "alpha": coefficients.tolist(), "support": sorted(model.support_.tolist()),
        "offset": float(model.intercept_[0]), "decision": model.decision_function(K).tolist(),
        "margin": float(1 / np.sqrt(w)), "objective": float(np.abs(coefficients).sum() - w / 2),
    })

# One class against the rest, by hand.
K = gram("gaussian", three, three, 1)
ovr = {"x": three.tolist(), "labels": labels.tolist(), "klr": [], "svm": [], "ridge": []}
n = len(labels)
for c in range(3):
    y = np.where(labels == c, 1.0, -1.0)
    ovr["klr"].append(klr(K, y, 1e-2)["decision"])
    ovr["svm"].append(SVC(C=1, kernel="precomputed", tol=1e-12).fit(K, y).decision_function(K).tolist())
    ovr["ridge"].append((K @ np.linalg.solve(K + n * 1e-2 * np.eye(n), y)).tolist())
out["one_against_rest"] = ovr

scaler = StandardScaler().fit(sets["blobs"][0])
out["standardization"] = {"mean": scaler.mean_.tolist(), "sd": scaler.scale_.tolist(),
                          "new": scaler.transform([[1.0, 2.0, 3.0]])[0].tolist()}

json.dump(out, sys.stdout)
print()
