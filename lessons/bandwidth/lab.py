# %% [markdown]
# # Lab: the bandwidth
# You write the median rule, the two limits of the fit, the misses at points left out for many
# $\lambda$ by one decomposition, and the choice of $\ell$ and $\lambda$ by them. Only NumPy is
# needed. After each task a cell checks what you wrote, on data drawn anew at every run; where
# something is wrong, it says what.
# %% Set up
import numpy as np

rng = np.random.default_rng()  # other data at every run


def gram(X, Y, ell):
    """The Gaussian kernel of each row of X (n, d) and each row of Y (m, d): (n, m)."""
    return np.exp(-((X[:, None] - Y) ** 2).sum(axis=2) / (2 * ell**2))


def fit(K, y, shift):
    """The coefficients alpha (n,) of kernel ridge regression, with shift = n lambda."""
    return np.linalg.solve(K + shift * np.eye(len(y)), y)


def draw(n):
    """Places X (n, 1), at least 0.2 apart and in any order, and responses y (n,) with noise."""
    x = rng.permutation(0.4 * np.arange(n) + rng.uniform(0, 0.2, size=n))
    return x[:, None], 1 + np.sin(2 * x) + 0.1 * rng.normal(size=n)


# %% [markdown]
# ## 1 The median rule
# Write $\ell_{\text{med}} = \operatorname{median}\{\lVert x_i - x_j \rVert : i < j\}$. Each pair
# counts once, and a point makes no pair with itself. Hint: `np.triu_indices(n, 1)`.
# %% The median rule
def median_rule(X):
    """The median distance between two rows of X (n, d), over the pairs i < j: a number."""
    # BEGIN SOLUTION
    i, j = np.triu_indices(len(X), 1)
    return np.median(np.linalg.norm(X[i] - X[j], axis=1))
    # END SOLUTION
    # SLIP the zeros of i = j count
    # return np.median(np.linalg.norm(X[:, None] - X, axis=2))
    # SLIP the square, not its root
    # return np.median([((X[i] - X[j]) ** 2).sum() for i in range(len(X)) for j in range(i)])
    # SLIP the mean, not the median
    # return np.mean([np.linalg.norm(X[i] - X[j]) for i in range(len(X)) for j in range(i)])
    # SLIP half the median of the squares
    # i, j = np.triu_indices(len(X), 1)
    # return np.median(np.linalg.norm(X[i] - X[j], axis=1)) / np.sqrt(2)
# %% Check the median rule
X = rng.normal(size=(9, 3))
X[0] += 100  # far from all others
ell = median_rule(X)
assert np.ndim(ell) == 0, "the bandwidth is one number"
assert np.isclose(median_rule(5 * X), 5 * ell), "all in another unit: ell is in the unit of x"
distances = [np.sqrt(sum((u - v) ** 2)) for k, u in enumerate(X) for v in X[:k]]
nearer, farther = np.sum(distances < ell - 1e-9), np.sum(distances > ell + 1e-9)
assert nearer == farther, f"of the {len(distances)} pairs {nearer} are nearer, {farther} farther"
print("The median rule: right.")
# %% [markdown]
# ## 2 The two limits
# Let all $x_i$ be different, and $\lambda > 0$ fixed. As $\ell \to 0$, $\mathbf K \to \mathbf I$,
# and the fit is a spike at each point. As $\ell \to \infty$, every entry of $\mathbf K$ tends to
# 1, and the fit is a constant. Solve $(\mathbf K + n\lambda\mathbf I)\,\alpha = y$ on paper in
# both limits, and write the heights of the spikes, and the constant.
# %% The two limits
def limits(y, lam):
    """For y (n,): the heights of the spikes as ell -> 0, (n,), and the constant as ell -> inf."""
    # BEGIN SOLUTION
    return y / (1 + len(y) * lam), np.mean(y) / (1 + lam)
    # END SOLUTION
    # SLIP in the spikes the n is forgotten
    # return y / (1 + lam), np.mean(y) / (1 + lam)
    # SLIP in the constant an n too many
    # return y / (1 + len(y) * lam), np.mean(y) / (1 + len(y) * lam)
    # SLIP the mean itself
    # return y / (1 + len(y) * lam), np.mean(y)
    # SLIP the limits exchanged
    # return np.full(len(y), np.mean(y) / (1 + lam)), y[0] / (1 + len(y) * lam)
    # SLIP spikes through the data
    # return y, np.mean(y) / (1 + lam)
