# Whom each point is most like, by three similarities: {{.State}}
# %% Method
import numpy as np


def inner(X):
    return X @ X.T


def cosine(X):
    length = np.linalg.norm(X, axis=1)
    length[length == 0] = 1
    return inner(X / length[:, None])


def near(X):  # in the order of a Gaussian of any bandwidth
    return -np.sqrt(((X[:, None] - X) ** 2).sum(axis=2))


def tied(a, b, r):  # equal to rounding r, and known to three digits
    return a == b or abs(a - b) <= 2 * r and 1000 * r <= max(abs(a), abs(b))


def most_like(S, size):  # of each point all that are equally so, as far as rounding tells
    best, rounding = [], 2**-49 * size
    for i, row in enumerate(np.where(np.abs(S) <= rounding, 0, S)):
        others = [j for j in range(len(S)) if j != i]
        top = max(others, key=lambda j: row[j], default=i)
        best.append({j for j in others if tied(row[top], row[j], max(rounding[i, top], rounding[i, j]))})
    return best


def answers(sets):  # points needed to have one of each set
    counts = [sum(j in s for s in sets) for s in sets for j in s]
    return len(sets) - max(counts) + 1 if counts else 0


# %% Data
X = np.array([{{list .X}}], dtype=float).reshape(-1, 2)
asked = {{.Asked}}
chosen = [{{list .Chosen}}]  # 0 the inner product, 1 the cosine, 2 the Gaussian
t, L = {{.Even}}, {{.Length}}

# %% Numbers
length = np.linalg.norm(X, axis=1)
if t > 0:  # x(L/‖x‖)ᵗ
    X = X * np.where(length > 0, L / np.where(length > 0, length, 1), 1)[:, None] ** t
length = np.linalg.norm(X, axis=1)
best = [
    most_like(inner(X), inner(np.abs(X))),
    most_like(cosine(X), cosine(np.abs(X))),
    most_like(near(X), np.add.outer(length, length)),
]
values = {
    "answers": answers([best[k][asked] for k in chosen]),
    "agreeing": sum(answers([b[i] for b in best]) == 1 for i in range(len(X))),
    "most": max(sum(j in s for s in best[k]) for k in chosen for j in range(len(X))),
    "points": len(X),
    "length": np.linalg.norm(X[asked]),
}
{{template "print.py" .}}
