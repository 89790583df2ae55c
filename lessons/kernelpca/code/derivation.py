# Components of six features, from d×d and from n×n: {{.State}}
# %% Method
import numpy as np


def features(X, c):  # of (xᵀx′ + c)²
    x1, x2 = X.T
    r = np.sqrt(2)
    return np.column_stack([np.full(len(X), c), r * np.sqrt(c) * x1, r * np.sqrt(c) * x2, x1**2, r * x1 * x2, x2**2])


# %% Data
X = np.array([{{list .Points}}], dtype=float).reshape(-1, 2)
c = {{.offset}}

# %% Numbers
n = len(X)
Phi = features(X, c)
K = (X @ X.T + c) ** 2  # no features here
rounding = 4 * n * np.finfo(float).eps * np.abs(K).sum(axis=1).max()  # what is no larger is zero
{{- if eq .centred "1"}}
J = np.eye(n) - np.ones((n, n)) / n
Phi, K = J @ Phi, J @ K @ J
{{- end}}
d = np.linalg.eigvalsh(Phi.T @ Phi / n)[::-1]  # of Σ̂
eigenvalues, A = np.linalg.eigh(K)
variances = eigenvalues[::-1] / n
d[n * d <= rounding] = 0
values = {f"variance_{j + 1}": d[j] for j in range({{.Count}})}
values["rank"] = np.sum(eigenvalues > rounding)
{{template "print.py" .}}
