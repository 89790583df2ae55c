"""Reference numbers for regression beyond kernel ridge, by scikit-learn, SciPy and NumPy.

    /usr/bin/python3 reference_regression.py > reference_regression.json

Run in this directory. The engine minimises the mean loss plus lam * |f|^2.
"""
import json
import sys

import numpy as np
from scipy.optimize import LinearConstraint, minimize
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, Matern
from sklearn.kernel_approximation import Nystroem
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Lasso, LinearRegression
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

json.dump(out, sys.stdout)
print()
