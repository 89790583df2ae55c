"""Reference numbers for kernels and their algebra, by scikit-learn and NumPy.

    /usr/bin/python3 reference_kernels.py > reference_kernels.json

Run in this directory. Kernels are named by the engine's expressions. Gap-weighted
subsequences are counted from the definition, over all index sets, in fractions.
"""
import itertools
import json
import sys
from fractions import Fraction

import numpy as np
from sklearn.gaussian_process.kernels import (
    RBF, ConstantKernel, DotProduct, ExpSineSquared, Exponentiation, Matern, RationalQuadratic)
from sklearn.metrics.pairwise import (
    cosine_similarity, laplacian_kernel, polynomial_kernel, rbf_kernel, sigmoid_kernel)
from sklearn.preprocessing import KernelCenterer

rng = np.random.default_rng(2)
x = np.round(rng.normal(size=(12, 3)), 6)
new = np.round(rng.normal(size=(5, 3)), 6)
line, new_line = x[:, :1], new[:, :1]


def normalised(kernel):
    def k(a, b):
        aa = np.array([kernel(r[None], r[None])[0, 0] for r in a])
        bb = np.array([kernel(r[None], r[None])[0, 0] for r in b])
        return kernel(a, b) / np.sqrt(np.outer(aa, bb))
    return k


inner = DotProduct(sigma_0=0)
one_input = [
    ("periodic(0.7, 1.3)", ExpSineSquared(length_scale=0.7, periodicity=1.3)),
    ("gaussian(0.5)*periodic(2, 0.4) + 3*linear()",
     RBF(0.5) * ExpSineSquared(2, 0.4) + ConstantKernel(3) * inner),
    ("min()", lambda a, b: np.minimum(a, b.T)),
]
three_inputs = [
    ("cosine()", cosine_similarity),
    ("sigmoid(0.3, -0.5)", lambda a, b: sigmoid_kernel(a, b, gamma=0.3, coef0=-0.5)),
    ("rationalquadratic(0.9, 0.4)", RationalQuadratic(length_scale=0.9, alpha=0.4)),
    ("rationalquadratic(2, 7)", RationalQuadratic(length_scale=2, alpha=7)),
    ("min()", lambda a, b: np.minimum(a[:, None], b[None]).sum(-1)),
    ("gaussian(0.3) + 0.1*linear()*polynomial(2, 1)",
     lambda a, b: rbf_kernel(a, b, gamma=1 / 0.18) + 0.1 * (a @ b.T) * polynomial_kernel(a, b, degree=2, gamma=1, coef0=1)),
    ("2*matern32(1.5) + power(linear() + 1, 3)",
     ConstantKernel(2) * Matern(1.5, nu=1.5) + Exponentiation(DotProduct(sigma_0=1), 3)),
    ("exp(0.5*cosine())*matern52(2)", lambda a, b: np.exp(0.5 * cosine_similarity(a, b)) * Matern(2, nu=2.5)(a, b)),
    ("block(gaussian(1), 0, 2)*block(laplacian(0.5), 2, 3)",
     lambda a, b: rbf_kernel(a[:, :2], b[:, :2], gamma=0.5) * laplacian_kernel(a[:, 2:], b[:, 2:], gamma=2)),
    ("normalized(polynomial(3, 0.5))", normalised(lambda a, b: polynomial_kernel(a, b, degree=3, gamma=1, coef0=0.5))),
    ("gaussian(1) - exponential(1)", lambda a, b: rbf_kernel(a, b, gamma=0.5) - Matern(1, nu=0.5)(a, b)),
]

kernels = []
for inputs, a, b, table in (1, line, new_line, one_input), (3, x, new, three_inputs):
    for expression, k in table:
        K, C = k(a, a), k(b, a)
        centerer = KernelCenterer().fit(K)
        d = np.diag(K)[:, None] - 2 * K + np.diag(K)[None]
        s = np.linalg.eigvalsh(K)
        kernels.append({
            "inputs": inputs, "expression": expression,
            "gram": K.tolist(), "cross": C.tolist(),
            "centred": centerer.transform(K.copy()).tolist(),
            "distance": np.sqrt(np.maximum(d, 0)).tolist(),
            "largest": float(s[-1]), "smallest": float(s[0]),
        })


def subsequence(s, t, length, decay):
    def features(s):
        f = {}
        for i in itertools.combinations(range(len(s)), length):
            u = "".join(s[j] for j in i)
            f[u] = f.get(u, 0) + decay ** (i[-1] - i[0] + 1)
        return f
    a, b = features(s), features(t)
    return sum((v * b.get(u, 0) for u, v in a.items()), Fraction(0))


words = ["cat", "car", "bat", "bar", "science", "kernel", "colonel", "banana", "ananas", "aaaaaaa", "", "für"]
subsequences = [{
    "length": n, "decay": float(d),
    "gram": [[float(subsequence(s, t, n, d)) for t in words] for s in words],
} for n, d in ((1, Fraction(1, 2)), (2, Fraction(1, 2)), (3, Fraction(3, 4)), (4, Fraction(1)), (5, Fraction(1, 8)))]

woodbury = []
for p, n in (1, 1), (4, 2), (2, 5), (6, 6):
    A, U, C, V = (np.round(rng.normal(size=shape), 3) for shape in ((p, p), (p, n), (n, n), (n, p)))
    woodbury.append({
        "p": p, "n": n, "A": A.ravel().tolist(), "U": U.ravel().tolist(), "C": C.ravel().tolist(), "V": V.ravel().tolist(),
        "inverse": np.linalg.inv(A + U @ C @ V).ravel().tolist(),
        "push_through": np.linalg.solve(V.T @ V + 0.5 * np.eye(p), V.T).ravel().tolist(),
    })

json.dump({"x": x.tolist(), "new": new.tolist(), "kernels": kernels,
           "words": words, "subsequences": subsequences, "woodbury": woodbury}, sys.stdout)
print()
