# The Gram matrix of the figure: {{.State}}
import numpy as np

X = np.array([{{list .X}}])[:, None]
n = len(X)
D = np.abs(X - X.T)  # one input: every norm of a difference is its absolute value
{{template "kernel.py" .}}
off = ~np.eye(n, dtype=bool)
values = {
    "median_heuristic": np.median(D[np.triu_indices(n, 1)]),
    "offdiagonal_mean": K[off].mean(),
    "distance_to_identity": np.linalg.norm(K - np.eye(n)),
    "distance_to_ones": np.linalg.norm(K - np.ones((n, n))),
}
for name, value in values.items():
    print(name, repr(float(value)))
