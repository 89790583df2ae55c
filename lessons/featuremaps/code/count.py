# Monomials of {{.P}} inputs up to degree {{.Q}}: {{.State}}
import math
from itertools import accumulate

p, q, n = {{.P}}, {{.Q}}, {{.N}}

d = math.comb(p + q, q)
top = math.comb(p + q - 1, q)  # of degree q exactly

# The same without the formula. Of no inputs there is one monomial, of degree 0.
# A new input may take any part of the degree: each count becomes the sum of
# those up to it.
counts = [1] + [0] * q
for _ in range(p):
    counts = list(accumulate(counts))
assert (sum(counts), counts[q]) == (d, top)

values = {
    "features": d,
    "top_terms": top,
    "theta_bytes": 8 * d,
    "phi_bytes": 8 * d * n,
    "log10_features": math.log10(d),
}
for name, value in values.items():
    print(name, repr(float(value)))

# To list them:
# from itertools import combinations_with_replacement
# for k in range(q + 1):
#     print(k, list(combinations_with_replacement(range(1, p + 1), k)))
