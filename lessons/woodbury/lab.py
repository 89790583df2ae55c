# %% [markdown]
# # Lab: primal, dual and Woodbury's identity
# You will write ridge regression with a row for each feature and with a row for each point,
# predictions that use inner products only, a count of the work, and Woodbury's identity. You need
# NumPy. Each task is one function; the cell below it checks it on data, other ones at every run.
# %% Set up
import numpy as np

rng = np.random.default_rng()  # other data at every run
# %% [markdown]
# ## 1 The primal
# $\theta$ makes $\frac1n\|y - \Phi\theta\|^2 + \lambda\|\theta\|^2$ least if it solves
# $(\Phi^\top\Phi + n\lambda I)\,\theta = \Phi^\top y$, a system with a row for each feature.
# Solve it, and form no inverse.
# %% Primal
def primal(Phi, y, lam):
    """The coefficients theta (d,) by the d x d system. Phi is (n, d), y is (n,), and lam > 0 is the
    price beside the mean of the squared misses."""
    # BEGIN SOLUTION
    n, d = Phi.shape
    return np.linalg.solve(Phi.T @ Phi + n * lam * np.eye(d), Phi.T @ y)
    # END SOLUTION
    # SLIP the n is forgotten
    # return np.linalg.solve(Phi.T @ Phi + lam * np.eye(Phi.shape[1]), Phi.T @ y)
    # SLIP added to every entry, not the diagonal
    # return np.linalg.solve(Phi.T @ Phi + len(y) * lam, Phi.T @ y)
    # SLIP d in place of n
    # d = Phi.shape[1]
    # return np.linalg.solve(Phi.T @ Phi + d * lam * np.eye(d), Phi.T @ y)
    # SLIP no price at all
    # return np.linalg.lstsq(Phi, y, rcond=None)[0]
# %% Check the primal
for n, d in (11, 4), (5, 8):
    Phi, y, lam = rng.normal(size=(n, d)), 3 * rng.normal(size=n), rng.uniform(0.2, 1)
    theta = primal(Phi, y, lam)
    assert theta.shape == (d,), f"shape {theta.shape}, not {(d,)}: one number for each feature"
    def J(t):
        return np.mean((y - Phi @ t) ** 2) + lam * np.linalg.norm(t) ** 2
    for step in 1e-3 * np.eye(d):
        ahead, back = J(theta + step), J(theta - step)
        assert abs(ahead - back) < 1e-9, "what is to be least still falls if a coefficient is moved"
print("Primal: right.")
# %% [markdown]
# ## 2 The dual
# The same $\theta$ is $\Phi^\top\alpha$, with a number $\alpha_i$ for each point:
# $(\Phi\Phi^\top + n\lambda I)\,\alpha = y$. Find $\alpha$.
# %% Dual
def dual(Phi, y, lam):
    """The weights alpha (n,) by the n x n system, for Phi (n, d), y (n,) and lam as above."""
    # BEGIN SOLUTION
    n = len(y)
    return np.linalg.solve(Phi @ Phi.T + n * lam * np.eye(n), y)
    # END SOLUTION
    # SLIP theta is returned
    # n = len(y)
    # return Phi.T @ np.linalg.solve(Phi @ Phi.T + n * lam * np.eye(n), y)
    # SLIP the n is forgotten
    # return np.linalg.solve(Phi @ Phi.T + lam * np.eye(len(y)), y)
    # SLIP the residual, not yet divided by c
    # return y - Phi @ primal(Phi, y, lam)
    # SLIP the fitted values
    # return Phi @ primal(Phi, y, lam)
    # SLIP d in place of n
    # n, d = Phi.shape
    # return np.linalg.solve(Phi @ Phi.T + d * lam * np.eye(n), y)
# %% Check the dual
for n, d in (6, 13), (12, 5):
    Phi, y, lam = rng.normal(size=(n, d)), 3 * rng.normal(size=n), rng.uniform(0.2, 1)
    theta, alpha = primal(Phi, y, lam), dual(Phi, y, lam)
    assert alpha.shape == (n,), f"shape {alpha.shape}, not {(n,)}: one number for each point"
    assert np.allclose(Phi.T @ alpha, theta), "θ made of these weights is not the primal's"
    assert np.allclose(Phi @ theta + n * lam * alpha, y), "fit and residual do not make y"
print("Dual: right.")
# %% [markdown]
# ## 3 Predict from inner products
# $\hat y(x_*) = y^\top(\Phi\Phi^\top + n\lambda I)^{-1}\,\Phi\varphi(x_*)$ needs no features once
# their inner products are known. Write it for $m$ new points at once, with $\Phi\Phi^\top$ given as
# $K$ and the inner products of new points with old ones as a matrix with a row for each new point.
# %% Predict
def predict(K, K_new, y, lam):
    """Ridge predictions (m,) at m new points. K (n, n) has the inner products of old points with
    each other, K_new (m, n) those of new ones with old ones; y is (n,), lam as above."""
    # BEGIN SOLUTION
    n = len(y)
    return K_new @ np.linalg.solve(K + n * lam * np.eye(n), y)
    # END SOLUTION
    # SLIP y is used in place of its weights
    # return K_new @ y
    # SLIP the n is forgotten
    # return K_new @ np.linalg.solve(K + lam * np.eye(len(y)), y)
    # SLIP m in place of n
    # return K_new @ np.linalg.solve(K + len(K_new) * lam * np.eye(len(y)), y)
    # SLIP predicts the old points
    # return K @ np.linalg.solve(K + len(y) * lam * np.eye(len(y)), y)
