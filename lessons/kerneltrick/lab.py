# %% [markdown]
# # Lab: the kernel trick
# You will write the polynomial kernel, the features behind it, a ridge regression that never sees
# them, distances between features from the kernel alone, and a test of similarities. You need
# NumPy. Each task is one function; the cell below it checks it on data, other ones at every run.
# %% Set up
import numpy as np

rng = np.random.default_rng()  # other data at every run
# %% [markdown]
# ## 1 The polynomial kernel
# Write $k(x, x') = (c + x^\top x')^q$ for all pairs of rows of two matrices. No feature is needed:
# one product of matrices has all the inner products.
# %% Kernel
def kernel(X, Y, q, c):
    """k(x, y) = (c + x . y)^q of each row x of X (n, p) with each row y of Y (m, p): (n, m)."""
    # BEGIN SOLUTION
    return (c + X @ Y.T) ** q
    # END SOLUTION
    # SLIP c is added after the power
    # return c + (X @ Y.T) ** q
    # SLIP times q, not to the power q
    # return (c + X @ Y.T) * q
    # SLIP c is left out
    # return (X @ Y.T) ** q
    # SLIP a row for each y
    # return (c + Y @ X.T) ** q
    # SLIP powers of the inputs are multiplied
    # return (c + X**q @ (Y**q).T)
# %% Check the kernel
X, Y = rng.normal(size=(6, 3)), rng.normal(size=(4, 3))
q, c, i, j = int(rng.integers(2, 5)), rng.uniform(1.5, 3), rng.integers(6), rng.integers(4)
K = kernel(X, Y, q, c)
assert K.shape == (6, 4), f"shape {K.shape}, not (6, 4): a row for each row of X"
assert np.allclose(kernel(X, 2 * Y, q, 0), 2**q * kernel(X, Y, q, 0)), "at c = 0 and 2y, k is wrong"
product = 1.0
for factor in range(q):  # multiplied out, bracket by bracket
    product *= c + sum(X[i, l] * Y[j, l] for l in range(3))
assert np.isclose(K[i, j], product), f"not {q} equal brackets multiplied, for one of the pairs"
print("Kernel: right.")
# %% [markdown]
# ## 2 The features behind it
# For two inputs and $q = 2$ multiply $(c + x_1x'_1 + x_2x'_2)^2$ out. Six terms are left. Each is a
# number times the same monomial of $x$ and of $x'$: the number is shared by the two points. Write
# the six features of a point, scaled so that their inner product is the kernel.
# %% Features
def features(X, c):
    """The scaled features of each row of X (n, 2), in the order 1, x1, x2, x1^2, x1 x2, x2^2, such
    that inner products of rows are (c + x . y)^2: (n, 6)."""
    # BEGIN SOLUTION
    x1, x2 = X.T
    monomials = np.column_stack([np.ones(len(X)), X, x1**2, x1 * x2, x2**2])
    return monomials * np.sqrt([c * c, 2 * c, 2 * c, 1, 2, 1])
    # END SOLUTION
    # SLIP monomials without scales
    # x1, x2 = X.T
    # return np.column_stack([np.ones(len(X)), X, x1**2, x1 * x2, x2**2])
    # SLIP the roots are left out
    # x1, x2 = X.T
    # monomials = np.column_stack([np.ones(len(X)), X, x1**2, x1 * x2, x2**2])
    # return monomials * [c * c, 2 * c, 2 * c, 1, 2, 1]
    # SLIP c is taken to be 1
    # (x1, x2), root = X.T, np.sqrt(2)
    # return np.column_stack([np.ones(len(X)), root * X, x1**2, root * x1 * x2, x2**2])
# %% Check the features
X, Y, c = rng.normal(size=(8, 2)), rng.normal(size=(5, 2)), rng.uniform(1.5, 3)
Phi = features(X, c)
assert Phi.shape == (8, 6), f"shape {Phi.shape}, not (8, 6): six features for each point"
assert np.allclose(features(X, 0)[:, :3], 0), "at c = 0 only monomials of order 2 must be left"
inner = Phi @ features(Y, c).T
assert np.allclose(inner, kernel(X, Y, 2, c)), "their inner products are not the kernel's values"
print("Features: right.")
# %% [markdown]
# ## 3 The fit without features
# Ridge regression on the features predicts $\hat f(x_*) = \sum_i \alpha_i\,k(x_i, x_*)$ with
# $(K + n\lambda I)\,\alpha = y$. Write it; use `kernel`, and no features.
# %% Fit and predict
def predict(X, y, q, c, lam, X_new):
    """Kernel ridge predictions (m,) at the rows of X_new (m, p), learnt from X (n, p) and y (n,)
    with the kernel (c + x . y)^q. The price lam stands beside the mean of the squared misses."""
    # BEGIN SOLUTION
    n = len(y)
    alpha = np.linalg.solve(kernel(X, X, q, c) + n * lam * np.eye(n), y)
    return kernel(X_new, X, q, c) @ alpha
    # END SOLUTION
    # SLIP the n is forgotten
    # alpha = np.linalg.solve(kernel(X, X, q, c) + lam * np.eye(len(y)), y)
    # return kernel(X_new, X, q, c) @ alpha
    # SLIP added to every entry, not the diagonal
    # alpha = np.linalg.solve(kernel(X, X, q, c) + len(y) * lam, y)
    # return kernel(X_new, X, q, c) @ alpha
    # SLIP y in place of the weights
    # return kernel(X_new, X, q, c) @ y
