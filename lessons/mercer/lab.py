# %% [markdown]
# # Lab: from a table to points
# You write the way back from a Gram matrix to points, for old points and for new ones, the
# eigenfunctions of Mercer's theorem at the data, and the Gaussian's features for all points. NumPy
# is all you need. After each task comes a cell that checks what you wrote, on data drawn anew at
# every run, and says what is wrong.
# %% Set up
from math import factorial

import numpy as np

rng = np.random.default_rng()  # other data at every run
# %% [markdown]
# ## 1 The way back
# Let $\lambda_1 \ge \lambda_2 \ge \dots$ be the eigenvalues of $K$ and $u_j$ its eigenvectors, of
# length 1. Point $i$ gets $\sqrt{\lambda_j}\,u_{ij}$ for its coordinate $j$. Return the first $m$
# coordinates; the first $m$ eigenvalues are positive in what you are given. Hint: see in which
# order `np.linalg.eigh` returns them.
# %% Coordinates
def coordinates(K, m):
    """The first m coordinates (n, m) of each point, from K (n, n), the weightiest first."""
    # BEGIN SOLUTION
    s, U = np.linalg.eigh(K)
    return U[:, ::-1][:, :m] * np.sqrt(s[::-1][:m])
    # END SOLUTION
    # SLIP the root left out
    # s, U = np.linalg.eigh(K)
    # return U[:, ::-1][:, :m] * s[::-1][:m]
    # SLIP the eigenvalues left out
    # return np.linalg.eigh(K)[1][:, ::-1][:, :m]
    # SLIP the smallest eigenvalues first
    # s, U = np.linalg.eigh(K)
    # return U[:, :m] * np.sqrt(np.abs(s[:m]))
    # SLIP eigenvectors read as rows
    # s, U = np.linalg.eigh(K)
    # return U.T[:, ::-1][:, :m] * np.sqrt(s[::-1][:m])

# %% Check the coordinates
X = rng.normal(size=(9, 3)) * [3, 1, 0.5]
Z = np.asarray(coordinates(X @ X.T, 3))
assert Z.shape == (9, 3), f"shape {Z.shape}, not (9, 3): a row for each point"
for i in range(9):
    for j in range(9):
        assert np.isclose(Z[i] @ Z[j], X[i] @ X[j]), (
            f"the inner product of points {i} and {j} is not their entry in K")
sums = (Z**2).sum(axis=0)
assert sums[0] > sums[1] > sums[2], "the weightiest coordinate should be the first"
assert np.allclose(Z.T @ Z, np.diag(sums)), "the coordinates are not at right angles"
print("Coordinates: right.")
# %% [markdown]
# ## 2 A new point
# A new $x$, of which you know only the values $k(x_i, x)$, gets for coordinate $j$
# $$\frac{1}{\sqrt{\lambda_j}}\sum_i u_{ij}\,k(x_i, x).$$
# Hint: with the coordinates $Z$ of the old points, what is $\lambda_j$, and what is $u_j$?
# %% New points
def place(K_new, K, m):
    """The first m coordinates (t, m) of t new points, from K_new (t, n) and K (n, n)."""
    # BEGIN SOLUTION
    Z = coordinates(K, m)
    return K_new @ Z / (Z**2).sum(axis=0)
    # END SOLUTION
    # SLIP not divided at all
    # return K_new @ coordinates(K, m)
    # SLIP divided by the root only
    # Z = coordinates(K, m)
    # return K_new @ Z / np.sqrt((Z**2).sum(axis=0))
    # SLIP divided by the eigenvalue, root forgotten
    # s, U = np.linalg.eigh(K)
    # return K_new @ U[:, ::-1][:, :m] / s[::-1][:m]

# %% Check new points
X, X_new = rng.normal(size=(9, 3)), rng.normal(size=(4, 3))
Z, Z_new = coordinates(X @ X.T, 3), np.asarray(place(X_new @ X.T, X @ X.T, 3))
assert Z_new.shape == (4, 3), f"shape {Z_new.shape}, not (4, 3): a row for each new point"
assert np.allclose(place(X @ X.T, X @ X.T, 3), Z), "the old points, placed anew, have moved"
assert np.allclose(Z_new @ Z.T, X_new @ X.T), "inner products of new and old points are wrong"
assert np.allclose(Z_new @ Z_new.T, X_new @ X_new.T), "those of new points are wrong"
print("New points: right.")
# %% [markdown]
# ## 3 Eigenfunctions at the data
# Mercer's equation $\int k(x, y)\,e(y)\,\mathrm{d}\mu(y) = \lambda\,e(x)$, with the mean over $n$
# points for the integral, is an equation for a matrix. Its $e_j$ have the mean square 1, so they
# are not of length 1. Return all $\lambda_j$, the largest first, and the $e_j$ at the points.
# %% Eigenfunctions
def mercer(K):
    """The eigenvalues (n,), largest first, and the e_j at the points, column j of (n, n)."""
    # BEGIN SOLUTION
    s, U = np.linalg.eigh(K / len(K))
    return s[::-1], U[:, ::-1] * np.sqrt(len(K))
    # END SOLUTION
    # SLIP the sum for the mean
    # s, U = np.linalg.eigh(K)
    # return s[::-1], U[:, ::-1] * np.sqrt(len(K))
    # SLIP functions of length 1
    # s, U = np.linalg.eigh(K / len(K))
    # return s[::-1], U[:, ::-1]
    # SLIP multiplied by n, not its root
    # s, U = np.linalg.eigh(K / len(K))
    # return s[::-1], U[:, ::-1] * len(K)
    # SLIP only the eigenvalues turned round
    # s, U = np.linalg.eigh(K / len(K))
    # return s[::-1], U * np.sqrt(len(K))

