# A Gram matrix and its witness: {{.State}}
# %% Method
import numpy as np


{{template "rowkernel.py" .}}


# %% Data
{{template "twoinputs.py" .}}
{{template "parameters.py" .}}
# %% Numbers
K = kernel(X, X{{template "arguments" .}})
s, U = np.linalg.eigh((K + K.T) / 2)  # the smallest first
s[np.abs(s) <= 4 * len(s) * np.finfo(float).eps * np.abs(s).max()] = 0  # rounding
c = U[:, 0]  # if s[0] < 0 the witness: c @ K @ c is s[0]
values = {
    "smallest": s[0],
    "negative": np.sum(s < 0),
    "least_entry": K.min(),
    "largest": s[-1],
    "trace": np.trace(K),
}
{{template "print.py" .}}