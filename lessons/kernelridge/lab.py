# %% [markdown]
# # Lab: kernel ridge regression
# You write the whole method: the Gram matrix, the one system that is solved, the curve at new
# places, the misses at points left out, and the degrees of freedom. Only NumPy is needed. After
# each task a cell checks what you wrote, on data drawn anew at every run; where something is
# wrong, it says what.
# %% Set up
import numpy as np

rng = np.random.default_rng()  # other data at every run


def draw(n, d=2):
    """Points X (n, d), and responses y (n,) with noise."""
    X = rng.uniform(-2, 2, size=(n, d))
    return X, np.sin(2 * X).sum(axis=1) + 0.3 * rng.normal(size=n)


# %% [markdown]
# ## 1 The Gram matrix
# Write the Gaussian kernel $k(x, x') = e^{-\lVert x - x' \rVert^2 / 2\ell^2}$ of all pairs of rows.
# Hint: `X[:, None] - Y` has the shape (n, m, d).
# %% The Gram matrix
def gram(X, Y, ell):
    """The kernel of each row of X (n, d) and each row of Y (m, d): (n, m)."""
    # BEGIN SOLUTION
    squares = ((X[:, None] - Y) ** 2).sum(axis=2)
    return np.exp(-squares / (2 * ell**2))
    # END SOLUTION
    # SLIP the 2 is forgotten
    # return np.exp(-((X[:, None] - Y) ** 2).sum(axis=2) / ell**2)
    # SLIP the distance is not squared
    # return np.exp(-np.sqrt(((X[:, None] - Y) ** 2).sum(axis=2)) / (2 * ell**2))
    # SLIP the bandwidth is not squared
    # return np.exp(-((X[:, None] - Y) ** 2).sum(axis=2) / (2 * ell))
    # SLIP rows and columns exchanged
    # return np.exp(-((X[:, None] - Y) ** 2).sum(axis=2) / (2 * ell**2)).T
# %% Check the Gram matrix
X, Y, ell = draw(7, 3)[0], draw(5, 3)[0], rng.uniform(0.5, 0.9)
K = gram(X, Y, ell)
assert np.shape(K) == (7, 5), f"shape {np.shape(K)}, not (7, 5): one row for each row of X"
assert np.allclose(np.diag(gram(X, X, ell)), 1), "the likeness of a point to itself is not 1"
assert np.allclose(gram(3 * X, 3 * Y, 3 * ell), K), "all in another unit: it must not change"
away = X + ell * np.eye(3)[0]
assert np.allclose(np.diag(gram(X, away, ell)) ** 2, np.exp(-1)), "at distance ell: not e^(-1/2)"
one = [gram(X[:, j : j + 1], Y[:, j : j + 1], ell) for j in range(3)]
assert np.allclose(K, one[0] * one[1] * one[2]), "not the product of the kernels of the columns"
print("The Gram matrix: right.")
# %% [markdown]
# ## 2 The coefficients
# Write the $\alpha$ with $(\mathbf K + n\lambda\mathbf I)\,\alpha = y$. The $\lambda$ is that of
# the mean loss. Solve the system; an inverse is not needed.
# %% The coefficients
def fit(K, y, lam):
    """The coefficients alpha (n,) of kernel ridge regression, from K (n, n) and y (n,)."""
    # BEGIN SOLUTION
    n = len(y)
    return np.linalg.solve(K + n * lam * np.eye(n), y)
    # END SOLUTION
    # SLIP the n is forgotten
    # return np.linalg.solve(K + lam * np.eye(len(y)), y)
    # SLIP n lambda added to every entry
    # return np.linalg.solve(K + len(y) * lam, y)
    # SLIP the sum of squared coefficients as the price
    # return np.linalg.solve(K @ K + len(y) * lam * np.eye(len(y)), K @ y)
    # SLIP the values, not the coefficients
    # return K @ np.linalg.solve(K + len(y) * lam * np.eye(len(y)), y)
# %% Check the coefficients
(X, y), ell, lam = draw(12), rng.uniform(0.5, 1), rng.uniform(0.05, 0.3)
K = gram(X, X, ell)
alpha = fit(K, y, lam)
assert np.shape(alpha) == (12,), f"shape {np.shape(alpha)}, not (12,): one number for each point"


def objective(a):
    return np.mean((y - K @ a) ** 2) + lam * a @ K @ a


slopes = [objective(alpha + e) - objective(alpha - e) for e in np.eye(12)]
assert np.allclose(slopes, 0, atol=1e-8), "mean loss + lam |f|^2 is not least at your alpha"
lift = np.append(np.ones(5), -np.ones(7))
linear = fit(np.outer(lift, lift), lift, lam)
theta = lift @ linear
assert np.isclose(theta * (1 + lam), 1), "one feature, +1 or -1: theta is not 1 / (1 + lam)"
ratio = (y - K @ alpha) / alpha
assert np.allclose(ratio, ratio[0], rtol=1e-4), "residuals are not in proportion to alpha"
print("The coefficients: right.")
# %% [markdown]
# ## 3 The curve
# Write $f(x) = \sum_i \alpha_i\, k(x_i, x)$ at new places. Which shape must the matrix have that is
# multiplied by $\alpha$?
# %% The curve
def predict(new, X, alpha, ell):
    """The curve at the rows of new (m, d), from the points X (n, d) and alpha (n,): (m,)."""
    # BEGIN SOLUTION
    return gram(new, X, ell) @ alpha
    # END SOLUTION
    # SLIP the weights add up to one
    # return gram(new, X, ell) @ alpha / gram(new, X, ell).sum(axis=1)
    # SLIP values at the points
    # return gram(X, X, ell) @ alpha
    # SLIP likenesses among the new places
    # return gram(new, new, ell) @ np.resize(alpha, len(new))