# %% Check the two limits
(X, y), lam = draw(12), rng.uniform(0.1, 1)
spikes, constant = limits(y, lam)
assert np.shape(spikes) == (12,), f"shape {np.shape(spikes)}, not (12,): one spike for each point"
assert np.ndim(constant) == 0, "the constant is one number"
K = gram(X, X, 0.01)
narrow = K @ fit(K, y, 12 * lam)
assert np.allclose(spikes, narrow, rtol=1e-6), "at ell = 0.01 the fit has other values; is it n lam?"
wide = gram(X[:1] + 0.1, X, 1e4) @ fit(gram(X, X, 1e4), y, 12 * lam)
assert np.isclose(constant, wide[0], rtol=1e-3), "at ell = 10,000 the fit is another constant"
print("The two limits: right.")
# %% [markdown]
# ## 3 Leaving one out, for many $\lambda$
# With $C = (\mathbf K + n\lambda\mathbf I)^{-1}$ and $\alpha = Cy$, the miss at a point left out is
# $\alpha_i / C_{ii}$. Decompose once, $\mathbf K = U \operatorname{diag}(s)\, U^\top$ by
# `np.linalg.eigh`; then $C = U \operatorname{diag}(1/(s + n\lambda))\, U^\top$ for every $\lambda$.
# Do not form $C$: its diagonal alone takes $n^2$ multiplications.
# %% Leaving one out
def left_out(K, y, lambdas):
    """The misses at the points, each left out in its turn, a row for each lambda: (m, n)."""
    # BEGIN SOLUTION
    s, U = np.linalg.eigh(K)
    weights = [1 / (s + len(y) * lam) for lam in lambdas]
    return np.array([U @ (w * (U.T @ y)) / (U**2 @ w) for w in weights])
    # END SOLUTION
    # SLIP the n is forgotten
    # s, U = np.linalg.eigh(K)
    # return np.array([U @ (U.T @ y / (s + l)) / (U**2 @ (1 / (s + l))) for l in lambdas])
    # SLIP rows and columns of U exchanged
    # s, U = np.linalg.eigh(K)
    # weights = [1 / (s + len(y) * lam) for lam in lambdas]
    # return np.array([U.T @ (w * (U @ y)) / ((U.T) ** 2 @ w) for w in weights])
    # SLIP the entries of U are not squared
    # s, U = np.linalg.eigh(K)
    # weights = [1 / (s + len(y) * lam) for lam in lambdas]
    # return np.array([U @ (w * (U.T @ y)) / (U @ w) for w in weights])
    # SLIP the residuals, not left out
    # return np.array([y - K @ fit(K, y, len(y) * lam) for lam in lambdas])
# %% Check leaving one out
(X, y), ell = draw(9), rng.uniform(0.4, 1)
lambdas = 10 ** rng.uniform(-3, 0, size=4)
K = gram(X, X, ell)
misses = left_out(K, y, lambdas)
assert np.shape(misses) == (4, 9), f"shape {np.shape(misses)}, not (4, 9): a row for each lambda"
for row, lam in zip(misses, lambdas):
    for i in range(9):
        rest = np.arange(9) != i
        said = K[i, rest] @ fit(K[np.ix_(rest, rest)], y[rest], 9 * lam)
        assert np.isclose(row[i], y[i] - said), "by a fit without the point: another miss; is it n lam?"