# %% Check the predictions
Phi, new, y = rng.normal(size=(6, 20)), rng.normal(size=(4, 20)), rng.normal(size=6)
lam = rng.uniform(0.2, 1)
f = predict(Phi @ Phi.T, new @ Phi.T, y, lam)
assert f.shape == (4,), f"shape {f.shape}, not (4,): one prediction for each new point"
assert np.allclose(f, new @ primal(Phi, y, lam)), "the primal's θ at the same λ predicts otherwise"
turn = np.linalg.qr(rng.normal(size=(20, 20)))[0]  # other features, the same inner products
other = predict(Phi @ turn @ (Phi @ turn).T, new @ turn @ (Phi @ turn).T, y, lam)
assert np.allclose(other, f), "the inner products are the same, the predictions are not"
print("Predictions: right.")
# %% [markdown]
# ## 4 What it costs
# An entry of $\Phi\Phi^\top$ is an inner product of two rows, of $d$ multiplications. The matrix is
# symmetric, so compute each pair once, and the diagonal. How many multiplications are that?
# %% Multiplications
def multiplications(n, d):
    """How many multiplications form Phi Phi^T for Phi (n, d), each pair once: a number."""
    # BEGIN SOLUTION
    return n * (n + 1) // 2 * d
    # END SOLUTION
    # SLIP every pair twice
    # return n * n * d
    # SLIP the diagonal is left out
    # return n * (n - 1) // 2 * d
    # SLIP the other product
    # return d * (d + 1) // 2 * n
    # SLIP entries, not multiplications
    # return n * (n + 1) // 2
# %% Check the count
for n, d in rng.integers(2, 7, size=(5, 2)) + [[0, 6]]:
    done = sum(1 for i in range(n) for j in range(i + 1) for feature in range(d))
    assert multiplications(n, d) == done, f"{n} points, {d} features: done one by one it is not so"
print("Multiplications: right.")
# %% [markdown]
# ## 5 Woodbury's identity
# If $A^{-1}$ is known, the inverse of $A + UCV$ takes only a small inverse more:
#
# $$(A + UCV)^{-1} = A^{-1} - A^{-1}U\,M^{-1}\,VA^{-1}, \qquad M = C^{-1} + VA^{-1}U.$$
# %% Woodbury
def woodbury(B, U, C, V):
    """The inverse (d, d) of A + U C V from B (d, d), the inverse of A. U is (d, n), C is (n, n),
    V is (n, d), and nothing larger than n x n is inverted here."""
    # BEGIN SOLUTION
    M = np.linalg.inv(C) + V @ B @ U
    return B - B @ U @ np.linalg.solve(M, V @ B)
    # END SOLUTION
    # SLIP C is not inverted
    # return B - B @ U @ np.linalg.solve(C + V @ B @ U, V @ B)
    # SLIP added in place of subtracted
    # return B + B @ U @ np.linalg.solve(np.linalg.inv(C) + V @ B @ U, V @ B)
    # SLIP M is not inverted
    # return B - B @ U @ (np.linalg.inv(C) + V @ B @ U) @ V @ B
    # SLIP M without the inverse of A
    # return B - B @ U @ np.linalg.solve(np.linalg.inv(C) + V @ U, V @ B)
# %% Check Woodbury
for n, d in (2, 7), (1, 5):
    turns = [np.linalg.qr(rng.normal(size=(d, d)))[0] for _ in range(3)]
    A, U, V = 5 * turns[0], turns[1][:, :n], turns[2][:n]  # A + UCV is far from singular
    C = rng.uniform(2, 3) * np.linalg.qr(rng.normal(size=(n, n)))[0]
    found = woodbury(np.linalg.inv(A), U, C, V)
    assert found.shape == (d, d), f"shape {found.shape}, not {(d, d)}"
    assert np.allclose(found @ (A + U @ C @ V), np.eye(d)), "times A + UCV it is not I"
print("Woodbury: right.")
# %% The lesson's number
Phi, y = np.array([[1.0, 2.0]]), np.array([3.0])
alpha, new = dual(Phi, y, 1.0), np.array([[2.0, 1.0]])
assert np.isclose(alpha[0], 0.5) and np.allclose(primal(Phi, y, 1.0), [0.5, 1])
assert np.isclose(predict(Phi @ Phi.T, new @ Phi.T, y, 1.0)[0], 2)  # the worked example
print("The lesson's numbers: α =", alpha[0], "and θ =", primal(Phi, y, 1.0))
# %% [markdown]
# ## To go on with
# 1. Time `primal` and `dual` for 50 points and 200, 400, 800, 1600 features. How do the times grow?
# 2. Keep the inverse of $\Phi^\top\Phi + cI$ while points come one by one: which $U$, $C$ and $V$
#    does `woodbury` need? After 1000 points, how far is it from `np.linalg.inv`?
# 3. Take $n = 4$, $d = 12$ and λ down to $10^{-12}$. How far apart are `primal` and
#    $\Phi^\top\alpha$?
