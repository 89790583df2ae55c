# Whom each point is most like, by three similarities: {{.State}}
# %% Method
import numpy as np


def inner(X):
    return X @ X.T


def cosine(X):
    length = np.linalg.norm(X, axis=1)
    length[length == 0] = 1
    return X @ X.T / np.outer(length, length)


def near(X):  # in the order of a Gaussian of any bandwidth
    return -np.sqrt(((X[:, None] - X) ** 2).sum(axis=2))


def most_like(S):  # of equally alike ones the first; −1 for nobody
    if len(S) == 1:
        return np.array([-1])
    best = []
    for i, row in enumerate(S):
        others = np.arange(len(S)) != i
        top = row[others].max()
        best.append(np.flatnonzero(others & (row >= top - 1e-12 * abs(top)))[0])
    return np.array(best)


# %% Data
X = np.array([{{list .X}}], dtype=float).reshape(-1, 2)
asked = {{.Asked}}
chosen = [{{list .Chosen}}]  # 0 the inner product, 1 the cosine, 2 the Gaussian
t, L = {{.Even}}, {{.Length}}

# %% Numbers
length = np.linalg.norm(X, axis=1)
if t > 0:  # x(L/‖x‖)ᵗ
    X = X * np.where(length > 0, L / np.where(length > 0, length, 1), 1)[:, None] ** t
best = [most_like(S) for S in (inner(X), cosine(X), near(X))]
alike = (best[0] == best[1]) & (best[1] == best[2]) & (best[0] >= 0)
values = {
    "answers": len({best[k][asked] for k in chosen} - {-1}),
    "agreeing": alike.sum(),
    "most": max(np.bincount(best[k][best[k] >= 0], minlength=1).max() for k in chosen),
    "points": len(X),
    "length": np.linalg.norm(X[asked]),
}
{{template "print.py" .}}
