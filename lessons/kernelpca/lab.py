# %% [markdown]
# # Lab: kernel PCA
# You write the four steps: centre the Gram matrix, find the eigenvectors and scale them, project
# the points, and project a new point. Only NumPy is needed. After each task a cell checks what you
# wrote, on data drawn anew at every run; where something is wrong, it says what.
# %% Set up
import numpy as np

rng = np.random.default_rng()  # other data at every run


def features(X):
    """The features (n, 6) of the kernel (x'y + 1)^2, for X (n, 2)."""
    (u, v), r = X.T, np.sqrt(2)
    return np.column_stack([np.ones(len(X)), r * u, r * v, u**2, v**2, r * u * v])


def gram(X, Y):
    """The same kernel, without features, of each row of X (n, 2) and Y (m, 2): (n, m)."""
    return (X @ Y.T + 1) ** 2


def draw(n):
    """Points X (n, 2), away from 0, with another spread along each input."""
    return rng.normal(size=(n, 2)) * [2, 1] + [0.5, 1]


# %% [markdown]
# ## 1 Centring
# Write $\mathbf K'_{ij} = \mathbf K_{ij} - \frac1n\sum_l \mathbf K_{il} -
# \frac1n\sum_l \mathbf K_{lj} + \frac1{n^2}\sum_{g,h} \mathbf K_{gh}$: the inner products of the
# features, less their mean. Hint: `keepdims=True` keeps the shapes right.
# %% Centring
def centre(K):
    """The centred Gram matrix K' (n, n) of K (n, n)."""
    # BEGIN SOLUTION
    rows, columns = K.mean(axis=1, keepdims=True), K.mean(axis=0, keepdims=True)
    return K - rows - columns + K.mean()
    # END SOLUTION
    # SLIP centred on one side
    # return K - K.mean(axis=0)
    # SLIP the mean of all is not added back
    # return K - K.mean(axis=1, keepdims=True) - K.mean(axis=0)
    # SLIP the mean of all is subtracted
    # return K - K.mean(axis=1, keepdims=True) - K.mean(axis=0) - K.mean()
    # SLIP columns twice, rows not at all
    # return K - K.mean(axis=1) - K.mean(axis=0) + K.mean()
    # SLIP only the mean of all
    # return K - K.mean()
# %% Check centring
X = draw(9)
K = gram(X, X)
C = centre(K.copy())
assert np.shape(C) == (9, 9), f"shape {np.shape(C)}, not (9, 9)"
assert np.allclose(C, C.T), "K is symmetric, and the centred matrix is not"
sums = np.append(C.sum(axis=0), C.sum(axis=1))
assert np.allclose(sums, 0, atol=1e-7), "a row or a column does not add up to 0"
assert np.allclose(centre(C), C), "centred twice is not the same as once"
for i in range(9):
    for j in range(9):
        squared = C[i, i] - 2 * C[i, j] + C[j, j]
        straight = np.sum((features(X)[i] - features(X)[j]) ** 2)
        assert np.isclose(squared, straight, atol=1e-6), "centring must not change distances"
print("Centring: right.")
# %% [markdown]
# ## 2 The components
# Find the $m$ largest eigenvalues $\lambda$ of $\mathbf K'$, the largest first, and coefficients
# $a$ with $\mathbf K' a = \lambda a$, scaled to $a^\top \mathbf K' a = 1$, so that the direction
# $v = \sum_l a_l\, \varphi(x_l)$ (centred features) has length 1. `np.linalg.eigh` gives
# eigenvectors of length 1, in columns, the smallest eigenvalue first.
# %% The components
def components(C, m):
    """The m largest eigenvalues (m,) of the centred C (n, n), and the coefficients a (n, m)."""
    # BEGIN SOLUTION
    s, A = np.linalg.eigh(C)
    s, A = s[::-1][:m], A[:, ::-1][:, :m]
    return s, A / np.sqrt(s)
    # END SOLUTION
    # SLIP eigenvectors of length 1
    # s, A = np.linalg.eigh(C)
    # return s[::-1][:m], A[:, ::-1][:, :m]
    # SLIP divided by the eigenvalue, without its root
    # s, A = np.linalg.eigh(C)
    # return s[::-1][:m], A[:, ::-1][:, :m] / s[::-1][:m]
    # SLIP multiplied by the root
    # s, A = np.linalg.eigh(C)
    # return s[::-1][:m], A[:, ::-1][:, :m] * np.sqrt(s[::-1][:m])
    # SLIP rows of the eigenvectors, not columns
    # s, A = np.linalg.eigh(C)
    # return s[::-1][:m], A[::-1][:m].T / np.sqrt(s[::-1][:m])
    # SLIP the first in place of the largest
    # s, A = np.linalg.eigh(C)
    # return s[:m], A[:, :m] / np.sqrt(np.abs(s[:m]))