# %% Check the curve
(X, y), ell, lam = draw(12), rng.uniform(0.5, 1), rng.uniform(0.01, 0.1)
alpha, new = fit(gram(X, X, ell), y, lam), draw(7)[0]
f = predict(new, X, alpha, ell)
assert np.shape(f) == (7,), f"shape {np.shape(f)}, not (7,): one value for each new place"
residuals = y - predict(X, X, alpha, ell)
assert np.allclose(residuals, 12 * lam * alpha), "at the points: not the residuals of alpha"
assert np.allclose(predict(new + 100, X, alpha, ell), 0), "far from all points it must be zero"
each = sum(predict(new, X[i : i + 1], alpha[i : i + 1], ell) for i in range(12))
assert np.allclose(f, each), "the bumps of the points, one by one, add up to another curve"
print("The curve: right.")
# %% [markdown]
# ## 4 Leaving one out
# With $C = (\mathbf K + n\lambda\mathbf I)^{-1}$, and $f_{-i}$ fitted without point $i$ at the same
# $n\lambda$, the miss at the point left out is $y_i - f_{-i}(x_i) = \alpha_i / C_{ii}$. Write
# all $n$ of them without fitting again. Here the inverse is needed, for its diagonal.
# %% Leaving one out
def left_out(K, y, lam):
    """The misses y_i - f_{-i}(x_i) at the points, each left out in its turn: (n,)."""
    # BEGIN SOLUTION
    n = len(y)
    C = np.linalg.inv(K + n * lam * np.eye(n))
    return C @ y / np.diag(C)
    # END SOLUTION
    # SLIP the residuals, not left out
    # return y - K @ fit(K, y, lam)
    # SLIP the diagonal, then the inverse
    # return fit(K, y, lam) * np.diag(K + len(y) * lam * np.eye(len(y)))
    # SLIP the predictions, not the misses
    # C = np.linalg.inv(K + len(y) * lam * np.eye(len(y)))
    # return y - C @ y / np.diag(C)
# %% Check leaving one out
(X, y), ell, lam = draw(12), rng.uniform(0.5, 1), rng.uniform(0.01, 0.1)
misses = left_out(gram(X, X, ell), y, lam)
assert np.shape(misses) == (12,), f"shape {np.shape(misses)}, not (12,): one miss for each point"
for i in range(12):
    rest = np.arange(12) != i
    a = fit(gram(X[rest], X[rest], ell), y[rest], 12 * lam / 11)  # the same n lambda
    miss = y[i] - predict(X[i : i + 1], X[rest], a, ell)[0]
    assert np.isclose(misses[i], miss), "a fit without the point misses it by another amount; is it n lam everywhere?"
print("Leaving one out: right.")
# %% [markdown]
# ## 5 Degrees of freedom
# The fitted values are $Hy$ with $H = \mathbf K(\mathbf K + n\lambda\mathbf I)^{-1}$. Write
# $\operatorname{tr} H$ by the eigenvalues of $\mathbf K$, which `np.linalg.eigvalsh` gives.
# %% Degrees of freedom
def freedom(K, lam):
    """The degrees of freedom of the fit with the Gram matrix K (n, n): a number."""
    # BEGIN SOLUTION
    s = np.linalg.eigvalsh(K)
    return np.sum(s / (s + len(K) * lam))
    # END SOLUTION
    # SLIP the n is forgotten
    # return np.sum(np.linalg.eigvalsh(K) / (np.linalg.eigvalsh(K) + lam))
    # SLIP the mean, not the sum
    # return np.mean(np.linalg.eigvalsh(K) / (np.linalg.eigvalsh(K) + len(K) * lam))
    # SLIP the rank of K
    # return np.linalg.matrix_rank(K)
    # SLIP the trace of the inverse
    # return np.sum(1 / (np.linalg.eigvalsh(K) + len(K) * lam))
# %% Check the degrees of freedom
(X, y), ell, lam = draw(12), rng.uniform(0.5, 1), rng.uniform(0.01, 0.1)
K = gram(X, X, ell)
moved = [K[i] @ (fit(K, y + e, lam) - fit(K, y, lam)) for i, e in enumerate(np.eye(12))]
assert np.isclose(freedom(K, lam), sum(moved)), "each y moves its own value: by another sum; is it n lam?"
assert np.isclose(freedom(np.eye(12), 1 / 12), 6), "K = I and n lam = 1: each value is y / 2"
print("Degrees of freedom: right.")
# %% [markdown]
# ## The lesson's number
# The worked example: the points $(1, 5)$ and $(2, 0)$, the kernel $\min(x, x')$ and
# $\lambda = \frac12$. By hand $\alpha = (3, -1)$, $f(1) = 2$ and $f(2) = 1$, and without the first
# point the curve misses it by 5.
# %% The lesson's number
x, y = np.array([1.0, 2.0]), np.array([5.0, 0.0])
K = np.minimum.outer(x, x)
alpha = fit(K, y, 0.5)
print("alpha", alpha, "f", K @ alpha, "left out", left_out(K, y, 0.5), "freedom", freedom(K, 0.5))
assert np.allclose(alpha, [3, -1]) and np.allclose(K @ alpha, [2, 1]), "by hand it is another fit"
assert np.isclose(left_out(K, y, 0.5)[0], 5), "by hand the first point is missed by 5"
# %% [markdown]
# ## To go on
# - Give two points the same $x$ and other responses. What becomes of `fit` as $\lambda \to 0$?
# - Draw the error of leaving one out over $\lambda$, and beside it the degrees of freedom. Where is
#   the error least, and what is left at $\lambda = 10$?
# - Add 50 to all $y$. Which misses grow, and what would you do before fitting?
