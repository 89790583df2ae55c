# %% [markdown]
# # Lab: which similarities are kernels
# You write the hospital's rule for times of day, a search for a witness against any rule, the
# features that prove $\min(x, y)$ a kernel, and which way the objective of a fit bends. NumPy is
# all you need. After each task comes a cell that checks what you wrote, on data drawn anew at every
# run: where something is wrong, it says what.
# %% Set up
import numpy as np

rng = np.random.default_rng()  # other data at every run


def with_eigenvalues(s):
    """A symmetric matrix with the eigenvalues s, its eigenvectors drawn at random."""
    Q = np.linalg.qr(rng.normal(size=(len(s), len(s))))[0]
    return (Q * s) @ Q.T
# %% [markdown]
# ## 1 Alike by the clock
# Times of day are angles on a dial, in radians; any real number is one, and $x + 2\pi$ is the same
# time as $x$. The arc is the shorter way along the dial from $x$ to $y$, from 0 to $\pi$. Write
# $$k(x, y) = e^{-\mathrm{arc}(x, y)^2/2\ell^2}.$$
# Hint: `%` brings any difference into the range from 0 to $2\pi$.
# %% Table of arcs
def arc_table(x, y, bandwidth):
    """k(x_i, y_j) of all angles x (n,) and y (m,): (n, m)."""
    # BEGIN SOLUTION
    way = (x[:, None] - y) % (2 * np.pi)
    arc = np.minimum(way, 2 * np.pi - way)
    return np.exp(-(arc**2) / (2 * bandwidth**2))
    # END SOLUTION
    # SLIP not the shorter way
    # way = (x[:, None] - y) % (2 * np.pi)
    # return np.exp(-(way**2) / (2 * bandwidth**2))
    # SLIP the dial not closed
    # return np.exp(-((x[:, None] - y) ** 2) / (2 * bandwidth**2))
    # SLIP the straight way through the dial
    # chord = 2 * np.sin((x[:, None] - y) / 2)
    # return np.exp(-(chord**2) / (2 * bandwidth**2))
    # SLIP the 2 is forgotten
    # way = (x[:, None] - y) % (2 * np.pi)
    # return np.exp(-((np.minimum(way, 2 * np.pi - way) / bandwidth) ** 2))

# %% Check the table of arcs
x, y, bandwidth = rng.uniform(-7, 7, size=8), rng.uniform(0, 6, size=5), rng.uniform(0.8, 2)
y[0] = x[0] + np.pi - 0.1  # nearly opposite
K = np.asarray(arc_table(x, y, bandwidth))
assert K.shape == (8, 5), f"shape {K.shape}, not (8, 5)"
assert np.allclose(K, arc_table(x + 2 * np.pi, y, bandwidth)), "a whole turn changes the table"
assert np.allclose(K, arc_table(y, x, bandwidth).T), "k(x, y) is not k(y, x)"
arcs = np.array([[min(abs(a - b + 2 * np.pi * m) for m in range(-4, 5)) for b in y] for a in x])
assert np.allclose(np.sqrt(-2 * np.log(np.minimum(K, 1))) * bandwidth, arcs, atol=1e-6), (
    "the arc that your table stands for is not the shorter way along the dial")
print("Table of arcs: right.")
# %% [markdown]
# ## 2 A witness
# Numbers $c$ with $c^\top K c < 0$ prove that the rule behind $K$ is no kernel. Find the $c$ of
# length 1 for which $c^\top K c$ is least. Rounding makes eigenvalues of $10^{-15}$ of what is 0:
# count those as 0 that are in size at most $4n\varepsilon$ times the largest in size, with
# $\varepsilon$ = `np.finfo(float).eps`. Hint: `np.linalg.eigh`; see in which order it returns what.
# %% Witness
def witness(K):
    """The c (n,) of length 1 with the least c @ K @ c, K (n, n); None if that is not below 0."""
    # BEGIN SOLUTION
    s, U = np.linalg.eigh(K)
    rounding = 4 * len(s) * np.finfo(float).eps * np.abs(s).max()
    return U[:, 0] if s[0] < -rounding else None
    # END SOLUTION
    # SLIP rounding taken for a witness
    # s, U = np.linalg.eigh(K)
    # return U[:, 0] if s[0] < 0 else None
    # SLIP a row of the eigenvectors
    # s, U = np.linalg.eigh(K)
    # return U[0] if s[0] < -1e-10 * np.abs(s).max() else None
    # SLIP the largest eigenvalue's vector
    # s, U = np.linalg.eigh(K)
    # return U[:, -1] if s[0] < -1e-10 * np.abs(s).max() else None
    # SLIP a negative entry is asked for
    # return np.linalg.eigh(K)[1][:, 0] if K.min() < 0 else None

# %% Check the witness
least = -rng.uniform(1, 2)
K = with_eigenvalues(np.array([least, -0.1, 0.2, 0.7, 1, 3, 4]))
c = witness(K)
assert c is not None, "there is a witness against this table, and it was not found"
assert np.shape(c) == (7,) and np.isclose(np.linalg.norm(c), 1), "c is not a vector of length 1"
assert c @ K @ c < 0, "this c is no witness: the sum is not negative"
assert np.isclose(c @ K @ c, least), "another c of length 1 makes the sum smaller"
a, b = rng.uniform(1, 2, size=2)
assert witness(np.array([[a * a, 2 * a * b], [2 * a * b, b * b]])) is not None, (
    "all entries are positive, and yet there is a witness: two points too much alike")
