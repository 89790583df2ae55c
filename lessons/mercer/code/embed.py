# Points made from a Gram matrix: {{.State}}
# %% Method
import numpy as np


{{template "rowkernel.py" .}}

def coordinates(K):  # of the points, √λⱼ uⱼ in column j, all eigenvalues, the largest first, and what is zero
    s, U = np.linalg.eigh((K + K.T) / 2)
    s, U = s[::-1], U[:, ::-1]
    rounding = 4 * len(s) * np.finfo(float).eps * np.abs(s).max()
    s = np.where(np.abs(s) <= rounding, 0, s)
    p = (s > 0).sum()
    return U[:, :p] * np.sqrt(s[:p]), s, rounding


# %% Data
X = np.array([{{list .X}}], dtype=float).reshape(-1, 2)
classes = np.array([{{list .Labels}}])
{{template "parameters.py" .}}kept = {{.Kept}}

# %% Numbers
K = kernel(X, X{{template "arguments" .}})
Z, s, rounding = coordinates(K)
m = min(kept, Z.shape[1])
rebuilt = Z[:, :m] @ Z[:, :m].T
error = np.abs(K - rebuilt).max()
values = {
    "largest_error": error if error > 2 * rounding else 0,
    "next": np.abs(s[m:]).max() if m < len(s) else 0,
    "positive": (s > 0).sum(),
    "share": 100 * np.trace(rebuilt) / np.trace(K) if np.trace(K) > 0 else 100,
    "least": K.min(),
    "largest": s[0],
    "negative": (s < 0).sum(),
}
{{template "print.py" .}}
