# The Gram matrix, its rows in an order: {{.State}}
# %% Method
import numpy as np


{{template "rowkernel.py" .}}
{{- if .Normalise}}

def normalised(K):  # divided by the lengths, 0 where there is none
    length = np.sqrt(np.maximum(np.diag(K), 0))
    length[length == 0] = np.inf
    return K / np.outer(length, length)

{{end}}

# %% Data
X = np.array([{{list .X}}], dtype=float).reshape(-1, 2)
classes = np.array([{{list .Labels}}])
order = np.array([{{list .Order}}])  # the point of each row, from 0
{{- if eq .order "eigenvector"}}
# s, U = np.linalg.eigh(K); u = U[:, -1]; u *= np.sign(u[np.abs(u).argmax()]); order = np.argsort(-u, kind="stable")
{{- end}}
{{template "parameters.py" .}}
# %% Numbers
K = {{if .Normalise}}normalised(kernel(X, X{{template "arguments" .}})){{else}}kernel(X, X{{template "arguments" .}}){{end}}
n = len(K)
pairs = np.tril(np.ones((n, n), dtype=bool), -1)
same = classes[:, None] == classes
values = {
    "adjacent": K[order[:-1], order[1:]].mean() if n > 1 else np.nan,
    "within": K[pairs & same].mean() if (pairs & same).any() else np.nan,
    "between": K[pairs & ~same].mean() if (pairs & ~same).any() else np.nan,
    "mean": K[pairs].mean() if n > 1 else np.nan,
    "least": K.min(),
    "different": n * (n + 1) // 2,
}
{{template "print.py" .}}
