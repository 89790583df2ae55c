# %% [markdown]
# # Lab: kernel methods for many points
# You write a fit through $m$ landmarks, the kernel that it stands for, that kernel's features, the
# choice of landmarks by pivots, and random waves. NumPy is all you need. After each task a cell
# checks what you wrote, on data drawn anew at every run. $\lambda$ belongs to the mean loss.
# %% Set up
import numpy as np

rng = np.random.default_rng()  # other data at every run
def kernel(X, Z, bandwidth=1.0):  # a Gaussian kernel of each row of X and each row of Z
    return np.exp(-((X[:, None] - Z[None]) ** 2).sum(axis=2) / (2 * bandwidth**2))
def sample(n, m):  # n points and their readings, and m landmarks, which are other places
    X, Z = rng.uniform(-2, 2, size=(n, 2)), np.array([(a, b) for a in range(3) for b in range(3)])
    Z = rng.permutation(1.3 * Z - 1.3 + rng.uniform(-0.2, 0.2, size=Z.shape))[:m]
    return X, np.sin(X[:, 0]) + 0.2 * rng.normal(size=n), Z
# %% [markdown]
# ## 1 A fit through landmarks
# Let $K_{nm}$ have the entries $k(x_i, z_j)$, and $K_m$ the entries $k(z_i, z_j)$. The best
# $f = \sum_j \beta_j\,k(z_j, \cdot)$ has
# $$(K_{nm}^\top K_{nm} + n\lambda K_m)\,\beta = K_{nm}^\top y.$$
# %% The fit
def fit(Knm, Km, y, lam):
    """The beta (m,) of the best fit through m landmarks, from Knm (n, m), Km (m, m) and y (n,)."""
    # BEGIN SOLUTION
    return np.linalg.solve(Knm.T @ Knm + len(y) * lam * Km, Knm.T @ y)
    # END SOLUTION
    # SLIP n is forgotten
    # return np.linalg.solve(Knm.T @ Knm + lam * Km, Knm.T @ y)
    # SLIP the identity in place of K of the landmarks
    # return np.linalg.solve(Knm.T @ Knm + len(y) * lam * np.eye(len(Km)), Knm.T @ y)
    # SLIP the landmarks' own readings only
    # return np.linalg.solve(Km + len(Km) * lam * np.eye(len(Km)), y[: len(Km)])
# %% Check the fit
X, y, Z = sample(40, 7)
Knm, Km = kernel(X, Z), kernel(Z, Z)
def J(b):
    return np.mean((y - Knm @ b) ** 2) + 0.05 * b @ Km @ b
beta = fit(Knm, Km, y, 0.05)
assert np.shape(beta) == (7,), "there should be one height for each landmark"
slopes = [(J(beta + 1e-4 * e) - J(beta - 1e-4 * e)) / 2e-4 for e in np.eye(7)]
assert np.allclose(slopes, 0, atol=1e-6), "a little to the side the objective is less"
alpha = np.linalg.solve(Km + 7 * 0.05 * np.eye(7), y[:7])  # the exact fit of seven points
assert np.allclose(fit(Km, Km, y[:7], 0.05), alpha), "with each point a landmark it should be exact"
print("Fit: right.")
# %% [markdown]
# ## 2 The kernel it stands for
# It is the exact fit with $\hat k(x, x') = k_m(x)^\top K_m^{-1} k_m(x')$ in place of $k$, where
# $k_m(x)$ has the entries $k(z_j, x)$. Write its Gram matrix. Hint: `np.linalg.solve(Km, …)`.
# %% The Gram matrix of the approximation
def approximate(Knm, Km):
    """The Gram matrix (n, n) of the approximate kernel, from Knm (n, m) and Km (m, m)."""
    # BEGIN SOLUTION
    return Knm @ np.linalg.solve(Km, Knm.T)
    # END SOLUTION
    # SLIP no inverse
    # return Knm @ Km @ Knm.T
    # SLIP the inverse twice
    # return Knm @ np.linalg.solve(Km, np.linalg.solve(Km, Knm.T))
    # SLIP the inverse of each entry
    # return Knm @ (1 / Km) @ Knm.T
# %% Check the Gram matrix of the approximation
X, y, Z = sample(20, 6)
P = np.vstack([Z, X])  # the landmarks are points too
K, Knm, Km = kernel(P, P), kernel(P, Z), kernel(Z, Z)
A = approximate(Knm, Km)
assert np.shape(A) == (26, 26), "there should be an entry for each pair of points"
assert np.allclose(A[:, :6], Knm) and np.allclose(A[:6], Knm.T), "at a landmark k should be exact"
assert np.linalg.eigvalsh(K - A)[0] > -1e-8, "what is missing should have no negative eigenvalue"
exact = A @ np.linalg.solve(A + 26 * 0.05 * np.eye(26), P[:, 0])
assert np.allclose(exact, Knm @ fit(Knm, Km, P[:, 0], 0.05)), "the exact fit with it is another"
print("Approximate Gram matrix: right.")
# %% [markdown]
# ## 3 Its features
# With $K_m = LL^\top$ (Cholesky) the features of $x$ are $\varphi(x) = L^{-1}k_m(x)$: $m$ numbers.
# %% Features
def features(Knm, Km):
    """Phi: row i has the m features of point i, so that Phi Phi' is the approximation: (n, m)."""
    # BEGIN SOLUTION
    return np.linalg.solve(np.linalg.cholesky(Km), Knm.T).T
    # END SOLUTION
    # SLIP L transposed
    # return np.linalg.solve(np.linalg.cholesky(Km).T, Knm.T).T
    # SLIP the matrix itself, no factor
    # return np.linalg.solve(Km, Knm.T).T
    # SLIP transposed
    # return np.linalg.solve(np.linalg.cholesky(Km), Knm.T)
