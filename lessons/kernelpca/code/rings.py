# Principal components of the rings: {{.State}}
# %% Method
import numpy as np


def components(K, count):
    n = len(K)
    rounding = 4 * n * np.finfo(float).eps * np.abs(K).sum(axis=1).max()  # what is no larger is zero
    J = np.eye(n) - np.ones((n, n)) / n
    K = J @ K @ J
    s, A = np.linalg.eigh(K)
    s, A = s[::-1][:count], A[:, ::-1][:, :count]  # the largest first
    s[s <= rounding] = 0
    return s, A * np.sqrt(s), np.trace(K) / n if np.trace(K) > rounding else 0


# %% Data
X = np.array([{{list .Points}}], dtype=float).reshape(-1, 2)
labels = np.array([{{list .Labels}}], dtype=int)

# %% Numbers
{{- if eq .method "kernel"}}
K = np.exp(-((X[:, None] - X) ** 2).sum(axis=2) / (2 * {{.Bandwidth}}**2))
{{- else if eq .method "added"}}
w = {{.weight}}
F = np.column_stack([X, w * (X**2).sum(axis=1)])
K = F @ F.T
{{- else}}
K = X @ X.T
{{- end}}
s, projection, total = components(K, {{.Count}})
values = {f"variance_{j + 1}": s[j] / len(X) for j in range({{.Count}})}
values["total_variance"] = total
{{template "print.py" .}}
