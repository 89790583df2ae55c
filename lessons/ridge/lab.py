# %% [markdown]
# # Lab: ridge regression
# You will write the objective of ridge regression, its minimiser, the share that each direction
# keeps, and predictions from features that are brought to one scale first. You need NumPy. Each
# task is one function; the cell below it checks it on data, which are others at every run.
# %% Set up
import numpy as np

rng = np.random.default_rng()  # other data at every run
# %% [markdown]
# ## 1 The objective
# Write what is made least, the mean loss plus a price on the coefficients:
#
# $$J(\theta) = \frac1n \sum_i \bigl(y_i - \varphi(x_i)^\top\theta\bigr)^2 + \lambda\,\|\theta\|^2$$
# %% Objective
def objective(theta, Phi, y, lam):
    """The mean squared miss of Phi theta plus lam times the squared length of theta, a number.
    Phi (n, d) has a row of features for each point, y is (n,), theta is (d,)."""
    # BEGIN SOLUTION
    return np.mean((y - Phi @ theta) ** 2) + lam * theta @ theta
    # END SOLUTION
    # SLIP the sum in place of the mean
    # return np.sum((y - Phi @ theta) ** 2) + lam * theta @ theta
    # SLIP the length is not squared
    # return np.mean((y - Phi @ theta) ** 2) + lam * np.linalg.norm(theta)
    # SLIP the price is divided by n too
    # return (np.sum((y - Phi @ theta) ** 2) + lam * theta @ theta) / len(y)
    # SLIP both terms are halved
    # return (np.mean((y - Phi @ theta) ** 2) + lam * theta @ theta) / 2
    # SLIP the price is the lasso's
    # return np.mean((y - Phi @ theta) ** 2) + lam * np.abs(theta).sum()
# %% Check the objective
Phi, theta, lam = rng.normal(size=(12, 5)), rng.normal(size=5), rng.uniform(0.5, 2)
y = Phi @ theta + rng.choice([-3, 3], size=12)  # each miss is 3 or -3
loss = objective(theta, Phi, y, 0)
assert np.ndim(loss) == 0, "one number is wanted"
assert np.isclose(loss, 3 * 3), "at λ = 0, misses of 3 and -3 give a wrong loss"
direction = rng.normal(size=5)
direction *= 2 / np.linalg.norm(direction)  # as long as 2
exact = objective(direction, Phi, Phi @ direction, lam)
assert np.isclose(exact, lam * 2 * 2), "a θ of length 2 that misses nothing has a wrong price"
longer = objective(3 * direction, Phi, 3 * Phi @ direction, lam)
assert np.isclose(longer, 9 * exact), "a θ three times as long has a wrong price"
print("Objective: right.")
# %% [markdown]
# ## 2 The minimiser
# All partial derivatives of $J$ vanish exactly if
# $(\Phi^\top\Phi + n\lambda I)\,\hat\theta = \Phi^\top y$.
# Solve this system. It works for more features than points, too.
#
# Hint: `np.linalg.solve` and `np.eye`.
# %% Ridge
def ridge(Phi, y, lam):
    """The coefficients (d,) that make the objective least, lam > 0. Phi is (n, d), y is (n,)."""
    # BEGIN SOLUTION
    n, d = Phi.shape
    return np.linalg.solve(Phi.T @ Phi + n * lam * np.eye(d), Phi.T @ y)
    # END SOLUTION
    # SLIP the n is forgotten
    # return np.linalg.solve(Phi.T @ Phi + lam * np.eye(Phi.shape[1]), Phi.T @ y)
    # SLIP added to every entry, not the diagonal
    # return np.linalg.solve(Phi.T @ Phi + len(y) * lam, Phi.T @ y)
    # SLIP d in place of n
    # n, d = Phi.shape
    # return np.linalg.solve(Phi.T @ Phi + d * lam * np.eye(d), Phi.T @ y)
    # SLIP no price at all
    # return np.linalg.lstsq(Phi, y, rcond=None)[0]
    # SLIP subtracted in place of added
    # n, d = Phi.shape
    # return np.linalg.solve(Phi.T @ Phi - n * lam * np.eye(d), Phi.T @ y)
# %% Check the minimiser
for n, d in (20, 4), (6, 9):
    Phi, y, lam = rng.normal(size=(n, d)), 3 * rng.normal(size=n), rng.uniform(0.2, 1)
    theta = ridge(Phi, y, lam)
    assert theta.shape == (d,), f"shape {theta.shape}, not {(d,)}: one coefficient for each feature"
    for j, step in enumerate(1e-3 * np.eye(d)):
        ahead, back = objective(theta + step, Phi, y, lam), objective(theta - step, Phi, y, lam)
        assert abs(ahead - back) < 1e-9, f"{n} points, {d} features: J has a slope along θ_{j}"
