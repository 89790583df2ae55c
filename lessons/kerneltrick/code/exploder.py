# An inner product of features, and the kernel that equals it: {{.State}}
# %% Method
import itertools
import math

import numpy as np
from sklearn.metrics.pairwise import polynomial_kernel


def exponents(p, q):  # one feature for each list a of p exponents of order at most q
    all = [a for a in itertools.product(range(q + 1), repeat=p) if sum(a) <= q]
    return sorted(all, key=lambda a: (sum(a), [-e for e in a]))  # 1, x₁, x₂, …, x₁², x₁x₂, …


def phi(x, q, c):  # φ(x) = √(q!/(a₀! a₁! … a_p!) · c^a₀) x₁^a₁ ⋯, a₀ = q − Σ a
    def feature(a):
        ways = math.factorial(q) // math.prod(math.factorial(e) for e in (q - sum(a), *a))
        return math.sqrt(ways * c ** (q - sum(a))) * np.prod(x ** np.array(a))

    return np.array([feature(a) for a in exponents(len(x), q)])


def multiplications(p, q, c):  # monomials and scales that are not 1, twice; then the products
    order = np.array([sum(a) for a in exponents(p, q)])
    scale = phi(np.ones(p), q, c)
    scaled = (order > 0) & (scale != 0) & ~np.isclose(scale, 1, rtol=0, atol=1e-9)
    return 2 * (np.sum(order > 1) + np.sum(scaled)) + np.sum(scale != 0)


# %% Data
x = np.array([{{list .X}}], dtype=float)
y = np.array([{{list .Y}}], dtype=float)
q, c = {{.degree}}, {{.offset}}

# %% Numbers
p = len(x)
kept = phi(np.ones(p), q, c) != 0  # where c = 0, features of lower order have the weight 0
products = (phi(x, q, c) * phi(y, q, c))[kept]
d = len(products)
values = {
    "features": d,
    "inner_product": x @ y,
    "sum": products.sum(),
    "kernel": polynomial_kernel(x[None], y[None], degree=q, gamma=1, coef0=c)[0, 0],
    "multiplications_features": multiplications(p, q, c),
    "multiplications_kernel": p + q - 1,
}
{{template "print.py" .}}