for X in rng.normal(size=(8, 30, 2)):
    assert witness(X @ X.T) is None, "inner products of points, and a witness against them"
print("Witness: right.")
# %% [markdown]
# ## 3 Features of min
# To each $x \ge 0$ belongs the function that is 1 on $[0, x]$ and 0 beyond, and
# $\int f\,g\,\mathrm{d}t$ is the inner product of two functions. Cut the line into $m$ cells of
# width $h$: a function becomes $m$ numbers, one for each cell. Scale them so that the *sum* of
# products is the integral. Hint: compare $x$ with the middle of each cell.
# %% Features of min
def min_features(x, h, m):
    """The features (n, m) of x (n,), whole multiples of h from 0 to m h; cell 0 begins at 0."""
    # BEGIN SOLUTION
    middles = (np.arange(m) + 0.5) * h
    return np.sqrt(h) * (middles < x[:, None])
    # END SOLUTION
    # SLIP the cells not weighted
    # return 1.0 * ((np.arange(m) + 0.5) * h < x[:, None])
    # SLIP the root left out
    # return h * ((np.arange(m) + 0.5) * h < x[:, None])
    # SLIP 1 beyond x
    # return np.sqrt(h) * ((np.arange(m) + 0.5) * h > x[:, None])
    # SLIP one cell too few
    # return np.sqrt(h) * ((np.arange(m) + 1.5) * h < x[:, None])

# %% Check the features of min
h, m = rng.uniform(0.1, 0.4), 40
x = np.append(m, rng.permutation(np.arange(1, m))[:8]) * h
F = np.asarray(min_features(x, h, m))
assert F.shape == (9, 40), f"shape {F.shape}, not (9, 40): a row for each x"
assert np.allclose((F @ F.T)[0, 0], x[0]), "x[0] is m h, so all cells count: do they sum to it?"
assert np.allclose(F @ F.T, [[min(a, b) for b in x] for a in x]), (
    "the inner products of the features are not the smaller of two numbers")
assert witness(F @ F.T) is None
print("Features of min: right.")
# %% [markdown]
# ## 4 Which way does the objective bend?
# For a symmetric $K$, kernel or not, let
# $$J(\alpha) = \tfrac1n\|y - K\alpha\|^2 + \lambda\,\alpha^\top K\alpha,$$
# and let $\alpha$ solve $(K + n\lambda I)\alpha = y$. Step from there along a unit eigenvector:
# $J(\alpha + tu_j) = J(\alpha) + b_j t^2$. Put $Ku_j = s_ju_j$ in and find $b_j$. If one is
# negative, the solution is a saddle.
# %% Bends
def bends(K, lam):
    """The numbers b_j (n,) of the eigenvectors of K (n, n), smallest eigenvalue first."""
    # BEGIN SOLUTION
    s, n = np.linalg.eigvalsh(K), len(K)
    return s * (s + n * lam) / n
    # END SOLUTION
    # SLIP n is forgotten at λ
    # s, n = np.linalg.eigvalsh(K), len(K)
    # return s * (s + lam) / n
    # SLIP not divided by n
    # s, n = np.linalg.eigvalsh(K), len(K)
    # return s * (s + n * lam)
    # SLIP only the system's eigenvalues
    # return np.linalg.eigvalsh(K) + len(K) * lam

# %% Check the bends
K = with_eigenvalues(np.array([-1, 0.3, 0.8, 1.5, 2.5, 4]) * rng.uniform(0.8, 1.2))
y, lam = rng.normal(size=6), rng.uniform(0.3, 0.6)
J = lambda a: np.mean((y - K @ a) ** 2) + lam * a @ K @ a
alpha = np.linalg.solve(K + 6 * lam * np.eye(6), y)
b = np.asarray(bends(K, lam))
assert b.shape == (6,), f"shape {b.shape}, not (6,)"
for j, u in enumerate(np.linalg.eigh(K)[1].T):
    assert np.isclose(J(alpha + u) - J(alpha), b[j]), f"J rises otherwise along eigenvector {j}"
assert b.min() < 0 < bends(K, 0.05).min(), "a saddle here, but a minimum at λ = 0.05"
print("Bends: right.")
# %% [markdown]
# ## The lesson's number
# For twelve hours and $\ell = 1.6$ the lesson's first figure has a "squared distance" of $-0.111$.
# At $\ell = 0.7$ twelve hours have no witness, twenty-four have one. And by hand it finds $-8$.
# %% The lesson's number
dial = lambda n: 2 * np.pi * np.arange(n) / n
K = arc_table(dial(12), dial(12), 1.6)
c = witness(K)
assert np.isclose(c @ K @ c, -0.111, atol=5e-4)
assert witness(arc_table(dial(12), dial(12), 0.7)) is None
assert witness(arc_table(dial(24), dial(24), 0.7)) is not None
x = np.array([1, -1])
hand = (np.outer(x, x) - 2.0) ** 2
assert np.isclose(witness(hand) @ hand @ witness(hand), -8)
print(f"The twelve hours: {c @ K @ c:.3f}")
# %% [markdown]
# ## To go on with
# 1. Let $\ell$ shrink further. How many hours does it take until there is a witness? If you find
#    none with 200 hours, what does that prove?
# 2. Draw ten points and take $\tanh(x^\top y + 1)$. For which $\lambda$ is the solution of the fit
#    a minimum, by `bends`? For which is there no solution?
# 3. Set the negative eigenvalues of a table to zero. `witness` is content. What would you do with
#    a new point?
