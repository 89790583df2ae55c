"""Reference numbers for risks of a population, nested classes and separating planes, by
SciPy, NumPy and scikit-learn.

    /usr/bin/python3 reference_risk.py > reference_risk.json

Run in this directory.
"""
import json
import sys

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq, minimize
from scipy.special import erf
from scipy.stats import foldnorm, norm
from sklearn.linear_model import Lasso, LogisticRegression

out = {}

# E|e + sigma Z|, by its distribution and by quadrature.
out["folded"] = []
for e, sigma in [(0, 0.7), (0.3, 0.7), (-1.2, 0.1), (4, 2)]:
    mean = foldnorm.mean(abs(e) / sigma, scale=sigma)
    integral = quad(lambda z: abs(e + sigma * z) * norm.pdf(z), -12, 12, points=[-e / sigma], epsabs=1e-13)[0]
    assert abs(mean - integral) < 1e-10
    out["folded"].append({"e": e, "sigma": sigma, "mean": float(mean)})

# The least risk in a ball: the minimum of risk + mu |theta|^2 by a trust region with
# the Hessian, mu by a root of |theta| - D.
x = np.linspace(0, 10, 51)
truth = np.sin(x)
out["balls"] = []
for degree, sigma in [(1, 0.3), (3, 0.2), (5, 0.2), (5, 1.0)]:
    Phi = np.vander(x / 5 - 1, degree + 1, increasing=True)

    def objective(theta, mu):
        e = truth - Phi @ theta
        z = e / sigma
        risk = np.mean(sigma * np.sqrt(2 / np.pi) * np.exp(-z ** 2 / 2) + e * erf(z / np.sqrt(2)))
        slope = erf(z / np.sqrt(2))
        bend = np.sqrt(2 / np.pi) / sigma * np.exp(-z ** 2 / 2)
        return (risk + mu * theta @ theta, -Phi.T @ slope / len(x) + 2 * mu * theta,
                Phi.T @ (bend[:, None] * Phi) / len(x) + 2 * mu * np.eye(degree + 1), risk)

    def least(mu):
        theta = minimize(lambda t: objective(t, mu)[:2], np.zeros(degree + 1), jac=True, method="trust-exact",
                         hess=lambda t: objective(t, mu)[2], options={"gtol": 1e-9, "maxiter": 1000}).x
        for _ in range(20):  # Newton's last digits
            theta = theta - np.linalg.solve(objective(theta, mu)[2], objective(theta, mu)[1])
        return theta

    best = least(0)
    whole = np.linalg.norm(best)
    for share in [0.03, 0.4, 0.95]:
        D = float(np.round(share * whole, 3))
        mu = np.exp(brentq(lambda s: np.linalg.norm(least(np.exp(s))) - D, -25, 6, xtol=1e-13, rtol=1e-14))
        theta = least(mu)
        out["balls"].append({
            "degree": degree, "sigma": sigma, "radius": D, "multiplier": float(mu), "theta": theta.tolist(),
            "risk": float(objective(theta, 0)[3]), "best": best.tolist(), "least": float(objective(best, 0)[3]),
            "feature_norm": float(np.linalg.norm(Phi, axis=1).mean()),
        })
    if degree == 3:  # the same by a method that knows of no multiplier
        slsqp = minimize(lambda t: objective(t, 0)[:2], np.zeros(degree + 1), jac=True, method="SLSQP",
                         constraints={"type": "ineq", "fun": lambda t: D ** 2 - t @ t, "jac": lambda t: -2 * t},
                         options={"ftol": 1e-15, "maxiter": 1000})
        assert abs(slsqp.fun - out["balls"][-1]["risk"]) < 1e-9
out["places"], out["truth"] = x.tolist(), truth.tolist()

# Nested least squares on Legendre polynomials, on the places and on a sample.
rng = np.random.default_rng(3)
sx = np.round(np.sort(rng.uniform(0, 10, 18)), 6)
sy = np.round(np.sin(sx) + 0.3 * rng.normal(size=18), 6)


def legendre(x, degree):
    return np.polynomial.legendre.legvander(x / 5 - 1, degree) * np.sqrt(2 * np.arange(degree + 1) + 1)


out["nested"] = {"x": sx.tolist(), "y": sy.tolist(), "classes": []}
for q in range(10):
    at = legendre(x, q)
    best = at @ np.linalg.lstsq(at, truth, rcond=None)[0]
    theta = np.linalg.lstsq(legendre(sx, q), sy, rcond=None)[0]
    out["nested"]["classes"].append({
        "approximation": float(np.mean((best - truth) ** 2)), "theta": theta.tolist(),
        "estimation": float(np.mean((at @ theta - best) ** 2)),
        "train": float(np.mean((legendre(sx, q) @ theta - sy) ** 2)),
    })

# Logistic regression with the constant among the features: C = 1/(2 n lam).
u = np.round(rng.uniform(-1, 1, size=(40, 3)), 6)
labels = np.where(u[:, 0] + 0.5 * u[:, 1] - 0.2 + 0.3 * rng.normal(size=40) > 0, 1, -1)
Phi = np.c_[np.ones(40), u]
out["separation"] = {"x": u.tolist(), "y": labels.tolist(), "fits": []}
for lam in [1e-6, 1e-2]:
    model = LogisticRegression(C=1 / (2 * 40 * lam), fit_intercept=False, solver="newton-cholesky", tol=1e-10, max_iter=1000).fit(Phi, labels)
    theta = model.coef_[0]
    margins = labels * (Phi @ theta)
    out["separation"]["fits"].append({
        "lambda": lam, "theta": theta.tolist(), "right": int((margins > 0).sum()),
        "loss": float(np.logaddexp(0, -margins).mean() + lam * theta @ theta),
    })

# The bowl of the mean squared error, and the lasso's pull.
Phi, y = u[:8, :2], np.round(rng.normal(size=8), 6)
best = np.linalg.lstsq(Phi, y, rcond=None)[0]
model = Lasso(alpha=0.1 / 2, fit_intercept=False, tol=1e-15, max_iter=10 ** 6).fit(Phi, y)
r = y - Phi @ model.coef_
out["quadratic"] = {
    "phi": Phi.tolist(), "y": y.tolist(), "best": best.tolist(), "least": float(np.mean((y - Phi @ best) ** 2)),
    "gram": (Phi.T @ Phi / 8).tolist(), "lambda": 0.1, "lasso": model.coef_.tolist(),
    "loss": float(np.mean(r ** 2)), "pull": (2 / 8 * Phi.T @ r).tolist(),
}

json.dump(out, sys.stdout)
print()
