# %% [markdown]
# # Lab: kernel logistic regression
# You write the objective $J$, its gradient, the bound on the step, and a step of Newton's
# method. NumPy is all you need. After each task a cell checks what you wrote, on data drawn
# anew at every run. As in the lesson, $y_i = \pm1$, $f(x_i) = (K\alpha)_i$, and $\lambda$
# belongs to the mean loss.
# %% Set up
import numpy as np

rng = np.random.default_rng()  # other data at every run

def sample(n):  # labels of points, the points' Gram matrix by a Gaussian kernel, some heights
    X = rng.normal(size=(n, 3))
    y = np.where(X[:, 0] + rng.normal(size=n) > 0, 1.0, -1.0)
    y[:2] = 1, -1
    K = np.exp(-((X[:, None] - X[None]) ** 2).sum(axis=2) / (2 * 1.2**2))
    return y, K, rng.normal(size=n)
# %% [markdown]
# ## 1 What is made as small as possible
# $$J(\alpha) = \frac1n \sum_{i=1}^n \log\bigl(1 + e^{-y_i (K\alpha)_i}\bigr)
# + \lambda\, \alpha^\top K \alpha.$$
# $K$ is $n \times n$. Hint: $e^{800}$ is too large for a float. `np.logaddexp(a, b)` is
# $\log(e^a + e^b)$, and never forms the powers.
# %% The objective
def objective(alpha, K, y, lam):
    """J(alpha): the mean loss of f = K alpha, and lam times the squared norm of f. A number."""
    # BEGIN SOLUTION
    f = K @ alpha
    return np.logaddexp(0, -y * f).mean() + lam * alpha @ f
    # END SOLUTION
    # SLIP the sign
    # return np.logaddexp(0, y * (K @ alpha)).mean() + lam * alpha @ K @ alpha
    # SLIP the power overflows
    # return np.log(1 + np.exp(-y * (K @ alpha))).mean() + lam * alpha @ K @ alpha
    # SLIP the norm of α, not of f
    # return np.logaddexp(0, -y * (K @ alpha)).mean() + lam * alpha @ alpha
    # SLIP λ inside the bracket that 1/n multiplies
    # return (np.logaddexp(0, -y * (K @ alpha)).sum() + lam * alpha @ K @ alpha) / len(y)
    # SLIP labels 0 and 1
    # return np.logaddexp(0, -(y + 1) / 2 * (K @ alpha)).mean() + lam * alpha @ K @ alpha
# %% Check the objective
Phi, alpha = rng.normal(size=(8, 3)), rng.normal(size=8)  # features, so that f is known by θ too
y, theta = np.repeat([-1.0, 1.0], 4), Phi.T @ alpha
own = [1 / (1 + np.exp(-label * (row @ theta))) for label, row in zip(y, Phi)]
at = [objective(alpha, Phi @ Phi.T, y, lam) for lam in (0.0, 0.3, 1.3)]
assert np.isclose(np.exp(-8 * at[0]), np.prod(own), rtol=1e-6, atol=0), (
    "without the penalty, exp(-nJ) should be the product of the probabilities of own classes")
assert np.isclose(at[2] - at[1], theta @ theta), "as λ grows by 1, J should by the squared norm"
far = objective(-800 * y, np.eye(8), y, 0.0)
assert np.isclose(far, 800), "where f is far from 0, J should be a number still: see the hint"
print("Objective: right.")
# %% [markdown]
# ## 2 Which way is down
# With $t_i = 1$ for class 1, else 0, and $p_i = 1/(1 + e^{-f(x_i)})$, the theorem says
# $$\nabla J(\alpha) = K\bigl(2\lambda\alpha - (t - p)/n\bigr).$$
# %% The gradient
def gradient(alpha, K, y, lam):
    """The gradient of J at alpha: (n,)."""
    # BEGIN SOLUTION
    t, p = (y + 1) / 2, 1 / (1 + np.exp(-K @ alpha))
    return K @ (2 * lam * alpha - (t - p) / len(y))
    # END SOLUTION
    # SLIP the 2 is forgotten
    # return K @ (lam * alpha - ((y + 1) / 2 - 1 / (1 + np.exp(-K @ alpha))) / len(y))
    # SLIP y in place of t
    # return K @ (2 * lam * alpha - (y - 1 / (1 + np.exp(-K @ alpha))) / len(y))
    # SLIP K before the bracket is forgotten
    # return 2 * lam * alpha - ((y + 1) / 2 - 1 / (1 + np.exp(-K @ alpha))) / len(y)
    # SLIP the sum, not the mean
    # return K @ (2 * lam * alpha - ((y + 1) / 2 - 1 / (1 + np.exp(-K @ alpha))))
# %% Check the gradient
y, K, alpha = sample(9)
g = gradient(alpha, K, y, 0.2)
assert np.shape(g) == (9,), "the gradient should have an entry for each height"
h = 1e-5
slopes = [(objective(alpha + h * e, K, y, 0.2) - objective(alpha - h * e, K, y, 0.2)) / (2 * h)
          for e in np.eye(9)]