# %% Check the components
X, m = draw(12), 4
C = centre(gram(X, X))
s, A = components(C, m)
assert np.shape(s) == (m,) and np.shape(A) == (12, m), "m eigenvalues, and a column of A for each"
assert np.all(s[:-1] >= s[1:]) and s[-1] > 0, "the eigenvalues must be positive, the largest first"
assert np.allclose(C @ A, A * s, atol=1e-8 * s[0]), "a column of A is no eigenvector for its number"
Phi = features(X) - features(X).mean(axis=0)
V = Phi.T @ A  # a direction in each column
assert np.allclose((V**2).sum(axis=0), 1), "as a sum of feature vectors a direction is not 1 long"
assert np.allclose(V.T @ V, np.eye(m), atol=1e-8), "two directions are not at right angles"
assert np.allclose(Phi.T @ (Phi @ V), V * s, atol=1e-8 * s[0]), "not the directions of plain PCA"
top = np.sort(np.linalg.eigvalsh(Phi.T @ Phi))[::-1][:m]
assert np.allclose(s, top), "the features' covariance has larger eigenvalues than these"
print("The components: right.")
# %% [markdown]
# ## 3 Projections, and their variance
# Write the projections of all points onto the $m$ directions, $\varphi(x_i)^\top v$ with centred
# features, and the share of each component in the whole variance. The variances are $\lambda/n$,
# and all of them add up to $\operatorname{tr} \mathbf K'/n$.
# %% Projections
def project(C, m):
    """From the centred C (n, n): the projections (n, m), and the share of each component (m,)."""
    # BEGIN SOLUTION
    s, A = components(C, m)
    return C @ A, s / np.trace(C)
    # END SOLUTION
    # SLIP the coefficients, not the projections
    # return components(C, m)[1], components(C, m)[0] / np.trace(C)
    # SLIP longer by the root of the eigenvalue
    # s, A = components(C, m)
    # return C @ A * np.sqrt(s), s / np.trace(C)
    # SLIP shares of the shown components only
    # s, A = components(C, m)
    # return C @ A, s / s.sum()
    # SLIP variances, not shares
    # s, A = components(C, m)
    # return C @ A, s / len(C)
# %% Check the projections
X, m = draw(12), 3
P, shares = project(centre(gram(X, X)), m)
assert np.shape(P) == (12, m) and np.shape(shares) == (m,), "a column and a share a component"
assert np.allclose(P.mean(axis=0), 0, atol=1e-8), "the mean of the projections is not 0"
products = P.T @ P
assert np.allclose(products, np.diag(np.diag(products)), atol=1e-7 * products.max()), "correlated"
Phi = features(X) - features(X).mean(axis=0)
_, widths, _ = np.linalg.svd(Phi)
assert np.allclose(np.sqrt(np.diag(products)), widths[:m]), "not the lengths of plain PCA"
total = (Phi**2).sum() / 12
assert np.allclose(shares * total, P.var(axis=0)), "the shares are not those of the whole variance"
print("Projections: right.")
# %% [markdown]
# ## 4 A new point
# A new point is centred with the means of the data: take its likeness to a datum, less the mean of
# its likenesses to all data, less the mean of that datum's column of $\mathbf K$, plus the mean of
# $\mathbf K$. Write the projections of several new points onto the directions given by `A`.
# %% A new point
def project_new(k, K, A):
    """Projections (q, m), from likenesses k (q, n) to the data, K (n, n) uncentred, A (n, m)."""
    # BEGIN SOLUTION
    centred = k - k.mean(axis=1, keepdims=True) - K.mean(axis=0) + K.mean()
    return centred @ A
    # END SOLUTION
    # SLIP not centred
    # return k @ A
    # SLIP centred with means of the new points
    # return (k - k.mean(axis=1, keepdims=True) - k.mean(axis=0) + k.mean()) @ A
    # SLIP the means of the data are left out
    # return (k - k.mean(axis=1, keepdims=True)) @ A
    # SLIP divided by the number of points
    # return (k - k.mean(axis=1, keepdims=True) - K.mean(axis=0) + K.mean()) @ A / len(K)
# %% Check a new point
X, new, m = draw(12), draw(7), 3
K = gram(X, X)
s, A = components(centre(K), m)
Q = project_new(gram(new, X), K, A)
assert np.shape(Q) == (7, m), f"shape {np.shape(Q)}, not (7, {m}): a row for each new point"
P, scale = project(centre(K), m)[0], np.sqrt(s[0])
again = project_new(gram(X[3:5], X), K, A)
assert np.allclose(again, P[3:5], atol=1e-7 * scale), "two data, given as new, land elsewhere"
alone = np.vstack([project_new(gram(x[None], X), K, A) for x in new])
assert np.allclose(Q, alone, atol=1e-7 * scale), "where one lands depends on the other new points"
mean = features(X).mean(axis=0)
V = (features(X) - mean).T @ A
straight = (features(new) - mean) @ V
assert np.allclose(Q, straight, atol=1e-6 * scale), "by the features a new point lands elsewhere"
print("A new point: right.")
# %% [markdown]
# ## The lesson's number
# The worked example: $x = -3, 0, 3$ with $k(x, x') = (xx')^2$. By hand $\lambda = 54$, the
# projections are 3, $-6$ and 3 or, with the other sign, $-3$, 6 and $-3$, and their variance is 18.
# %% The lesson's number
x = np.array([-3.0, 0.0, 3.0])
C = centre(np.outer(x, x) ** 2)
(s, _), (P, _) = components(C, 1), project(C, 1)
print(f"eigenvalue {s[0]:.0f}, projections {P[:, 0].round(6)}, variance {P.var():.0f}")
assert np.isclose(s[0], 54) and np.isclose(P.var(), 18), "by hand it is another eigenvalue"
assert np.allclose(P[:, 0] * np.sign(P[0, 0]), [3, -6, 3]), "by hand the projections are others"
# %% [markdown]
# ## To go on
# - Draw 80 points on two rings, of radius 1 and 0.3, and take the Gaussian kernel. Which component
#   separates the rings at $\ell = 0.4$, and which at $\ell = 1$?
# - Leave out the centring. How like the mean of the features is the first direction then?
# - Take six points, then five: how many eigenvalues of $\mathbf K'$ are not zero, and why?
