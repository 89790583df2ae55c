# exp(xy) and a partial sum of its series: {{.State}}
# %% Method
from math import factorial

import numpy as np

# %% Data
x = np.array([{{list .X}}])
terms = {{.terms}}

# %% Numbers
K = np.exp(np.outer(x, x))
S = sum(np.outer(x, x) ** j / factorial(j) for j in range(terms))
s = np.linalg.eigvalsh(S)  # the smallest first
s[np.abs(s) <= 4 * len(s) * np.finfo(float).eps * s[-1]] = 0  # rounding
values = {
    "largest_miss": np.abs(S - K).max(),
    "positive": np.sum(s > 0),
    "smallest": s[0],
    "largest": s[-1],
    "limit_largest": np.linalg.eigvalsh(K)[-1],
}
{{template "print.py" .}}