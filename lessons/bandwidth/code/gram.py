# The Gram matrix of the figure: {{.State}}
# %% Method
import numpy as np


{{template "kernel.py" .}}

def summary(K, x):
    pairs = np.triu_indices(len(x), 1)
    return {
        "median_heuristic": np.median(np.abs(np.subtract.outer(x, x))[pairs]),
        "offdiagonal_mean": K[pairs].mean(),
        "distance_to_identity": np.linalg.norm(K - np.eye(len(x))),
        "distance_to_ones": np.linalg.norm(K - 1),
    }


# %% Data
x = np.array([{{list .X}}], dtype=float)
{{template "parameters.py" .}}
# %% Numbers
K = kernel(x, x{{template "arguments" .}})
for name, value in summary(K, x).items():
    print(name, repr(float(value)))
