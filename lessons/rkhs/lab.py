# %% [markdown]
# # Lab: functions, their inner products and norms
# You write functions $f = \sum_i \alpha_i\,k(x_i, \cdot)$ of a reproducing kernel Hilbert space,
# their inner product, the distance of two places as the kernel sees it, and the function of least
# norm through given readings. NumPy is all you need. After each task comes a cell that checks what
# you wrote, on data drawn anew at every run, and says what is wrong.
# %% Set up
import numpy as np

rng = np.random.default_rng()  # other data at every run


def gaussian(x, y):
    """The table (n, m) of exp(-(x_i - y_j)^2 / 2), of numbers x (n,) and y (m,)."""
    return np.exp(-((x[:, None] - y) ** 2) / 2)


def smaller(x, y):
    """The table (n, m) of min(x_i, y_j), of numbers from 0 on, x (n,) and y (m,)."""
    return np.minimum(x[:, None], y)
# %% [markdown]
# ## 1 Values
# A function is given by a kernel, by its centres $x_i$ and by the numbers $\alpha_i$. Its value is
# $$f(t) = \sum_i \alpha_i\,k(x_i, t).$$
# Here and below `k` is a function such as `gaussian`, which makes the table of two lists of places.
# %% Values
def values(k, alpha, x, t):
    """The values (m,) at t (m,) of the function with alpha (n,) and centres x (n,)."""
    # BEGIN SOLUTION
    return alpha @ k(x, t)
    # END SOLUTION
    # SLIP every bump of the same height
    # return k(x, t).sum(axis=0)
    # SLIP values at the centres
    # return alpha @ k(x, x)
    # SLIP the mean, not the sum
    # return alpha @ k(x, t) / len(x)

# %% Check the values
x, alpha, t = rng.uniform(0, 4, size=6), rng.normal(size=6), rng.uniform(0, 4, size=9)
for k in gaussian, smaller:
    f = np.asarray(values(k, alpha, x, t))
    assert f.shape == (9,), f"shape {f.shape}, not (9,): one value for each place"
    for place, value in zip(t, f):
        one = np.array([place])
        parts = [a * k(np.array([c]), one)[0, 0] for a, c in zip(alpha, x)]
        assert np.isclose(value, sum(parts)), "a value is not the sum of the bumps at its place"
print("Values: right.")
# %% [markdown]
# ## 2 Inner product
# For $f = \sum_i \alpha_i\,k(x_i, \cdot)$ and $g = \sum_j \beta_j\,k(y_j, \cdot)$ it is
# $$\langle f, g\rangle = \sum_{i,j} \alpha_i\beta_j\,k(x_i, y_j).$$
# The two may have different centres, and not equally many.
# %% Inner product
def inner(k, alpha, x, beta, y):
    """<f, g>, a number: f has alpha (n,) at x (n,), and g has beta (m,) at y (m,)."""
    # BEGIN SOLUTION
    return alpha @ k(x, y) @ beta
    # END SOLUTION
    # SLIP as if bumps were at right angles
    # both = min(len(x), len(y))
    # return alpha[:both] @ beta[:both]
    # SLIP only bump i with bump i
    # both = min(len(x), len(y))
    # return alpha[:both] @ (np.diag(k(x, y))[:both] * beta[:both])

# %% Check the inner product
x, alpha, y, beta = [rng.uniform(0, 4, size=n) - s for n, s in ((6, 0), (6, 2), (4, 0), (4, 2))]
for k in gaussian, smaller:
    fg = inner(k, alpha, x, beta, y)
    assert np.ndim(fg) == 0, "the inner product is one number"
    for t in rng.uniform(0, 4, size=3):
        bump = inner(k, alpha, x, np.ones(1), np.array([t]))
        assert np.isclose(bump, values(k, alpha, x, np.array([t]))[0]), (
            "with the one bump k(t, .) it should be the value f(t)")
    assert np.isclose(fg, inner(k, beta, y, alpha, x)), "<f, g> is not <g, f>"
    assert np.isclose(inner(k, alpha, x, 3 * beta, y), 3 * fg), "<f, 3g> is not 3 <f, g>"
    assert np.isclose(fg, sum(b * values(k, alpha, x, y)[j] for j, b in enumerate(beta))), (
        "g is a sum of bumps, so <f, g> should be a sum of values of f")
print("Inner product: right.")
# %% [markdown]
# ## 3 Norm
# $\|f\|$ is the root of $\langle f, f\rangle$. Rounding may make the number under the root a
# little less than 0: then the norm is 0.
# %% Norm
def norm(k, alpha, x):
    """The norm, a number, of the function with alpha (n,) at the centres x (n,)."""
    # BEGIN SOLUTION
    return np.sqrt(max(inner(k, alpha, x, alpha, x), 0))
    # END SOLUTION
    # SLIP the root left out
    # return max(inner(k, alpha, x, alpha, x), 0)
    # SLIP the length of the list of heights
    # return np.sqrt(alpha @ alpha)
    # SLIP each bump with itself only
    # return np.sqrt(alpha**2 @ np.diag(k(x, x)))

# %% Check the norm
x, alpha = np.sort(rng.uniform(0, 4, size=6)), rng.normal(size=6)
assert np.isclose(norm(gaussian, -2 * alpha, x), 2 * norm(gaussian, alpha, x)), "-2f, not twice f"
ends = np.append(0, x)  # with min, f is a polygon with its corners here, and f(0) = 0
slopes = np.diff(values(smaller, alpha, x, ends)) / np.diff(ends)
assert np.isclose(norm(smaller, alpha, x) ** 2, (slopes**2) @ np.diff(ends)), (
    "with min the squared norm should be the integral of the squared slope")