# %% Check the features
X, y, Z = sample(30, 8)
Knm, Km = kernel(X, Z), kernel(Z, Z)
Phi = features(Knm, Km)
assert np.shape(Phi) == (30, 8), "there should be a row for each point, a column for each landmark"
assert np.allclose(Phi @ Phi.T, approximate(Knm, Km)), "their products should be the approximation"
theta = np.linalg.solve(Phi.T @ Phi + 30 * 0.05 * np.eye(8), Phi.T @ y)
assert np.allclose(Phi @ theta, Knm @ fit(Knm, Km, y, 0.05)), "ridge regression on them differs"
print("Features: right.")
# %% [markdown]
# ## 4 Landmarks that the kernel chooses
# Always take the point that those chosen so far explain least: where $k(x, x) - \hat k(x, x)$ is
# largest. Before the first one $\hat k$ is 0. Use `approximate`.
# Hint: with the chosen in a list `c`, $K_{nm}$ is `K[:, c]`, and $K_m$ is `K[np.ix_(c, c)]`.
# %% Pivots
def pivots(K, m):
    """The numbers of m points, chosen one by one from their Gram matrix K (n, n): a list."""
    # BEGIN SOLUTION
    chosen, missing = [], np.diag(K)
    while len(chosen) < m:
        chosen.append(int(np.argmax(missing)))
        missing = np.diag(K - approximate(K[:, chosen], K[np.ix_(chosen, chosen)]))
    return chosen
    # END SOLUTION
    # SLIP the m largest at once
    # return list(np.argsort(-np.diag(K))[:m])
    # SLIP the first m
    # return list(range(m))
    # SLIP only the first one explains
    # i = np.argmax(np.diag(K))
    # return [i] + list(np.argsort(K[:, i] ** 2 / K[i, i] - np.diag(K))[: m - 1])
# %% Check the pivots
X = np.vstack([rng.uniform(-2, 2, size=(25, 2)), rng.normal(size=(15, 2)) / 20])
K = kernel(X, X) * np.outer(*[rng.uniform(0.8, 1.2, size=40)] * 2)
chosen = list(pivots(K, 8))
assert len(chosen) == len(set(chosen)) == 8, "eight different points should be chosen"
for j in range(8):  # by the inverse, what a projection on those before leaves of each point
    left = [0 if i in chosen[:j] else 1 / np.linalg.inv(K[np.ix_(c, c)])[-1, -1]
            for i in range(40) for c in [chosen[:j] + [i]]]
    assert left[chosen[j]] >= max(left) - 1e-8, f"another is explained less, at choice {j + 1}"
print("Pivots: right.")
# %% [markdown]
# ## 5 Random waves
# With $M$ frequencies $\omega_j$, normal of variance $1/\ell^2$ in each input, the features of $x$
# are all $\cos\omega_j^\top x$ and all $\sin\omega_j^\top x$, divided by $\sqrt M$.
# %% Waves
def waves(X, normals, bandwidth):
    """The features (n, 2M) of the rows of X (n, p); normals (M, p) are normal, of variance 1."""
    # BEGIN SOLUTION
    phase = X @ normals.T / bandwidth
    return np.hstack([np.cos(phase), np.sin(phase)]) / np.sqrt(len(normals))
    # END SOLUTION
    # SLIP times the bandwidth
    # P = X @ normals.T * bandwidth
    # return np.hstack([np.cos(P), np.sin(P)]) / np.sqrt(len(normals))
    # SLIP the root is forgotten
    # P = X @ normals.T / bandwidth
    # return np.hstack([np.cos(P), np.sin(P)]) / len(normals)
    # SLIP the cosines alone
    # return np.cos(X @ normals.T / bandwidth) * np.sqrt(2 / len(normals))
# %% Check the waves
X, normals = rng.uniform(-1, 1, size=(6, 2)), rng.normal(size=(40000, 2))
bandwidth = rng.uniform(0.4, 0.7)
Phi = waves(X, normals, bandwidth)
assert np.shape(Phi) == (6, 80000), "there should be a cosine and a sine for each frequency"
assert np.allclose((Phi**2).sum(axis=1), 1), "each point should have the length 1, as k(x, x) = 1"
moved = waves(X + rng.normal(size=2), normals, bandwidth)
assert np.allclose(moved @ moved.T, Phi @ Phi.T), "to move all points should change no product"
assert np.allclose(Phi @ Phi.T, kernel(X, X, bandwidth), rtol=0, atol=0.03), (
    "the products should be near the Gaussian kernel of this bandwidth")
print("Waves: right.")
# %% The lesson's number
# Points 1 and 3 with k(x, x') = (1 + xx')², and the landmark 1: what is guessed for k(3, 3).
K = np.array([[4.0, 16.0], [16.0, 100.0]])
guess, Phi = approximate(K[:, :1], K[:1, :1]), features(K, K)
assert np.isclose(guess[1, 1], 64), "the guess should be 64, and 36 is missing"
assert np.allclose(Phi[1], [8, 6]), "the features of 3 should be 8 and 6"
print("As in the lesson: the guess", guess[1, 1], "and the features", Phi[1])
# %% [markdown]
# ## To go on with
# - Read the points in blocks, and add up $K_{nm}^\top K_{nm}$ and $K_{nm}^\top y$. How many points
#   can you fit in a minute, and how many exactly?
# - For one bandwidth, how many landmarks are enough at random, and how many as `pivots`?
# - How many waves do as well? What if the points have ten inputs in place of two?
