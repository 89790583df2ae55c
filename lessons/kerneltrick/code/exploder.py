# An inner product of features, and the kernel that equals it: {{.State}}
import itertools
import math

import numpy as np
from sklearn.metrics.pairwise import polynomial_kernel

x = np.array([{{list .X}}])
y = np.array([{{list .Y}}])
q, c = {{.Degree}}, {{num .Offset}}
p = len(x)

# One feature for each list of exponents a of order at most q,
# φ(x) = √(q!/(a₀! a₁! … a_p!) · c^a₀) x₁^a₁ ⋯, a₀ = q − Σ a.
exponents = [a for a in itertools.product(range(q + 1), repeat=p) if sum(a) <= q]


def phi(x):
    def feature(a):
        ways = math.factorial(q) // math.prod(math.factorial(e) for e in (q - sum(a), *a))
        return math.sqrt(ways * c ** (q - sum(a))) * np.prod(x ** np.array(a))

    return np.array([feature(a) for a in exponents])


d = len(exponents)
values = {
    "features": d,
    "inner_product": x @ y,
    "sum": phi(x) @ phi(y),
    "kernel": polynomial_kernel(x[None], y[None], degree=q, gamma=1, coef0=c)[0, 0],
    "multiplications_features": 2 * (d - 1 - p + d) + d,  # monomials and scales, twice; then the products
    "multiplications_kernel": p + q - 1,
}
for name, value in values.items():
    print(name, repr(float(value)))
