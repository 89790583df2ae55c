# What training costs, exactly and through 100 features: {{.State}}
# %% Method
import sys
import time

import numpy as np


def costs(n, m=100):
    return {
        "exact_multiplications": n**3 / 6,  # Cholesky, to its leading term
        "landmark_multiplications": n * m**2,  # half for the features, half for their products
        "wave_multiplications": n * m**2 / 2,
        "multiplications_ratio": n**2 / (6 * m**2),
        "gigabytes": 8 * n**2 / 1e9,
    }


def exact(x, y, ell, lam):
    K = np.exp(-((x[:, None] - x) ** 2) / (2 * ell**2))
    return np.linalg.solve(K + len(x) * lam * np.eye(len(x)), y)


# %% Data
n = {{.N}}
timed = {{.Timed}}{{if .Fewer}}  # raise it to n at your own patience{{end}}

# %% Numbers
for name, value in costs(n).items():
    print(name, repr(float(value)))

# The exact fit, timed on your machine, and what its cube says of n.
rng = np.random.default_rng(1)
x = 10 * rng.random(timed)
start = time.perf_counter()
exact(x, rng.standard_normal(timed), 0.2, 1e-5)
took = time.perf_counter() - start
print(f"{timed} points: {took:.3g} s; {n} points, by the cube: {took * (n / timed) ** 3:.3g} s", file=sys.stderr)
