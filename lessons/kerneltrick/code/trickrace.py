# One Gram matrix, with features and without: {{.State}}
# %% Method
import math
import time

import numpy as np
from sklearn.preprocessing import PolynomialFeatures


def costs(n, p, q):
    d = math.comb(p + q, q)
    entries = n * (n + 1) // 2  # half the matrix and its diagonal
    return {
        "features": d,
        "memory_features_mb": 8 * n * (n + d) / 1e6,
        "memory_kernel_mb": 8 * n * (n + p) / 1e6,
        "multiplications_features": n * 2 * (d - 1 - p) + entries * d,  # monomials, and scales that are not 1
        "multiplications_kernel": entries * (p + q - 1),
    }


def without_features(x, q):
    return (1 + x @ x.T) ** q


def with_features(x, q):
    powers = PolynomialFeatures(q).fit(x)
    a = powers.powers_  # the exponents of each monomial
    ways = [math.factorial(q) // math.prod(map(math.factorial, [q - sum(r), *r])) for r in a.tolist()]
    Phi = powers.transform(x) * np.sqrt(np.array(ways, dtype=float))
    return Phi @ Phi.T


# %% Data
n, p, q = {{.Rows}}, {{.inputs}}, {{.degree}}

# %% Numbers
values = costs(n, p, q)
{{template "print.py" .}}

# How long it takes on your machine, as far as the features fit.
took = {}
if n * values["features"] <= 4_000_000:
    x = np.random.default_rng(1).uniform(-1, 1, (n, p))
    for gram in with_features, without_features:
        start = time.perf_counter()
        K = gram(x, q)
        took[gram.__name__] = time.perf_counter() - start
    assert np.allclose(with_features(x, q), without_features(x, q))
