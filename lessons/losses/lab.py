# %% [markdown]
# # Lab: other losses
# You write Huber's loss, its slope, the fit that makes it least, and a support vector machine, both
# without an offset. NumPy is all you need. After each task a cell checks what you wrote, on data
# drawn anew at every run. $\lambda$ belongs to the mean loss, and $C = 1/2n\lambda$.
# %% Set up
import numpy as np

rng = np.random.default_rng()  # other data at every run
def gram(X, bandwidth):  # the Gram matrix of a Gaussian kernel
    return np.exp(-((X[:, None] - X[None]) ** 2).sum(axis=2) / (2 * bandwidth**2))
# %% [markdown]
# ## 1 Huber's loss
# Of a residual $r$ it is $r^2$ as long as $|r| \le \Delta$, and $2\Delta|r| - \Delta^2$ beyond.
# Hint: `np.where(condition, this, that)`.
# %% Huber's loss
def huber(r, delta):
    """Huber's loss of each residual: (n,)."""
    # BEGIN SOLUTION
    return np.where(np.abs(r) <= delta, r**2, 2 * delta * np.abs(r) - delta**2)
    # END SOLUTION
    # SLIP a jump where it gets straight
    # return np.where(np.abs(r) <= delta, r**2, 2 * delta * np.abs(r))
    # SLIP half of it
    # return np.where(np.abs(r) <= delta, r**2 / 2, delta * np.abs(r) - delta**2 / 2)
    # SLIP negative residuals are never far
    # return np.where(r <= delta, r**2, 2 * delta * r - delta**2)
# %% Check Huber's loss
delta, h = rng.uniform(0.5, 2), 1e-6
near, far = rng.uniform(-1, 1, size=7) * delta * 0.99, (1.01 + rng.exponential(size=6)) * delta
assert np.shape(huber(near, delta)) == (7,), "there should be one loss for each residual"
assert np.allclose(np.sqrt(huber(near, delta)), np.abs(near)), "near 0 it should be the square"
assert np.allclose(huber(-far, delta), huber(far, delta)), "a sign should make no difference"
edge = huber(np.array([delta - h, delta + h]), delta)
assert abs(edge[1] - edge[0]) < 1e-4, "at |r| = Δ the loss should not jump"
places = np.append(delta, np.sort(far))
rate = np.diff(huber(places, delta)) / np.diff(places)
assert np.allclose(rate, 2 * delta), "beyond Δ the slope should stay what it is at Δ"
print("Huber's loss: right.")
# %% [markdown]
# ## 2 How hard a point pulls
# The slope $s_i$ of the loss of $r = y - f$, **as a function of $f$**. By the theorem
# $2n\lambda\,\alpha_i = -s_i$. Hint: `np.clip`.
# %% The slope
def slope(y, f, delta):
    """The derivative of huber(y - f, delta) by f, for each point: (n,)."""
    # BEGIN SOLUTION
    return -2 * np.clip(y - f, -delta, delta)
    # END SOLUTION
    # SLIP the derivative by r
    # return 2 * np.clip(y - f, -delta, delta)
    # SLIP the 2 is forgotten
    # return -np.clip(y - f, -delta, delta)
    # SLIP no bound
    # return -2 * (y - f)
# %% Check the slope
f, delta = rng.normal(size=12), rng.uniform(0.5, 2)
y = f + delta * np.append([-1.7, 1.6], rng.uniform(-0.9, 0.9, size=10))
s = slope(y, f, delta)
assert np.shape(s) == (12,), "there should be one slope for each point"
differences = (huber(y - (f + 1e-6), delta) - huber(y - (f - 1e-6), delta)) / 2e-6
assert np.all(s * differences > 0), "where the loss falls as f grows, the slope is negative"
assert np.allclose(s, differences, atol=1e-5), "the loss, a little before and behind f, says other"
print("Slope: right.")
# %% [markdown]
# ## 3 A fit that a slip cannot pull far
# With the weights $w_i = \min(1, \Delta/|r_i|)$ it is $s_i = -2 w_i r_i$. Begin with $f = 0$; take
# the weights of the present $r = y - f$, solve $(WK + n\lambda I)\,\alpha = Wy$ with $W$ diagonal,
# and repeat. Hint: `w[:, None] * K` is $WK$, and no weight should divide by zero.
# %% The fit
def fit(K, y, lam, delta, times=1000):
    """The alpha (n,) of least mean Huber loss + lam alpha'K alpha, by so many systems."""
    # BEGIN SOLUTION
    f = np.zeros(len(y))
    for _ in range(times):
        w = delta / np.maximum(delta, np.abs(y - f))
        alpha = np.linalg.solve(w[:, None] * K + len(y) * lam * np.eye(len(y)), w * y)
        f = K @ alpha
    return alpha
    # END SOLUTION
    # SLIP n is forgotten
    # alpha = np.zeros(len(y))
    # for _ in range(times):
    #     w = delta / np.maximum(delta, np.abs(y - K @ alpha))
    #     alpha = np.linalg.solve(w[:, None] * K + lam * np.eye(len(y)), w * y)
    # return alpha
    # SLIP the weights stay 1
    # return np.linalg.solve(K + len(y) * lam * np.eye(len(y)), y)
    # SLIP weights once, and not anew
    # w = delta / np.maximum(delta, np.abs(y))
    # return np.linalg.solve(w[:, None] * K + len(y) * lam * np.eye(len(y)), w * y)
