# %% [markdown]
# # Lab: the representer theorem
# You write what the proof speaks of: the norm of a sum of bumps, a swing that the data do not see,
# the heights that a loss gives, and a fit with a trend that costs nothing. Only NumPy is needed.
# After each task a cell checks what you wrote, on data drawn anew at every run; where something
# is wrong, it says what.
# %% Set up
import numpy as np

rng = np.random.default_rng()  # other data at every run


def gram(s, t, ell):
    """The Gaussian kernel of each number in s (m,) and each number in t (n,): (m, n)."""
    return np.exp(-((s[:, None] - t) ** 2) / (2 * ell**2))


def evaluate(s, x, alpha, ell):
    """The values at s (m,) of the sum of bumps at x (n,) with heights alpha (n,): (m,)."""
    return gram(s, x, ell) @ alpha


def places(n):  # n places in any order, neighbours at least 0.8 apart
    return rng.permutation(np.arange(n) + rng.uniform(0, 0.2, size=n))


# %% [markdown]
# ## 1 The norm of a sum of bumps
# Write $\lVert f \rVert^2$ for $f = \sum_i \alpha_i\, k(x_i, \cdot)$. It follows from
# $\langle k(x_i, \cdot), k(x_j, \cdot) \rangle = k(x_i, x_j)$: multiply the sum by itself.
# Note that it is the squared norm that is wanted.
# %% The norm
def squared_norm(x, alpha, ell):
    """The squared norm of the sum of bumps at x (n,) with heights alpha (n,): a number."""
    # BEGIN SOLUTION
    return alpha @ gram(x, x, ell) @ alpha
    # END SOLUTION
    # SLIP the norm, not its square
    # return np.sqrt(alpha @ gram(x, x, ell) @ alpha)
    # SLIP the sum of the squared heights
    # return alpha @ alpha
    # SLIP the sum of the squared values
    # return np.sum((gram(x, x, ell) @ alpha) ** 2)
# %% Check the norm
x, alpha, ell = places(7), rng.normal(size=7), rng.uniform(0.8, 1.5)
square = squared_norm(x, alpha, ell)
assert np.ndim(square) == 0, "the squared norm is one number"
assert np.isclose(squared_norm(x[:1], np.array([3.0]), ell), 9), "one bump of height 3: k(x, x) = 1"
assert np.isclose(squared_norm(x, 2 * alpha, ell), 4 * square), "f twice as high: 4 times as much"
twins = squared_norm(np.full(5, x[0]), np.ones(5), ell)
assert np.isclose(twins, 25), "five bumps of height 1 at one place are one bump of height 5"
for e, value in zip(np.eye(7), evaluate(x, x, alpha, ell)):
    inner = (squared_norm(x, alpha + e, ell) - squared_norm(x, alpha - e, ell)) / 4
    assert np.isclose(inner, value), "by this norm the inner product of f and k(x, .) is not f(x)"
print("The norm: right.")
# %% [markdown]
# ## 2 A swing
# The swing at $z$ is the bump $k(z, \cdot)$ less that sum of the bumps at the data which makes it
# zero at each of them: $f_\perp = k(z, \cdot) - \sum_i c_i\, k(x_i, \cdot)$. Write the heights of
# its $n + 1$ bumps, that at $z$ last. Which $n$ equations does $c$ solve?
# %% A swing
def swing(x, z, ell):
    """The heights of the bumps of a swing: at the data x (n,), then at the number z: (n + 1,)."""
    # BEGIN SOLUTION
    c = np.linalg.solve(gram(x, x, ell), gram(x, np.array([z]), ell)[:, 0])
    return np.append(-c, 1)
    # END SOLUTION
    # SLIP the sign of c
    # return np.append(np.linalg.solve(gram(x, x, ell), gram(x, np.array([z]), ell)[:, 0]), 1)
    # SLIP the system is not solved
    # return np.append(-gram(x, np.array([z]), ell)[:, 0], 1)
    # SLIP a penalty in the system
    # K = gram(x, x, ell) + 0.01 * np.eye(len(x))
    # return np.append(-np.linalg.solve(K, gram(x, np.array([z]), ell)[:, 0]), 1)