assert norm(gaussian, np.array([1.0, -1]), np.zeros(2)) < 1e-6, "one bump minus itself has a norm"
print("Norm: right.")
# %% [markdown]
# ## 4 Distance
# As the kernel sees it, places are as far apart as their bumps,
# $d_{\mathcal H}(x, y) = \|k(x, \cdot) - k(y, \cdot)\|$. Multiply the square out, and make the
# table of the distances from the values of the kernel. `np.diag(k(x, x))` has $k(x_i, x_i)$.
# %% Distance
def distance(k, x, y):
    """The distances (n, m) of all places x (n,) from all places y (m,)."""
    # BEGIN SOLUTION
    squares = np.diag(k(x, x))[:, None] - 2 * k(x, y) + np.diag(k(y, y))
    return np.sqrt(np.maximum(squares, 0))
    # END SOLUTION
    # SLIP the root left out
    # return np.diag(k(x, x))[:, None] - 2 * k(x, y) + np.diag(k(y, y))
    # SLIP the product counted once
    # squares = np.diag(k(x, x))[:, None] - k(x, y) + np.diag(k(y, y))
    # return np.sqrt(np.maximum(squares, 0))
    # SLIP as if k(x, x) were 1
    # return np.sqrt(np.maximum(2 - 2 * k(x, y), 0))
    # SLIP the usual distance
    # return np.abs(x[:, None] - y)

# %% Check the distance
x, y, alpha = rng.uniform(0, 4, size=5), rng.uniform(0, 4, size=3), rng.normal(size=5)
for k in gaussian, smaller:
    d = np.asarray(distance(k, x, y))
    assert d.shape == (5, 3), f"shape {d.shape}, not (5, 3)"
    for i, j in np.ndindex(5, 3):
        two = norm(k, np.array([1.0, -1]), np.array([x[i], y[j]]))
        assert np.isclose(d[i, j], two, atol=1e-6), "not the norm of one bump minus the other"
    f, g = values(k, alpha, x, x)[:, None], values(k, alpha, x, y)
    assert np.all(np.abs(f - g) <= norm(k, alpha, x) * d + 1e-6), "f leaves its cone"
print("Distance: right.")
# %% [markdown]
# ## 5 The least norm
# Of all functions through the readings $y_i$ at distinct places $x_i$ one has the least norm: the
# one whose centres are the $x_i$. Find its $\alpha$. Hint: what are its values at the $x_i$?
# %% Least norm
def least(k, x, y):
    """The alpha (n,) of the function with centres x (n,) through the readings y (n,)."""
    # BEGIN SOLUTION
    return np.linalg.solve(k(x, x), y)
    # END SOLUTION
    # SLIP readings taken for the heights
    # return y * 1.0
    # SLIP the matrix used the wrong way
    # return k(x, x) @ y
    # SLIP ridge regression, which misses the readings
    # return np.linalg.solve(k(x, x) + 0.1 * np.eye(len(x)), y)

# %% Check the least norm
x, y = np.arange(1, 6) + rng.uniform(-0.2, 0.2, size=5), rng.normal(size=5)
for k in gaussian, smaller:
    alpha = np.asarray(least(k, x, y))
    assert alpha.shape == (5,), f"shape {alpha.shape}, not (5,)"
    assert np.allclose(values(k, alpha, x, x), y), "the function does not pass through the readings"
    z, beta = np.append(x, [2.5, 4.5]), rng.normal(size=7)  # another function
    beta[:5] -= least(k, x, values(k, beta, z, x))  # and now it is zero at the readings
    s = np.append(alpha, [0, 0])
    up, down = norm(k, s + beta, z), norm(k, s - beta, z)
    assert np.isclose(up, down), "a swing that is zero at the readings, turned over: another norm"
    assert up > norm(k, alpha, x), "another function through the readings has a smaller norm"
print("Least norm: right.")
# %% [markdown]
# ## The lesson's number
# By hand the lesson finds $\|f\|^2 = 2$ for $f = 2\min(1, \cdot) - \min(2, \cdot)$. With the
# Gaussian, values 1 and $-1$ at the places 1 and 2 cost $\|f\|^2 = 5.08$, and 1 and 1 much less.
# %% The lesson's number
x = np.array([1.0, 2])
assert np.isclose(norm(smaller, np.array([2.0, -1]), x) ** 2, 2)
assert np.allclose(values(smaller, np.array([2.0, -1]), x, np.array([1.0, 2, 3])), [1, 0, 0])
costs = [norm(gaussian, least(gaussian, x, np.array([1.0, v])), x) ** 2 for v in (1, -1)]
assert np.isclose(costs[1], 5.08, atol=0.005) and costs[0] < costs[1] / 4
print("Together and against each other:", np.round(costs, 2))
# %% [markdown]
# ## To go on with
# 1. Add the kernel $e^{-|x - y|}$. How does `distance` begin to grow, beside the Gaussian's?
# 2. For values $v$ at the centres compare $\|f\|^2$ with $\sum_j a_j^2/\lambda_j$, where $a_j$ are
#    the coordinates of $v$ in the eigenvectors of $K$. Which values cost most?
# 3. Move two centres closer and closer together. What becomes of `least`, and of the norm?