assert np.allclose(g, slopes, atol=1e-6), "J, a little before and behind α, has other slopes"
print("Gradient: right.")
# %% [markdown]
# ## 3 How long may a step be?
# Gradient descent goes $\alpha \leftarrow \alpha - \eta\,\nabla J(\alpha)$. With $s$ the largest
# eigenvalue of $K$ and $L = s^2/4n + 2\lambda s$, no step with $\eta < 2/L$ raises $J$.
# %% The longest safe step
def limit(K, lam):
    """2/L, below which no step raises J. A number."""
    # BEGIN SOLUTION
    s = np.linalg.eigvalsh(K)[-1]
    return 2 / (s**2 / (4 * len(K)) + 2 * lam * s)
    # END SOLUTION
    # SLIP 1/L
    # s = np.linalg.eigvalsh(K)[-1]
    # return 1 / (s**2 / (4 * len(K)) + 2 * lam * s)
    # SLIP n is forgotten
    # s = np.linalg.eigvalsh(K)[-1]
    # return 2 / (s**2 / 4 + 2 * lam * s)
    # SLIP the smallest eigenvalue
    # s = np.linalg.eigvalsh(K)[0]
    # return 2 / (s**2 / (4 * len(K)) + 2 * lam * s)
# %% Check the longest safe step
y, K, alpha = sample(9)
eta, before = 0.99 * limit(K, 0.05), objective(alpha, K, y, 0.05)
for _ in range(20):
    alpha = alpha - eta * gradient(alpha, K, y, 0.05)
    last, before = before, objective(alpha, K, y, 0.05)
    assert before <= last + 1e-12, "a step of 0.99 times your bound has raised J"
bend = [(gradient(h * e, K, y, 0.05) - gradient(-h * e, K, y, 0.05)) / (2 * h) for e in np.eye(9)]
most = np.linalg.norm(bend, 2)  # how much J bends at α = 0, where it bends most
assert np.isclose(limit(K, 0.05) * most, 2, rtol=1e-5), "it is safe, but could be longer"
print("Longest safe step: right.")
# %% [markdown]
# ## 4 Newton's method
# It goes to the minimum of the quadratic function that agrees with $J$ at the present point. With
# $w_i = p_i(1 - p_i)$ on the diagonal of $W$, the next $\alpha$ solves
# $$(WK + 2n\lambda I)\,\alpha = Wf + t - p.$$
# Hint: `w[:, None] * K` is $WK$.
# %% A step of Newton's method
def newton(alpha, K, y, lam):
    """The next alpha: (n,)."""
    # BEGIN SOLUTION
    f = K @ alpha
    t, p = (y + 1) / 2, 1 / (1 + np.exp(-f))
    w = p * (1 - p)
    A = w[:, None] * K + 2 * len(y) * lam * np.eye(len(y))
    return np.linalg.solve(A, w * f + t - p)
    # END SOLUTION
    # SLIP KW in place of WK
    # t, p, I = (y + 1) / 2, 1 / (1 + np.exp(-K @ alpha)), np.eye(len(y))
    # w = p * (1 - p)
    # return np.linalg.solve(w * K + 2 * len(y) * lam * I, w * (K @ alpha) + t - p)
    # SLIP n is forgotten
    # t, p, I = (y + 1) / 2, 1 / (1 + np.exp(-K @ alpha)), np.eye(len(y))
    # w = p * (1 - p)
    # return np.linalg.solve(w[:, None] * K + 2 * lam * I, w * (K @ alpha) + t - p)
    # SLIP W before f is forgotten
    # t, p, I = (y + 1) / 2, 1 / (1 + np.exp(-K @ alpha)), np.eye(len(y))
    # w = (p * (1 - p))[:, None]
    # return np.linalg.solve(w * K + 2 * len(y) * lam * I, K @ alpha + t - p)
# %% Check Newton's method
y, K, alpha = sample(12)
d = newton(alpha, K, y, 0.1) - alpha
assert np.shape(d) == (12,), "the next α should have an entry for each point"
h = 1e-4
change = (gradient(alpha + h * d, K, y, 0.1) - gradient(alpha - h * d, K, y, 0.1)) / (2 * h)
assert np.allclose(change, -gradient(alpha, K, y, 0.1), atol=1e-5), (
    "along your step the gradient, were its change constant, should become zero")
alpha = np.zeros(12)
for _ in range(20):
    alpha = newton(alpha, K, y, 0.1)
assert np.allclose(gradient(alpha, K, y, 0.1), 0, atol=1e-9), "20 steps should lead to the minimum"
print("Newton's method: right.")
# %% The lesson's number
# Two points, K = I, λ = 1/16: a step of size 4 from zero, the least J, and the longest safe step.
K, y, lam = np.eye(2), np.array([1.0, -1.0]), 1 / 16
alpha = -4 * gradient(np.zeros(2), K, y, lam)
J = objective(alpha, K, y, lam)
for _ in range(20):
    alpha = newton(alpha, K, y, lam)
assert np.isclose(J, 0.4383, atol=5e-5), "the step should lead to J = 0.4383"
assert np.isclose(alpha[0], 1.04, atol=0.005), "the least J should be at α₁ = 1.04"
assert np.isclose(limit(K, lam), 8), "the longest safe step should be 8"
print(f"As in the lesson: J = {J:.4f} after the step, and least at α₁ = {alpha[0]:.2f}.")
# %% [markdown]
# ## To go on with
# - Give `objective` labels 0 and 1 in place of $\pm1$, with $\lambda = 0$. Which points change it?
# - Draw two groups of 40 points that overlap, and 1,000 new ones. Fit with $\lambda = 0.1$ and
#   with $\lambda = 10^{-6}$. How sure is each fit at the new points, and how often right?
# - Count the steps of gradient descent and of Newton's method until $J$ is within 1 % of its
#   least value. What does a larger bandwidth change?