# %% Check the fit
X, lam, delta = rng.uniform(-2, 2, size=(15, 2)), 0.02, 0.3
y, K = np.sin(X[:, 0]) + 9 * (np.arange(15) == 3) + 0.1 * rng.normal(size=15), gram(X, 1.0)
alpha = fit(K, y, lam, delta)
assert np.shape(alpha) == (15,), "alpha should have an entry for each point"
assert np.all(15 * lam * np.abs(alpha) <= delta * (1 + 1e-6)), "one pulls harder than it can"
assert np.allclose(2 * 15 * lam * alpha, -slope(y, K @ alpha, delta), atol=1e-5), (
    "the heights should be what the theorem says: is the last fit the one of its own weights?")
worse = y + 50 * (np.arange(15) == 3)
assert np.allclose(K @ fit(K, worse, lam, delta), K @ alpha, atol=1e-4), (
    "a slip that is far off already should pull no harder from farther away")
print("Fit: right.")
# %% [markdown]
# ## 4 A support vector machine
# It minimises $\tfrac12\alpha^\top K\alpha + C\sum_i \max(0, 1 - y_i f(x_i))$. By the theorem
# $0 \le y_i\alpha_i \le C$. To raise $y_i\alpha_i$ by $a$ raises $y_i f(x_i)$ by $a\,k(x_i, x_i)$.
# So take one point after the other: bring $y_i f(x_i)$ to 1 by its own height alone, but cut
# $y_i\alpha_i$ off at 0 and at $C$. Each point sees the heights that those before it now have.
# %% One pass over the points
def sweep(alpha, K, y, C):
    """The heights (n,) after one pass over the points; the alpha given stays as it was."""
    # BEGIN SOLUTION
    alpha = alpha.copy()
    for i in range(len(y)):
        lacking = (1 - y[i] * (K[i] @ alpha)) / K[i, i]
        alpha[i] = y[i] * np.clip(y[i] * alpha[i] + lacking, 0, C)
    return alpha
    # END SOLUTION
    # SLIP all points at once
    # return y * np.clip(y * alpha + (1 - y * (K @ alpha)) / np.diag(K), 0, C)
    # SLIP not cut off at C
    # alpha = alpha.copy()
    # for i in range(len(y)):
    #     alpha[i] = y[i] * max(0, y[i] * alpha[i] + (1 - y[i] * (K[i] @ alpha)) / K[i, i])
    # return alpha
    # SLIP k(x, x) is forgotten
    # alpha = alpha.copy()
    # for i in range(len(y)):
    #     alpha[i] = y[i] * np.clip(y[i] * alpha[i] + 1 - y[i] * (K[i] @ alpha), 0, C)
    # return alpha
# %% Check the machine
X = np.array([(a, b) for a in range(4) for b in range(4)]) / 1.5
X = X - rng.uniform(0.8, 1.2, size=X.shape)
y = np.where(X[:, 0] + 0.8 * rng.normal(size=16) > 0, 1.0, -1.0)
K = gram(X, 0.6) + X @ X.T
for C in [3.0, 0.3] * 20:
    order = rng.permutation(16)  # another point is the last
    y, K = y[order], K[np.ix_(order, order)]
    alpha = sweep(y * rng.uniform(0, C, size=16), K, y, C)
    a, margin = y * alpha, y[-1] * (K[-1] @ alpha)
    assert np.all((a > -1e-9) & (a < C + 1e-9)), "some y α is not between 0 and C"
    assert abs(margin - 1) < 1e-9 or (a[-1] < 1e-9 if margin > 1 else a[-1] > C - 1e-9), (
        "the last point is not at y f = 1, nor cut off: does it see the others as they are now?")
for _ in range(200):
    alpha = sweep(alpha, K, y, C)
gap = (alpha @ K @ alpha - y @ alpha) + C * np.maximum(0, 1 - y * (K @ alpha)).sum()
assert abs(gap) < 1e-4, "after many passes the heights should balance the slopes of the losses"
ringed = np.abs(alpha) > 0  # the support vectors: the others can go
few, Kr = alpha[ringed] / 2, K[np.ix_(ringed, ringed)]
for _ in range(200):
    few = sweep(few, Kr, y[ringed], C)
assert np.allclose(K[:, ringed] @ few, K @ alpha, atol=1e-3), "without the others the fit changes"
print("Support vector machine: right.")
# %% The lesson's number
K, y = np.ones((3, 3)), np.array([1.0, 2.0, 9.0])  # at one place: the mean, and the median
mean, median = sum(fit(K, y, 0.001, 100)), sum(fit(K, y, 0.000025, 0.01))
assert np.isclose(mean, 3.996, atol=5e-4), "with λ = 0.001 the mean should be pulled to 3.996"
assert np.isclose(median, 2, atol=0.02), "with a small Δ it should be the median, 2"
# Three points on a line. A large constant in the kernel is an offset that costs next to nothing.
x, y, alpha = np.array([0.0, 1.0, 3.0]), np.array([-1.0, 1.0, 1.0]), np.zeros(3)
for _ in range(2000):
    alpha = sweep(alpha, np.outer(x, x) + 100, y, 10.0)
assert np.allclose(alpha, [-2, 2, 0], atol=0.02), "the heights should be near (-2, 2, 0)"
print(f"As in the lesson: {mean:.3f}, {median:.2f}, and heights", alpha.round(2))
# %% [markdown]
# ## To go on with
# - Replace 9 by 15 in the readings. How far do the two fits move?
# - How many heights are not zero for $C$ = 0.1, 1, 10, 100, and how many are all of $C$?
# - With no slip in the data, what does a small $\Delta$ cost at new points?
