# Kernel k-means from one start, step by step: {{.State}}
# %% Method
import numpy as np


{{template "rowkernel.py" .}}

def squares(K, labels, c):  # ‖φ(xᵢ) − μ_c‖² of every point
    own = labels == c
    return np.diag(K) - 2 * K[:, own].mean(axis=1) + K[np.ix_(own, own)].mean()


def objective(K, labels):
    J = sum(squares(K, labels, c)[labels == c].sum() for c in set(labels))
    return J if J > 4 * len(K) * np.finfo(float).eps * np.abs(K).sum(axis=1).max() else 0  # what is no larger is zero


def step(K, labels, clusters):
    tie = 1e-9 * np.abs(K).max()  # what differs by no more is as near
    S = np.array([squares(K, labels, c) if c in labels else np.full(len(K), np.inf) for c in range(clusters)])
    next, least = labels.copy(), S[labels, np.arange(len(K))]
    for c in range(clusters):
        nearer = S[c] < least - tie
        next[nearer], least[nearer] = c, S[c][nearer]
    for c in set(range(clusters)) - set(next):  # one that lost all its points gets the farthest
        crowded = np.bincount(next, minlength=clusters)[next] > 1
        far = S[next, np.arange(len(K))]
        next[np.argmax(crowded & (far >= far[crowded].max() - tie))] = c
    return next


{{template "athome.py" .}}

# %% Data
{{template "inputs.py" .}}labels = np.array([{{list .Start}}])
clusters, steps = {{.Clusters}}, {{.Steps}}

# %% Numbers
K = kernel(X, X{{template "arguments" .}})
moved = 0
for _ in range(steps):
    last, labels = labels, step(K, labels, clusters)
    moved = np.sum(labels != last)
values = {
    "at_home": at_home(labels, classes),
    "objective": objective(K, labels),
    "entries": len(K) * (len(K) + 1) // 2,
    "moved": moved,
{{- if .HasClasses}}
    "classes": objective(K, classes),
{{- end}}
}
{{template "print.py" .}}