# %% Check the fit
X, X_new, y = rng.normal(size=(5, 2)), rng.normal(size=(7, 2)), rng.normal(size=5)
lam, c = rng.uniform(0.2, 1), rng.uniform(1.5, 3)
f = predict(X, y, 2, c, lam, X_new)
assert f.shape == (7,), f"shape {f.shape}, not (7,): one prediction for each new point"
rows = np.vstack([features(X, c), np.sqrt(5 * lam) * np.eye(6)])  # the price as six more points
theta = np.linalg.lstsq(rows, np.concatenate([y, np.zeros(6)]), rcond=None)[0]
assert np.allclose(f, features(X_new, c) @ theta), "ridge regression on features predicts otherwise"
print("Fit without features: right.")
# %% [markdown]
# ## 4 Distances between features
# How far apart are $\varphi(x)$ and $\varphi(x')$? Multiply $\|\varphi(x) - \varphi(x')\|^2$ out:
# only inner products are left. Write it from the Gram matrix. Hint: `np.diag`.
# %% Distances
def squared_distances(K):
    """Squared distances of all pairs of feature vectors, by the Gram matrix K (n, n): (n, n)."""
    # BEGIN SOLUTION
    return np.diag(K)[:, None] - 2 * K + np.diag(K)
    # END SOLUTION
    # SLIP the 2 is forgotten
    # return np.diag(K)[:, None] - K + np.diag(K)
    # SLIP own inner products are taken as 1
    # return 2 - 2 * K
    # SLIP the root is taken
    # return np.sqrt(np.maximum(np.diag(K)[:, None] - 2 * K + np.diag(K), 0))
    # SLIP one length is used for both
    # return 2 * np.diag(K) - 2 * K
# %% Check the distances
X, c = rng.normal(size=(9, 2)), rng.uniform(1.5, 3)
D, Phi = squared_distances(kernel(X, X, 2, c)), features(X, c)
assert D.shape == (9, 9), f"shape {D.shape}, not (9, 9): one for each pair"
assert np.allclose(np.diag(D), 0), "a point must be at distance 0 from itself"
assert np.allclose(D, D.T), "from x to x' and from x' to x: not the same"
apart = [[np.linalg.norm(a - b) ** 2 for b in Phi] for a in Phi]
assert np.allclose(D, apart), "measured between the features, the distances are others"
print("Distances: right.")
# %% [markdown]
# ## 5 Is it a kernel?
# If a Gram matrix has a negative eigenvalue, the similarity is not an inner product of features.
# Find the least eigenvalue of a symmetric matrix. Rounding may leave a zero slightly below zero.
# %% Least eigenvalue
def least_eigenvalue(K):
    """The least eigenvalue of the symmetric matrix K (n, n), a number, negative if it is so."""
    # BEGIN SOLUTION
    return np.linalg.eigvalsh(K)[0]
    # END SOLUTION
    # SLIP the largest
    # return np.linalg.eigvalsh(K)[-1]
    # SLIP the least singular value
    # return np.linalg.svd(K, compute_uv=False)[-1]
    # SLIP the least entry
    # return K.min()
    # SLIP the least diagonal entry
    # return np.diag(K).min()
# %% Check the least eigenvalue
basis, made = np.linalg.qr(rng.normal(size=(7, 7)))[0], rng.normal(size=7)
made[3] = -1 - abs(made).max()  # the eigenvalues, in no order
s = least_eigenvalue(basis * made @ basis.T)
assert np.ndim(s) == 0, "one number is wanted"
assert np.isclose(s, made.min()), "made with known eigenvalues, of which this is not the least"
t = np.linspace(-1, 1, 12)[:, None]
good, bad = least_eigenvalue(kernel(t, t, 2, 1)), least_eigenvalue(kernel(t, t, 2, -1))
assert good > -1e-9 and bad < -1, "c = 1 makes a kernel, and c = -1 does not"
print("Least eigenvalue: right. With c = -1 it is", bad, "and with c = 1 rounding:", good)
# %% The lesson's number
x, other = np.array([[1.0, 2.0]]), np.array([[3.0, -1.0]])
terms = (features(x, 1) * features(other, 1))[0]
assert np.allclose(terms, [1, 6, -4, 9, -12, 4])  # the worked example
assert np.allclose([kernel(x, other, q, 1)[0, 0] for q in (2, 3)], [4, 8])  # 8 in the picture
print("The lesson's numbers:", np.round(terms), "make", terms.sum())
# %% [markdown]
# ## To go on with
# 1. Fit noisy points of a sine with `predict` at degree 9 and with ridge regression on plain powers
#    $1, t, \dots, t^9$, at the same λ. Where do the two curves differ, and why?
# 2. Take `kernel` with $c = -1$ in `predict` and raise λ. What happens near $n\lambda = -s$, where
#    $s$ is the least eigenvalue?
# 3. Time `predict` for 200 points of ten inputs at $q = 2, 4, 8$. What would the features need?
