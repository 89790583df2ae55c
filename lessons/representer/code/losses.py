# The fit that the figure has found, from its α: {{.State}}
# %% Method
import numpy as np

losses = {
    "squared": lambda m: (1 - m) ** 2,
    "absolute": lambda m: np.abs(1 - m),
    "epsilon": lambda m: np.maximum(0, np.abs(1 - m) - epsilon),
    "logistic": lambda m: np.logaddexp(0, -m),
    "hinge": lambda m: np.maximum(0, 1 - m),
}


def kernel(s, t):
    return np.exp(-((s[:, None] - t) ** 2) / (2 * ell**2))


# %% Data
x = np.array([{{list .X}}], dtype=float)
y = np.array([{{list .Y}}], dtype=float)
alpha = np.array([{{list .Alpha}}], dtype=float)
loss, lam, epsilon, ell = "{{.loss}}", {{.lambda}}, {{.epsilon}}, {{.bandwidth}}

# %% Numbers
n = len(y)
f = kernel(x, x) @ alpha
m, u = y * f, 2 * n * lam * y * alpha  # where smooth, u is the slope −ℓ′(m)
risk = np.mean(losses[loss](m))
values = {
    "objective": risk + lam * alpha @ f,
    "risk": risk,
    "norm": np.sqrt(max(alpha @ f, 0)),
    "silent": np.sum(u == 0),
    "at_launch": kernel(np.array([31.0]), x)[0] @ alpha,
}
{{template "print.py" .}}
