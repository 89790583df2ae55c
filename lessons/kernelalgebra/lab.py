# %% [markdown]
# # Lab: kernels made of kernels
# You write the features of a product of two kernels, the proof that it is one as a computation, the
# sums that tend to the exponential, and the Gaussian from its pieces. NumPy is all you need. After
# each task comes a cell that checks what you wrote, on data drawn anew at every run, and says what
# is wrong. Throughout, `*` multiplies entry by entry.
# %% Set up
from math import factorial

import numpy as np

rng = np.random.default_rng()  # other data at every run


def smallest(K):
    """The smallest eigenvalue of K, in units of the largest in size."""
    s = np.linalg.eigvalsh(K)
    return s[0] / np.abs(s).max()
# %% [markdown]
# ## 1 Features of a product
# $k_1$ has $a$ features and $k_2$ has $b$. Their product has each feature of the one times each of
# the other. Make the table of its features; their order does not matter. Hint: reshape.
# %% Features of a product
def product_features(F1, F2):
    """The features (n, a * b) of k1 * k2, from those of k1 (n, a) and of k2 (n, b)."""
    # BEGIN SOLUTION
    return (F1[:, :, None] * F2[:, None, :]).reshape(len(F1), -1)
    # END SOLUTION
    # SLIP side by side, as for the sum
    # return np.hstack([F1, F2])
    # SLIP only the first with the first
    # least = min(F1.shape[1], F2.shape[1])
    # return F1[:, :least] * F2[:, :least]
    # SLIP points with other points too
    # return np.kron(F1, F2)

# %% Check the features of a product
F1, F2 = rng.normal(size=(7, 3)), rng.normal(size=(7, 2))
F = np.asarray(product_features(F1, F2))
assert F.shape[0] == 7, f"{F.shape[0]} rows for 7 points"
assert F.shape[1] == 6, f"{F.shape[1]} features, not 6: each of three with each of two"
for i in range(7):
    for j in range(7):
        assert np.isclose(F[i] @ F[j], (F1[i] @ F1[j]) * (F2[i] @ F2[j])), (
            f"the inner product of points {i} and {j} is not the product of the two kernels")
print("Features of a product: right.")
# %% [markdown]
# ## 2 The proof, computed
# Without features the proof takes the eigenvalues $s_m$ of $K_2$ and its eigenvectors $u_m$:
# $$c^\top(K_1 * K_2)\,c = \sum_m s_m\,b_m^\top K_1\,b_m,$$
# where $b_m$ has the entries $c_i\,u_{mi}$. Return the terms of this sum. None of them is negative
# if both are kernels. Hint: in which direction do the eigenvectors stand in what `eigh` returns?
# %% Terms
def terms_of(c, K1, K2):
    """The n terms (n,) of c (n,) and K1, K2 (n, n), the smallest eigenvalue's first."""
    # BEGIN SOLUTION
    s, U = np.linalg.eigh(K2)
    B = c[:, None] * U
    return s * (B * (K1 @ B)).sum(axis=0)
    # END SOLUTION
    # SLIP eigenvectors read as rows
    # s, U = np.linalg.eigh(K2)
    # B = c[:, None] * U.T
    # return s * (B * (K1 @ B)).sum(axis=0)
    # SLIP summed over the wrong axis
    # s, U = np.linalg.eigh(K2)
    # B = c[:, None] * U
    # return (s * B * (K1 @ B)).sum(axis=1)
    # SLIP the eigenvalue left out
    # B = c[:, None] * np.linalg.eigh(K2)[1]
    # return (B * (K1 @ B)).sum(axis=0)
    # SLIP the numbers c left out
    # s, U = np.linalg.eigh(K2)
    # return s * (U * (K1 @ U)).sum(axis=0)

# %% Check the terms
A, c, s = rng.normal(size=(6, 6)), rng.normal(size=6), np.array([0.2, 0.5, 1, 1.4, 2, 3])
Q = np.linalg.qr(rng.normal(size=(6, 6)))[0]
K1, K2 = A @ A.T, (Q * s) @ Q.T
t = np.asarray(terms_of(c, K1, K2))
assert t.shape == (6,), f"shape {t.shape}, not (6,): one term for each eigenvalue of K2"
whole = sum(c[i] * c[j] * K1[i, j] * K2[i, j] for i in range(6) for j in range(6))
assert np.isclose(t.sum(), whole), "the terms do not add up to the sum over all pairs"
assert t.min() > 0, "two kernels, and a negative term"
for m in range(6):  # what K2 has of this eigenvalue alone
    part = K1 * (s[m] * np.outer(Q[:, m], Q[:, m]))
    assert np.isclose(t[m], c @ part @ c), f"term {m} is not that of eigenvalue {m}"
t = terms_of(c, K1, K2 - (Q * np.append(1, np.zeros(5))) @ Q.T)
assert t[0] < 0 < t[1:].min(), "K2 is no kernel here: the first term should be negative"
print("Terms: right.")
# %% [markdown]
# ## 3 A limit
# The exponential of a kernel is the limit of $\sum_{j < m} K^j/j!$, with powers entry by entry.
# Return the sum of the first $m$ terms; $K^0$ is 1 everywhere. `factorial` has been imported.
# %% Partial sum
def partial_exp(K, m):
    """The sum of the first m terms (m >= 1) of the series of exp(K), for a table K: K's shape."""
    # BEGIN SOLUTION
    return sum(K**j / factorial(j) for j in range(m))
    # END SOLUTION
    # SLIP one term too many
    # return sum(K**j / factorial(j) for j in range(m + 1))
    # SLIP begins with K itself
    # return sum(K**j / factorial(j) for j in range(1, m + 1))
    # SLIP powers of the matrix
    # return sum(np.linalg.matrix_power(K, j) / factorial(j) for j in range(m))
    # SLIP divided by j, not its factorial
    # return 1 + sum((K**j / j for j in range(1, m)), 0 * K)

