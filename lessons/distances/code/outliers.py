# Distances from the mean in the feature space, by the Gram matrix: {{.State}}
# %% Method
import numpy as np


{{template "rowkernel.py" .}}

def from_mean(K):  # ‖φ(xᵢ) − μ‖, from the sums of rows and the sum of all
    squares = np.diag(K) - 2 * K.mean(axis=1) + K.mean()
    rounding = 4 * len(K) * np.finfo(float).eps * np.abs(K).sum(axis=1).max()  # what is no larger is zero
    return np.sqrt(np.where(squares > rounding, squares, 0))


# %% Data
{{template "inputs.py" .}}middle = {{.Middle}}  # the point nearest to the mean of the inputs

# %% Numbers
K = kernel(X, X{{template "arguments" .}})
d = from_mean(K)
tie = np.abs(d - d[middle]) <= 1e-9 * d.max()
values = {
    "middle_rank": 1 + np.sum((d > d[middle]) & ~tie),
    "largest": d.max(),
    "entries": len(K) * (len(K) + 1) // 2,
    "smallest": d.min(),
    "mean_norm": np.sqrt(max(K.mean(), 0)),
}
{{template "print.py" .}}