print("Leaving one out: right.")
# %% [markdown]
# ## 4 Choosing both
# For every bandwidth and every $\lambda$ on a grid take the root mean square of the misses of
# task 3, and find the pair with the least.
# %% Choosing both
def choose(X, y, ells, lambdas):
    """Of the ells (k,) and lambdas (m,): the best ell, the best lambda, and their error."""
    # BEGIN SOLUTION
    misses = np.array([left_out(gram(X, X, ell), y, lambdas) for ell in ells])
    errors = np.sqrt(np.mean(misses**2, axis=2))
    i, j = np.unravel_index(errors.argmin(), errors.shape)
    return ells[i], lambdas[j], errors[i, j]
    # END SOLUTION
    # SLIP the mean square, without its root
    # grid = [(e, l, left_out(gram(X, X, e), y, [l])[0]) for e in ells for l in lambdas]
    # return min([(e, l, np.mean(r**2)) for e, l, r in grid], key=lambda g: g[2])
    # SLIP the points fitted, not left out
    # K = [gram(X, X, e) for e in ells]
    # grid = [(e, l, y - k @ fit(k, y, len(y) * l)) for e, k in zip(ells, K) for l in lambdas]
    # return min([(e, l, np.sqrt(np.mean(r**2))) for e, l, r in grid], key=lambda g: g[2])
    # SLIP the largest error
    # grid = [(e, l, left_out(gram(X, X, e), y, [l])[0]) for e in ells for l in lambdas]
    # return max([(e, l, np.sqrt(np.mean(r**2))) for e, l, r in grid], key=lambda g: g[2])
# %% Check choosing both
X, y = draw(15)
ells, lambdas = np.array([30, 0.02, 0.5, 1.0, 2.0]), np.array([10, 1e-1, 1e-2, 1e-3])
ell, lam, error = choose(X, y, ells, lambdas)
assert ell in ells and lam in lambdas, "first a bandwidth of the grid, then a lambda of the grid"
squares = {(e, l): 0.0 for e in ells for l in lambdas}
for i, rest in enumerate(np.arange(15) != np.arange(15)[:, None]):
    for e, l in squares:
        a = fit(gram(X[rest], X[rest], e), y[rest], 15 * l)
        squares[e, l] += (y[i] - gram(X[i : i + 1], X[rest], e) @ a)[0] ** 2
assert np.isclose(error, np.sqrt(squares[ell, lam] / 15)), "this pair has another error, by refits"
assert squares[ell, lam] <= min(squares.values()) * (1 + 1e-6), "a pair of the grid is better"
print("Choosing both: right.")
# %% [markdown]
# ## The lesson's number
# The five points 0, 1, 2, 4, 30 of the exercise have the median distance 3.5. In the worked example
# $x = 0, 1$, $y = 12, 0$, $k(0, 1) = \frac12$ and $\lambda = \frac14$: the first point, left out,
# is missed by 12. Narrow, the first spike is 8 high; wide, the constant is 4.8.
# %% The lesson's number
median = median_rule(np.array([[0.0], [1], [2], [4], [30]]))
x, y = np.array([[0.0], [1.0]]), np.array([12.0, 0.0])
miss = left_out(gram(x, x, np.sqrt(1 / (2 * np.log(2)))), y, [0.25])[0, 0]
spikes, constant = limits(y, 0.25)
print("median", median, "miss", miss, "narrow", spikes, "wide", constant)
assert np.allclose([median, miss, spikes[0], constant], [3.5, 12, 8, 4.8]), "by hand it is another"
# %% [markdown]
# ## To go on
# - Take the median rule for $\ell$ and choose only $\lambda$. How much larger is the error than
#   that of the best pair, in 100 samples? Count also how often it is not larger.
# - Draw 200 new readings from the truth, $1 + \sin 2x$ with noise, and compare their error with the
#   least error that `choose` returns. Which is larger on average, and why?
# - Give every reading of `draw` a twin at its place, and choose again. What is chosen, and why is
#   the error too small? Leave out all readings of one place at once, by refits.
