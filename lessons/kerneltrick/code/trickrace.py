# One Gram matrix, with features and without: {{.State}}
import math
import time

import numpy as np
from sklearn.preprocessing import PolynomialFeatures

n, p, q = {{.Rows}}, {{.Inputs}}, {{.Degree}}
d = math.comb(p + q, q)
entries = n * (n + 1) // 2  # half the matrix and its diagonal
values = {
    "features": d,
    "memory_features_mb": 8 * n * (n + d) / 1e6,
    "memory_kernel_mb": 8 * n * (n + p) / 1e6,
    "multiplications_features": n * (d - 1 - p + d) + entries * d,
    "multiplications_kernel": entries * (p + q - 1),
}
for name, value in values.items():
    print(name, repr(float(value)))

# How long it takes on your machine, as far as the features fit.
if n * d <= 4_000_000:
    x = np.random.default_rng(1).uniform(-1, 1, (n, p))
    start = time.perf_counter()
    K = (1 + x @ x.T) ** q
    without = time.perf_counter() - start
    start = time.perf_counter()
    powers = PolynomialFeatures(q).fit(x)
    a = powers.powers_  # the exponents of each monomial
    ways = [math.factorial(q) // math.prod(map(math.factorial, [q - sum(r), *r])) for r in a.tolist()]
    Phi = powers.transform(x) * np.sqrt(np.array(ways, dtype=float))
    with_features = time.perf_counter() - start
    assert np.allclose(Phi @ Phi.T, K)
    # print(f"{1e3 * with_features:.1f} ms with features, {1e3 * without:.2f} ms without")
