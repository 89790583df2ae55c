# The Gaussian kernel from its first features: {{.State}}
# %% Method
import numpy as np


def features(x, m, ell):  # e^(−x²/2ℓ²) xᵏ/(ℓᵏ√k!), k < m, a row for each x
    t = np.asarray(x) / ell
    columns = [np.exp(-(t**2) / 2)]
    for k in range(1, m):
        columns.append(columns[-1] * t / np.sqrt(k))
    return np.stack(columns, axis=-1)


def missing(x, m, ell):  # of 1, in how alike x is to itself
    return 1 - (features(x, m, ell) ** 2).sum(axis=-1)


def reach(m, ell):
    lo, hi = 0, ell * np.sqrt(m)
    for _ in range(60):
        mid = (lo + hi) / 2
        lo, hi = (mid, hi) if missing(mid, m, ell) <= 0.01 else (lo, mid)
    return lo


# %% Data
m, ell, y = {{.features}}, {{.bandwidth}}, {{.y}}
{{- if eq .basis "whole"}}
own = ell / np.sqrt(2)  # of the features, which belong to e^(−(x − y)²/ℓ²)
{{- else}}
own = ell  # of the features
{{- end}}

# %% Numbers
x = np.linspace(-5, 5, 101)
F = features(x, m, own)
u, G = x[::2], F[::2]
error = np.abs(np.exp(-((u[:, None] - u) ** 2) / (2 * ell**2)) - G @ G.T)
slice_error = np.abs(np.exp(-((x - y) ** 2) / (2 * ell**2)) - F @ features(y, m, own)).max()
values = {
    "largest_error": error.max() if error.max() > 4 * m * np.finfo(float).eps else 0,
    "reach": reach(m, own),
{{- if eq .basis "half"}}
    "needed": next(k for k in range(1, 1000) if missing(5, k, ell) <= 0.01),
{{- end}}
    "slice_error": slice_error if slice_error > 4 * m * np.finfo(float).eps else 0,
    "pair": np.exp(-((0.7 + 0.4) ** 2) / (2 * ell**2)),
    "pair_rebuilt": features(0.7, m, own) @ features(-0.4, m, own),
}
{{template "print.py" .}}
