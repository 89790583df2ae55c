# Classes by the votes of the nearest in the feature space: {{.State}}
# %% Method
import numpy as np


{{template "distances.py" .}}

def vote(near, classes):  # the classes of the nearest, the nearest first
    names, counts = np.unique(classes[near], return_counts=True)
    most = names[counts == counts.max()]
    return next(c for c in classes[near] if c in most)  # of equals, that of the nearest


# %% Data
{{template "inputs.py" .}}k = {{.Neighbours}}

# %% Numbers
K = kernel(X, X{{template "arguments" .}})
D = distances(K)
np.fill_diagonal(D, np.inf)  # nobody votes about itself
order = np.argsort(D, axis=1, kind="stable")[:, :k]
called = np.array([vote(near, classes) for near in order])
values = {
    "loo_errors": np.sum(called != classes),
    "majority_errors": len(classes) - np.bincount(classes).max(),
    "entries": 2 * len(classes) + 1,
    "points": len(classes),
    "farthest_neighbour": np.mean([D[i, near[-1]] for i, near in enumerate(order)]),
}
{{template "print.py" .}}