# A fit with a swing that its data do not see: {{.State}}
# %% Method
import numpy as np


def kernel(s, t):
    return np.exp(-((s[:, None] - t) ** 2) / (2 * ell**2))


# %% Data
x = np.array([{{list .X}}], dtype=float)
y = np.array([{{list .Y}}], dtype=float)
t, z, ell = {{.t}}, {{.z}}, {{.bandwidth}}
fit_lambda, rate, start = {{.Fit}}, {{.Rate}}, {{.From}}

# %% Numbers
n = len(y)
K = kernel(x, x)
alpha = np.linalg.solve(K + n * fit_lambda * np.eye(n), y)
kz = kernel(x, np.array([z]))[:, 0]
c = np.linalg.solve(K, kz)  # the swing is k(z, ·) − Σ cᵢ k(xᵢ, ·)
part, swing = alpha @ K @ alpha, 1 - c @ kz
if swing <= {{.Bound}} * np.linalg.cond(K):  # to rounding a swing at a datum is none
    swing = 0
squared = part + t**2 * swing
risk = np.mean((y - K @ alpha) ** 2)
values = {
    "norm": np.sqrt(squared),
    "norm_part": np.sqrt(part),
    "norm_swing": np.sqrt(max(swing, 0)),
    "at_launch": np.append(alpha - t * c, t) @ kernel(np.append(x, z), np.array([31.0]))[:, 0],
    "risk": risk,
    "objective": risk + rate * max(squared - start * part, 0),
    "least": risk + rate * max(part - start * part, 0),
}
{{template "print.py" .}}