assert np.linalg.norm(ridge(Phi, y, 2 * lam)) < np.linalg.norm(theta), "at twice λ, θ is no shorter"
print("Minimiser: right.")
# %% [markdown]
# ## 3 What each direction keeps
# With the singular values $s_1 \ge s_2 \ge \dots$ of $\Phi$, direction $j$ keeps the share
# $s_j^2/(s_j^2 + n\lambda)$ of what least squares has along it. The shares add up to the degrees of
# freedom. Hint: `np.linalg.svd` gives the singular values in this order.
# %% Shares
def shares(Phi, lam):
    """What each direction keeps, the largest share first: (d,). Phi is (n, d) with d <= n."""
    # BEGIN SOLUTION
    s = np.linalg.svd(Phi, compute_uv=False)
    return s**2 / (s**2 + len(Phi) * lam)
    # END SOLUTION
    # SLIP singular values are not squared
    # s = np.linalg.svd(Phi, compute_uv=False)
    # return s / (s + len(Phi) * lam)
    # SLIP the n is forgotten
    # s = np.linalg.svd(Phi, compute_uv=False)
    # return s**2 / (s**2 + lam)
    # SLIP squared above only
    # s = np.linalg.svd(Phi, compute_uv=False)
    # return s / (s**2 + len(Phi) * lam)
    # SLIP what is lost, not what is kept
    # s = np.linalg.svd(Phi, compute_uv=False)
    # return len(Phi) * lam / (s**2 + len(Phi) * lam)
# %% Check the shares
Phi, lam = rng.normal(size=(15, 4)) * [1, 2, 4, 8], rng.uniform(0.2, 1)
kept = shares(Phi, lam)
assert kept.shape == (4,), f"shape {kept.shape}, not (4,): one share for each direction"
v = np.linalg.eigh(Phi.T @ Phi)[1][:, ::-1]  # the directions, the largest first
for j in range(4):
    y = Phi @ v[:, j]  # least squares finds v_j itself
    stays = ridge(Phi, y, lam) @ v[:, j]
    assert np.isclose(stays, kept[j]), f"of direction {j} ridge regression keeps another share"
fitted = np.array([Phi @ ridge(Phi, e, lam) for e in np.eye(15)])
trace = np.trace(fitted)
assert np.isclose(kept.sum(), trace), "the sum is not the trace of what turns y into the fit"
print("Shares: right.")
# %% [markdown]
# ## 4 One scale, and a free mean
# Ridge regression depends on the units of its features. So bring each column to mean 0 and mean
# square 1, fit $y$ less its mean, and add the mean again: it costs nothing. New points take no
# part: their columns are shifted and scaled by the numbers of the points fitted. Use `ridge`.
# %% Predict
def predict(X, y, lam, X_new):
    """Ridge predictions (m,) at the rows of X_new (m, d), learnt from X (n, d) and y (n,)."""
    # BEGIN SOLUTION
    centre, scale = X.mean(axis=0), X.std(axis=0)
    theta = ridge((X - centre) / scale, y - y.mean(), lam)
    return y.mean() + (X_new - centre) / scale @ theta
    # END SOLUTION
    # SLIP new points have their own mean
    # theta = ridge((X - X.mean(axis=0)) / X.std(axis=0), y - y.mean(), lam)
    # return y.mean() + (X_new - X_new.mean(axis=0)) / X.std(axis=0) @ theta
    # SLIP columns are centred, not scaled
    # theta = ridge(X - X.mean(axis=0), y - y.mean(), lam)
    # return y.mean() + (X_new - X.mean(axis=0)) @ theta
    # SLIP the mean is not added again
    # theta = ridge((X - X.mean(axis=0)) / X.std(axis=0), y - y.mean(), lam)
    # return (X_new - X.mean(axis=0)) / X.std(axis=0) @ theta
    # SLIP the scale is divided by n - 1
    # centre, scale = X.mean(axis=0), X.std(axis=0, ddof=1)
    # theta = ridge((X - centre) / scale, y - y.mean(), lam)
    # return y.mean() + (X_new - centre) / scale @ theta
# %% Check the predictions
X, X_new, lam = rng.normal(size=(16, 3)), rng.normal(size=(7, 3)), rng.uniform(0.2, 1)
y = 5 + X @ [1, 2, 3] + rng.normal(size=16)
f = predict(X, y, lam, X_new)
assert f.shape == (7,), f"shape {f.shape}, not (7,): one prediction for each new point"
assert np.allclose(predict(X, y + 100, lam, X_new), f + 100), "y is higher by 100, but not f"
assert np.allclose(predict(X, y, 1e9, X_new), y.mean()), "at a huge λ only the mean must be left"
assert np.allclose(predict(X, y, lam, X_new[:1]), f[:1]), "a new point alone: another prediction"
units, zero = np.array([1, 1000, 0.01]), np.array([0, 5, 0.1])
other = predict(X * units + zero, y, lam, X_new * units + zero)
assert np.allclose(other, f), "in other units the predictions are others"
Z = 4 * np.linalg.qr(np.column_stack([np.ones(16), X]))[0][:, 1:]  # mean 0, mean square 1 already
f = y.mean() + X_new @ ridge(Z, y, lam)  # and at right angles to the ones
assert np.allclose(predict(Z, y, lam, X_new), f), "columns of mean square 1 must stay as they are"
print("Predictions: right.")
# %% The lesson's number
theta = ridge(np.array([[1, 0], [1, 1], [1, 2]]), np.array([1, 2, 6]), 1 / 3)
assert np.allclose(theta, [0.8, 1.933], atol=5e-4)  # the worked example
print("The lesson's numbers: θ =", theta)
# %% [markdown]
# ## To go on with
# 1. Draw 15 points of a sine with noise, and their powers up to degree 12, inputs in $[-1, 1]$.
#    Plot the train and the test error over λ. In how many of 20 samples is there one valley?
# 2. Which λ does `ridge` need to give what a program gives that adds up the losses and has λ = 1?
# 3. In `predict` the mean costs nothing. Fit a column of ones with a price in its place. When does
#    that make a difference?