# %% Check the eigenfunctions
x = rng.uniform(0, 1, size=20)
K = np.minimum(x[:, None], x)
s, E = mercer(K)
assert np.shape(s) == (20,) and np.shape(E) == (20, 20), "shapes: (20,) and (20, 20)"
assert s[0] >= s[1] >= s[-1], "the largest eigenvalue should be the first"
assert np.allclose([np.mean(e**2) for e in E.T], 1), "the mean square of each e should be 1"
assert abs(np.mean(E[:, 0] * E[:, 1])) < 1e-8, "two of them are not at right angles"
for j in range(3):
    for i in range(20):
        assert np.isclose(np.mean(K[i] * E[:, j]), s[j] * E[i, j]), (
            f"eigenvalue {j} and its function do not solve the equation at point {i}")
print("Eigenfunctions: right.")
# %% [markdown]
# ## 4 Features for all points
# For one input the Gaussian $e^{-(x - y)^2/2\ell^2}$ has the features, $k = 0, 1, 2, \dots$,
# $$\varphi_k(x) = e^{-x^2/2\ell^2}\,\frac{x^k}{\ell^k\sqrt{k!}}.$$
# %% Features
def features(x, m, bandwidth):
    """The first m features of each number in x (n,): (n, m). factorial has been imported."""
    # BEGIN SOLUTION
    columns = [(x / bandwidth) ** k / np.sqrt(factorial(k)) for k in range(m)]
    return np.exp(-(x**2) / (2 * bandwidth**2))[:, None] * np.stack(columns, axis=1)
    # END SOLUTION
    # SLIP no root of the factorial
    # columns = [(x / bandwidth) ** k / factorial(k) for k in range(m)]
    # return np.exp(-(x**2) / (2 * bandwidth**2))[:, None] * np.stack(columns, axis=1)
    # SLIP begins with the first power
    # columns = [(x / bandwidth) ** k / np.sqrt(factorial(k)) for k in range(1, m + 1)]
    # return np.exp(-(x**2) / (2 * bandwidth**2))[:, None] * np.stack(columns, axis=1)
    # SLIP the bandwidth only in the exponential
    # columns = [x**k / np.sqrt(factorial(k)) for k in range(m)]
    # return np.exp(-(x**2) / (2 * bandwidth**2))[:, None] * np.stack(columns, axis=1)
    # SLIP the other convention's features
    # columns = [(2**0.5 * x / bandwidth) ** k / np.sqrt(factorial(k)) for k in range(m)]
    # return np.exp(-(x**2) / bandwidth**2)[:, None] * np.stack(columns, axis=1)

# %% Check the features
x, bandwidth = rng.uniform(-2, 2, size=8), rng.uniform(1.2, 2)
F = np.asarray(features(x, 18, bandwidth))
assert F.shape == (8, 18), f"shape {F.shape}, not (8, 18): a row for each number"
gaussian = [[np.exp(-0.5 * ((a - b) / bandwidth) ** 2) for b in x] for a in x]
assert np.allclose(F @ F.T, gaussian, atol=1e-4), "their inner products are not the Gaussian"
grid = np.linspace(0, 6, 601) * bandwidth
hills = grid[(features(grid, 18, bandwidth) ** 2).argmax(axis=0)]
assert np.allclose(hills**2, bandwidth**2 * np.arange(18), atol=0.2), "the hills stand elsewhere"
print("Features: right.")
# %% [markdown]
# ## The lesson's number
# By hand the lesson finds $(2, \pm1)$ for the table $(5, 3; 3, 5)$. For $\min$ on $[0, 1]$ the
# eigenvalues are $4/\pi^2 = 0.4053$ and $0.0450$; those of many evenly spaced points come near.
# %% The lesson's number
Z = coordinates(np.array([[5.0, 3], [3, 5]]), 2)
assert np.allclose(np.abs(Z), [[2, 1], [2, 1]])
x = (np.arange(200) + 0.5) / 200
s = mercer(np.minimum(x[:, None], x))[0]
assert np.isclose(s[0], 0.4053, atol=1e-4) and np.isclose(s[1], 0.0450, atol=1e-4)
f, g = features(np.array([0.7, -0.4]), 20, 1)
assert np.isclose(f @ g, 0.546, atol=5e-4)
print("The eigenvalues of min:", np.round(s[:2], 4))
# %% [markdown]
# ## To go on with
# 1. Draw 24 points in the plane. How many coordinates rebuild every entry of the Gaussian's table
#    to within 0.01? How does that depend on $\ell$?
# 2. Add one new point to a table. Is `place` the same as `coordinates` of the larger table? Compare
#    the inner products with the old points, and the new point's own length.
# 3. For which $x$ do $m$ features still make $x$ like itself by a half? Try 4, 16 and 64.
