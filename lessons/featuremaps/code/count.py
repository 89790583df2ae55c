# Monomials of {{.p}} inputs up to degree {{.q}}: {{.State}}
# %% Method
import math
from itertools import accumulate


def count(p, q):  # how many there are up to degree q, and of degree q exactly
    return math.comb(p + q, q), math.comb(p + q - 1, q)


def count_inputs(p, q):
    """The same without the formula. Of no inputs there is one monomial, of degree 0. A
    new input may take any part of the degree: each count becomes the sum of those up to it."""
    counts = [1] + [0] * q
    for _ in range(p):
        counts = list(accumulate(counts))
    return sum(counts), counts[q]


# %% Data
p, q, n = {{.p}}, {{.q}}, {{.N}}

# %% Numbers
d, top = count(p, q)
assert (d, top) == count_inputs(p, q)
values = {
    "features": d,
    "top_terms": top,
    "theta_bytes": 8 * d,
    "phi_bytes": 8 * d * n,
    "log10_features": math.log10(d),
}
{{template "print.py" .}}