# %% Check the swing
x, ell = places(6), rng.uniform(0.8, 1.2)
z = rng.integers(5) + 0.6  # between two data
alpha, t = rng.normal(size=6), rng.uniform(1, 3)
heights = swing(x, z, ell)
assert np.shape(heights) == (7,), f"shape {np.shape(heights)}, not (7,): six data, and z"
assert np.isclose(heights[-1], 1), "the bump at z comes last, and has height 1"
every = np.append(x, z)
at_data = evaluate(x, every, heights, ell)
assert np.allclose(at_data, 0, atol=1e-9), "at the data the swing is not zero"
part, rest = squared_norm(x, alpha, ell), squared_norm(every, heights, ell)
whole = squared_norm(every, np.append(alpha, 0) + t * heights, ell)
assert np.isclose(whole, part + t**2 * rest), "a swing is orthogonal to the bumps of the data"
print("A swing: right. The data do not see it, and the norm does.")
# %% [markdown]
# ## 3 Heights from slopes
# Now the theorem by a gradient, for the logistic loss $\log(1 + e^{-y f})$ and labels $y = \pm 1$.
# With features $f(x_i) = \varphi(x_i)^\top\theta$, row $i$ of $\Phi\theta$. For *any* $\theta$
# write the $\alpha$ for which the gradient of
# $$J(\theta) = \frac1n \sum_i \log(1 + e^{-y_i f(x_i)}) + \lambda \lVert\theta\rVert^2$$
# is $2\lambda(\theta - \Phi^\top\alpha)$. At the minimiser the gradient is zero, so
# $\theta = \Phi^\top\alpha$ there. First find the slope of the loss along $f(x_i)$.
# %% Heights from slopes
def heights_of(Phi, y, theta, lam):
    """The heights alpha (n,) that the slopes of the loss give: Phi (n, d), y (n,), theta (d,)."""
    # BEGIN SOLUTION
    slopes = -y / (1 + np.exp(y * (Phi @ theta)))
    return -slopes / (2 * len(y) * lam)
    # END SOLUTION
    # SLIP the n is forgotten
    # return y / (1 + np.exp(y * (Phi @ theta))) / (2 * lam)
    # SLIP the 2 of the squared norm is forgotten
    # return y / (1 + np.exp(y * (Phi @ theta))) / (len(y) * lam)
    # SLIP the sign of the slope
    # return -y / (1 + np.exp(y * (Phi @ theta))) / (2 * len(y) * lam)
    # SLIP the slope along the margin, without y
    # return 1 / (1 + np.exp(y * (Phi @ theta))) / (2 * len(y) * lam)
    # SLIP the sign in the exponent
    # return y / (1 + np.exp(-y * (Phi @ theta))) / (2 * len(y) * lam)
# %% Check the heights
Phi, theta, lam = rng.normal(size=(6, 9)), rng.normal(size=9), rng.uniform(0.05, 0.5)
y = rng.permutation([-1.0, -1.0, -1.0, 1.0, 1.0, 1.0])
alpha = heights_of(Phi, y, theta, lam)
assert np.shape(alpha) == (6,), f"shape {np.shape(alpha)}, not (6,): one height for each datum"


def objective(theta):
    return np.mean(np.logaddexp(0, -y * (Phi @ theta))) + lam * theta @ theta


