# The best in a ball and the bound on what it costs: {{.State}}
# %% Method
import numpy as np
from scipy.special import erf


def risk(f):  # E|truth + σZ − f|, a folded normal
    e = truth - f
    return np.mean(sigma * np.sqrt(2 / np.pi) * np.exp(-(e**2) / (2 * sigma**2)) + e * erf(e / sigma / np.sqrt(2)))


def minimize(c, mu):  # risk + μ‖θ‖² by Newton's method, with a parabola above it far away
    def value(c):
        return risk(Q @ c) + mu * c @ S @ c

    for _ in range(500):
        e = truth - Q @ c
        slope = erf(e / sigma / np.sqrt(2))
        g = -Q.T @ slope / len(x) + 2 * mu * S @ c
        w = np.sqrt(2 / np.pi) / sigma * np.exp(-(e**2) / (2 * sigma**2))
        step = -np.linalg.solve(Q.T @ (w[:, None] * Q) / len(x) + 2 * mu * S, g)
        if -g @ step < 1e-10:
            if -g @ step < 1e-26:
                break
        elif not value(c + step) < value(c) + 0.01 * g @ step:
            w = np.where(np.abs(e) < 1e-6 * sigma, np.sqrt(2 / np.pi) / sigma, slope / np.where(e == 0, 1, e))
            step = -np.linalg.solve(Q.T @ (w[:, None] * Q) / len(x) + 2 * mu * S, g)
        c = c + step
    return c


def norm(c):
    return np.sqrt(c @ S @ c)


def in_ball(star, D):  # the best with ‖θ‖ ≤ D
    if D == 0:
        return 0 * star
    if D >= norm(star):
        return star
    low, high = 0.0, 1e-6  # the μ at which the minimum lies on the rim, by bisection
    while norm(best := minimize(star, high)) > D:
        low, high = high, 10 * high
    for _ in range(60):
        mu = (low + high) / 2
        best = minimize(best, mu)
        low, high = (mu, high) if norm(best) > D else (low, mu)
    return best


# %% Data
degree, sigma, D = {{.degree}}, {{.noise}}, {{.radius}}
centre, half = {{.Centre}}, {{.Half}}
x = 10 * (np.arange(201) + 0.5) / 201  # the middles of equal parts: the risks are means
truth = np.sin(x)
Phi = np.vander((x - centre) / half, degree + 1, increasing=True)
Q, R = np.linalg.qr(Phi / np.sqrt(len(x)))  # coordinates c = Rθ, better conditioned
Q *= np.sqrt(len(x))
S = np.linalg.inv(R).T @ np.linalg.inv(R)  # ‖θ‖² = cᵀSc

# %% Numbers
star = minimize(Q.T @ truth / len(x), 0)
best = in_ball(star, D)
reach = min(1, D / norm(star))  # θ₁ = reach·θ*
values = {
    "theta_star_norm": norm(star),
    "mean_feature_norm": np.mean(np.linalg.norm(Phi, axis=1)),
    "class_error": risk(Q @ star) - sigma * np.sqrt(2 / np.pi),
    "gap": risk(Q @ best) - risk(Q @ star),
    "projection_gap": risk(reach * Q @ star) - risk(Q @ star),
    "lipschitz_step": (1 - reach) * np.mean(np.abs(Q @ star)),
}
values["bound"] = values["mean_feature_norm"] * max(norm(star) - D, 0)
{{template "print.py" .}}
