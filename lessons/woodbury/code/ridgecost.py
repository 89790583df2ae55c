# What θ costs, by both ways: {{.State}}
import sys
import time

import numpy as np

n, d = {{.N}}, {{.D}}
lam = 0.1  # of the mean loss


def solve_cost(m):  # Cholesky, to its leading term, and two triangular systems
    return m**3 / 6 + m**2


primal = n * d * (d + 1) / 2 + n * d + solve_cost(d)  # ΦᵀΦ by half, Φᵀy
dual = d * n * (n + 1) / 2 + n * d + solve_cost(n)  # ΦΦᵀ by half, Φᵀα
values = {
    "primal_multiplications": primal,
    "dual_multiplications": dual,
    "multiplications_ratio": primal / dual,
    "primal_entries": d * d,
    "dual_entries": n * n,
}
for name, value in values.items():
    print(name, repr(float(value)))

# The two, timed on your machine{{if lt .Timed .D}} with d = {{.Timed}}; raise it at your own patience{{end}}.
rng = np.random.default_rng(1)
Phi, y = rng.standard_normal((n, {{.Timed}})), rng.standard_normal(n)
start = time.perf_counter()
theta = np.linalg.solve(Phi.T @ Phi + n * lam * np.eye({{.Timed}}), Phi.T @ y)
middle = time.perf_counter()
other = Phi.T @ np.linalg.solve(Phi @ Phi.T + n * lam * np.eye(n), y)
end = time.perf_counter()
print(f"primal {1e3 * (middle - start):.3g} ms, dual {1e3 * (end - middle):.3g} ms, "
      f"apart {np.abs(theta - other).max():.1e}", file=sys.stderr)