assert np.all(y * alpha > 0), "a datum pulls f towards its own label: alpha has the sign of y"
gradient = np.array([objective(theta + e) - objective(theta - e) for e in 1e-5 * np.eye(9)]) / 2e-5
off = np.abs(gradient - 2 * lam * (theta - Phi.T @ alpha)).max()
assert off < 1e-6, "by differences of J the gradient is another one"
print("Heights from slopes: right.")
# %% [markdown]
# ## 4 A trend that costs nothing
# Let $f = \sum_i \alpha_i\, k(x_i, \cdot) + \sum_j \beta_j \psi_j$, with the $\psi_j$ free of
# charge: minimise $\frac1n \lVert y - \mathbf K\alpha - \Psi\beta \rVert^2 +
# \lambda\, \alpha^\top\mathbf K\alpha$. The minimum is where
# $$(\mathbf K + n\lambda\mathbf I)\,\alpha + \Psi\beta = y, \qquad \Psi^\top\alpha = 0.$$
# These are $n + m$ equations: put them into one matrix, with `np.block`.
# %% A trend that costs nothing
def fit_with_trend(K, Psi, y, lam):
    """The heights alpha (n,) and the weights beta (m,), from K (n, n), Psi (n, m) and y (n,)."""
    # BEGIN SOLUTION
    n, m = Psi.shape
    A = np.block([[K + n * lam * np.eye(n), Psi], [Psi.T, np.zeros((m, m))]])
    solution = np.linalg.solve(A, np.append(y, np.zeros(m)))
    return solution[:n], solution[n:]
    # END SOLUTION
    # SLIP the n is forgotten
    # n, m = Psi.shape
    # A = np.block([[K + lam * np.eye(n), Psi], [Psi.T, np.zeros((m, m))]])
    # solution = np.linalg.solve(A, np.append(y, np.zeros(m)))
    # return solution[:n], solution[n:]
    # SLIP the trend pays too
    # n, m = Psi.shape
    # A = np.block([[K + n * lam * np.eye(n), Psi], [Psi.T, -np.eye(m)]])
    # solution = np.linalg.solve(A, np.append(y, np.zeros(m)))
    # return solution[:n], solution[n:]
    # SLIP the trend first, then bumps on the rest
    # n, m = Psi.shape
    # beta = np.linalg.lstsq(Psi, y, rcond=None)[0]
    # return np.linalg.solve(K + n * lam * np.eye(n), y - Psi @ beta), beta
# %% Check the trend
x, ell, lam = places(8), rng.uniform(0.8, 1.5), rng.uniform(0.02, 0.2)
K, Psi, y = gram(x, x, ell), np.column_stack([np.ones(8), x, x**2]), rng.normal(size=8)
alpha, beta = fit_with_trend(K, Psi, y, lam)
assert np.shape(alpha) == (8,) and np.shape(beta) == (3,), "alpha first, of length n; then beta"


def cost(alpha, beta):
    return np.mean((y - K @ alpha - Psi @ beta) ** 2) + lam * alpha @ K @ alpha


slopes = [cost(alpha, beta + e) - cost(alpha, beta - e) for e in np.eye(3)]
assert np.allclose(slopes, 0, atol=1e-6), "another beta is better: a trend must cost nothing"
slopes = [cost(alpha + e, beta) - cost(alpha - e, beta) for e in np.eye(8)]
assert np.allclose(slopes, 0, atol=1e-6), "another alpha is better: which lambda is this for?"
alpha, beta = fit_with_trend(K, Psi, Psi @ [3.0, -1.0, 0.5], lam)
assert np.allclose(alpha, 0, atol=1e-8), "y on a trend: no bump is needed, and none is free"
print("A trend that costs nothing: right.")
# %% [markdown]
# ## The lesson's number
# The 23 flights before the last one of *Challenger*, temperature and damaged rings, with the
# lesson's $\lambda$ and $\ell$: at 31 °F the fit without a trend says 0.002 rings, and with a line
# free of charge 3.1.
# %% The lesson's number
x = [66, 70, 69, 68, 67, 72, 73, 70, 57, 63, 70, 78, 67, 53, 67, 75, 70, 81, 76, 79, 75, 76, 58]
y = [0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 2, 0, 1]
x, y = np.array(x, dtype=float), np.array(y, dtype=float)
K, launch = gram(x, x, 6), np.array([31.0])
alpha, _ = fit_with_trend(K, np.zeros((23, 0)), y, 0.02)
plain = evaluate(launch, x, alpha, 6)[0]
alpha, beta = fit_with_trend(K, np.column_stack([np.ones(23), x - 69]), y, 0.02)
line = evaluate(launch, x, alpha, 6)[0] + beta @ [1, 31 - 69]
print(f"At 31 °F: {plain:.3f} rings without a trend, {line:.1f} with a line.")
assert np.isclose(plain, 0.002, atol=0.0005), "without a trend it is another number"
assert np.isclose(line, 3.1, atol=0.05), "the lesson says another number at 31 °F"
# %% [markdown]
# ## To go on
# - How large is the norm of a swing as $z$ comes near a datum? Plot it along $z$, and say why.
# - Add the swing, $t$ times, to the fit of task 4. Which part of the objective changes, and how?
# - Give the flights the trends $1, x, x^2$ and $1, x, x^2, x^3$. What is said at 31 °F? Leave out
#   the flight at 53 °F, and compare.