# %% Check the partial sum
x = rng.uniform(-1.5, 1.5, size=7)
K = np.outer(x, x)
assert np.allclose(partial_exp(K, 1), np.ones((7, 7))), "with m = 1 each entry should be 1"
assert np.allclose(partial_exp(K, 20), np.exp(K)), "many terms do not come near exp(K)"
m, h = rng.integers(3, 7), 1e-5
slope = (partial_exp((1 + h) * K, m) - partial_exp((1 - h) * K, m)) / (2 * h)
assert np.allclose(slope, K * partial_exp(K, m - 1), rtol=1e-5, atol=1e-5), (
    "differentiated, each term should become the one before it, as for the exponential")
assert np.linalg.matrix_rank(partial_exp(K, 3)) == 3, "three terms of xy are three features"
assert smallest(partial_exp(K, m)) > -1e-12, "a partial sum is no kernel"
print("Partial sum: right.")
# %% [markdown]
# ## 4 The Gaussian, from its pieces
# Multiply $\|x - y\|^2$ out, and write $e^{-\|x - y\|^2/2\ell^2}$ as $f(x)\,e^{a\,x^\top y}\,f(y)$.
# Find the number $a$ and the function $f$, and compute it so, with no difference of points. Each
# step is a rule of the lesson, so this is the proof that the Gaussian is a kernel.
# %% Gaussian
def gaussian(X, Y, bandwidth):
    """The Gaussian kernel of all rows of X (n, p) and of Y (m, p), from its pieces: (n, m)."""
    # BEGIN SOLUTION
    f = lambda Z: np.exp(-(Z**2).sum(axis=1) / (2 * bandwidth**2))
    return f(X)[:, None] * np.exp(X @ Y.T / bandwidth**2) * f(Y)
    # END SOLUTION
    # SLIP a 2 too many in the middle
    # f = lambda Z: np.exp(-(Z**2).sum(axis=1) / (2 * bandwidth**2))
    # return f(X)[:, None] * np.exp(X @ Y.T / (2 * bandwidth**2)) * f(Y)
    # SLIP the bandwidth not squared
    # f = lambda Z: np.exp(-(Z**2).sum(axis=1) / (2 * bandwidth))
    # return f(X)[:, None] * np.exp(X @ Y.T / bandwidth) * f(Y)
    # SLIP the other convention, without the 2
    # f = lambda Z: np.exp(-(Z**2).sum(axis=1) / bandwidth**2)
    # return f(X)[:, None] * np.exp(2 * X @ Y.T / bandwidth**2) * f(Y)
    # SLIP a factor for the rows only
    # f = lambda Z: np.exp(-(Z**2).sum(axis=1) / (2 * bandwidth**2))
    # return f(X)[:, None] * np.exp(X @ Y.T / bandwidth**2)

# %% Check the Gaussian
X, Y, bandwidth = rng.normal(size=(6, 2)), rng.normal(size=(4, 2)), rng.uniform(1.2, 2)
K = np.asarray(gaussian(X, Y, bandwidth))
assert K.shape == (6, 4), f"shape {K.shape}, not (6, 4)"
assert np.allclose(np.diag(gaussian(X, X, bandwidth)), 1), "a point is not like itself by 1"
for x, row in zip(X, K):
    for y, entry in zip(Y, row):
        assert np.isclose(entry, np.exp(-0.5 * np.linalg.norm((x - y) / bandwidth) ** 2)), (
            "an entry is not that of the Gaussian: where does the bandwidth stand, and the 2?")
print("Gaussian: right.")
# %% [markdown]
# ## The lesson's number
# For eight points from $-2$ to $2$ the series' first 8 terms miss an entry of $e^{xy}$ by 2.8, the
# first 13 by 0.015. And $c = (1, -1, 1)$ is the lesson's witness against the larger of two kernels:
# $c^\top\max(K_1, K_2)\,c = -1$.
# %% The lesson's number
K = np.outer(np.linspace(-2, 2, 8), np.linspace(-2, 2, 8))
miss = [np.abs(partial_exp(K, m) - np.exp(K)).max() for m in (8, 13)]
assert np.isclose(miss[0], 2.8, atol=0.05) and np.isclose(miss[1], 0.015, atol=0.0005)
K1, K2 = np.array([[1, 1, 0], [1, 1, 0], [0, 0, 1]]), np.array([[1, 0, 0], [0, 1, 1], [0, 1, 1]])
c = np.array([1, -1, 1])
assert c @ np.maximum(K1, K2) @ c == -1 and np.isclose(terms_of(c, K1, K2).sum(), 3)
print("Missed by 8 and by 13 terms:", np.round(miss, 3))
# %% [markdown]
# ## To go on with
# 1. Draw six points and two kernels, many times. How often does `smallest` show that there is a
#    witness against their difference, how often against the larger, how often against the product?
# 2. How many features has $k^3$, as task 1 makes them, if $k$ has $a$? How many of them differ?
# 3. What does $f(x)\,k(x, y)\,f(y)$ with $f(x) = 1/\sqrt{k(x, x)}$ make of $e^{xy}$, and why?
