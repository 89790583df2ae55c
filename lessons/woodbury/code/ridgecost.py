# What θ costs, by both ways: {{.State}}
# %% Method
import sys
import time

import numpy as np


def solve_cost(m):  # Cholesky, to its leading term, and two triangular systems
    return m**3 / 6 + m**2


def costs(n, d):
    primal = n * d * (d + 1) / 2 + n * d + solve_cost(d)  # ΦᵀΦ by half, Φᵀy
    dual = d * n * (n + 1) / 2 + n * d + solve_cost(n)  # ΦΦᵀ by half, Φᵀα
    return {
        "primal_multiplications": primal,
        "dual_multiplications": dual,
        "multiplications_ratio": primal / dual,
        "primal_entries": d * d,
        "dual_entries": n * n,
    }


def primal(Phi, y, lam):
    n, d = Phi.shape
    return np.linalg.solve(Phi.T @ Phi + n * lam * np.eye(d), Phi.T @ y)


def dual(Phi, y, lam):
    n, d = Phi.shape
    return Phi.T @ np.linalg.solve(Phi @ Phi.T + n * lam * np.eye(n), y)


# %% Data
n, d = {{.n}}, {{.d}}
lam = 0.1  # of the mean loss
points, timed = {{.Points}}, {{.Timed}}{{if .Fewer}}  # raise them to n and d at your own patience{{end}}

# %% Numbers
for name, value in costs(n, d).items():
    print(name, repr(float(value)))

# The two, timed on your machine.
rng = np.random.default_rng(1)
Phi, y = rng.standard_normal((points, timed)), rng.standard_normal(points)
thetas, took = [], {}
for way in primal, dual:
    start = time.perf_counter()
    thetas.append(way(Phi, y, lam))
    took[way.__name__] = 1e3 * (time.perf_counter() - start)
print(took, "ms, apart", np.abs(thetas[0] - thetas[1]).max(), file=sys.stderr)
