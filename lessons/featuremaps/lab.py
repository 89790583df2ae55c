# %% [markdown]
# # Lab: feature maps and least squares
# You will write a feature map for one input and one for two, the least squares fit that works with
# any features, its error, and a count of the features. You need NumPy. Each task is one function;
# the cell below it draws data, checks what you wrote, and says what is wrong. Run every cell again
# as often as you like: the data are others each time.
# %% Set up
import itertools
import math

import numpy as np

rng = np.random.default_rng()  # other data at every run
# %% [markdown]
# ## 1 Powers of one input
# The feature map $\varphi(x) = (1, x, x^2, \dots, x^q)$ makes a row of $q + 1$ numbers from one
# input. For all inputs at once the rows are stacked: $\Phi$ is $n \times (q + 1)$.
#
# Hint: a column of inputs, raised to a row of exponents, makes a matrix.
# %% Powers
def powers(x, q):
    """The features 1, x, …, x^q, in this order, of each number in x (n,): (n, q + 1)."""
    # BEGIN SOLUTION
    return x[:, None] ** np.arange(q + 1)
    # END SOLUTION
    # SLIP the constant is left out
    # return x[:, None] ** np.arange(1, q + 1)
    # SLIP the highest power comes first
    # return np.vander(x, q + 1)
    # SLIP multiples in place of powers
    # return x[:, None] * np.arange(q + 1)
    # SLIP a row for each power
    # return x ** np.arange(q + 1)[:, None]
# %% Check the powers
x, q = rng.uniform(-2, 2, size=9), int(rng.integers(3, 7))
Phi, theta = powers(x, q), rng.normal(size=q + 1)
assert Phi.shape == (9, q + 1), f"shape {Phi.shape}, not {(9, q + 1)}: a row for each input"
value = np.polynomial.polynomial.polyval(x, theta)
assert np.allclose(Phi @ theta, value), "Φθ is not the polynomial θ₀ + θ₁x + θ₂x² + …"
print("Powers: right.")
# %% [markdown]
# ## 2 Least squares
# The coefficients $\theta$ with the least $\frac1n\|y - \Phi\theta\|^2$ solve the normal equations
#
# $$\Phi^\top\Phi\,\theta = \Phi^\top y.$$
#
# Solve them. $\Phi$ has rank $d$. Hint: `np.linalg.solve`; you need no inverse.
# %% Least squares
def least_squares(Phi, y):
    """The coefficients (d,) of the least squares fit of Phi (n, d) to y (n,)."""
    # BEGIN SOLUTION
    return np.linalg.solve(Phi.T @ Phi, Phi.T @ y)
    # END SOLUTION
    # SLIP one side is divided by n
    # return np.linalg.solve(Phi.T @ Phi / len(y), Phi.T @ y)
    # SLIP nothing is solved
    # return Phi.T @ y
    # SLIP each column is fitted by itself
    # return Phi.T @ y / (Phi**2).sum(axis=0)
    # SLIP one is added to the diagonal
    # return np.linalg.solve(Phi.T @ Phi + np.eye(Phi.shape[1]), Phi.T @ y)
# %% Check least squares
Phi, truth = rng.normal(size=(14, 4)), rng.normal(size=4)
theta = least_squares(Phi, Phi @ truth)
assert theta.shape == (4,), f"shape {theta.shape}, not (4,): one coefficient for each column"
assert np.allclose(theta, truth), "y was made of the columns, without noise: the fit must be exact"
y = rng.normal(size=14)
theta = least_squares(Phi, y)
least = np.linalg.norm(y - Phi @ theta)
for _ in range(100):
    other = theta + 0.01 * rng.normal(size=4)
    assert np.linalg.norm(y - Phi @ other) > least, "another θ close by fits these y better"
print("Least squares: right.")
# %% [markdown]
# ## 3 The error
# The error of a fit is the root mean square of its misses. On the points that were used for the fit
# it is the train error, on others the test error: the function is the same.
# %% Error
def error(Phi, theta, y):
    """The root mean square of what Phi theta misses y (n,) by, a number. Phi is (n, d)."""
    # BEGIN SOLUTION
    return np.sqrt(np.mean((y - Phi @ theta) ** 2))
    # END SOLUTION
    # SLIP the root is left out
    # return np.mean((y - Phi @ theta) ** 2)
    # SLIP the sum in place of the mean
    # return np.sqrt(np.sum((y - Phi @ theta) ** 2))
    # SLIP the mean of absolute misses
    # return np.mean(np.abs(y - Phi @ theta))
    # SLIP misses cancel, as nothing is squared
    # return abs(np.mean(y - Phi @ theta))
# %% Check the error
Phi, theta = rng.normal(size=(30, 3)), rng.normal(size=3)
miss = rng.normal(scale=3, size=30)
y = Phi @ theta + miss - miss.mean()
found = error(Phi, theta, y)
assert np.ndim(found) == 0, "one number is wanted for all points together"
assert np.isclose(error(Phi, theta, Phi @ theta), 0), "a fit that misses nothing has no error"
twice = error(np.tile(Phi, (2, 1)), theta, np.tile(y, 2))
assert np.isclose(twice, found), "every point taken twice must not change the error"
assert np.isclose(found, miss.std()), "this is not the root mean square of the misses"
print("Error: right.")
# %% [markdown]
# ## 4 Six features of two inputs
# All monomials of two inputs up to degree 2, in the order of the lesson's table:
# $\varphi(x) = (1, x_1, x_2, x_1^2, x_1x_2, x_2^2)$. They can draw a circle or a strip.
# %% Six features
def six(X):
    """The features 1, x1, x2, x1^2, x1 x2, x2^2, in this order, of each row of X (n, 2): (n, 6)."""
    # BEGIN SOLUTION
    x1, x2 = X.T
    return np.column_stack([np.ones(len(X)), X, x1**2, x1 * x2, x2**2])
    # END SOLUTION
    # SLIP the product comes last
    # x1, x2 = X.T
    # return np.column_stack([np.ones(len(X)), X, X**2, x1 * x2])
    # SLIP a root of 2 at the product
    # x1, x2 = X.T
    # return np.column_stack([np.ones(len(X)), X, x1**2, np.sqrt(2) * x1 * x2, x2**2])
    # SLIP the product is left out
    # return np.column_stack([np.ones(len(X)), X, X**2])
# %% Check the six features
X, (a, b), r = rng.normal(size=(25, 2)), rng.normal(size=2), rng.uniform(1, 2)
assert six(X).shape == (25, 6), f"shape {six(X).shape}, not (25, 6)"
circle = six(X) @ [r * r - a * a - b * b, 2 * a, 2 * b, -1, 0, -1]
distance = np.hypot(X[:, 0] - a, X[:, 1] - b)
assert np.allclose(circle, r**2 - distance**2), "no circle for its θ: is this the table's order?"
strip = six(X) @ [-1, 0, 0, a * a, 2 * a * b, b * b]
assert np.allclose(strip, (X @ [a, b]) ** 2 - 1), "no strip for its θ: is one feature scaled?"
print("Six features: right.")
# %% [markdown]
# ## 5 How many features
# Count the monomials of $p$ inputs of degree at most $q$, the constant included, without a list of
# them. Hint: stars and bars, and `math.comb`.
# %% Count
def count(p, q):
    """How many monomials of p inputs have degree at most q, a whole number."""
    # BEGIN SOLUTION
    return math.comb(p + q, q)
    # END SOLUTION
    # SLIP those of degree q exactly
    # return math.comb(p + q - 1, q)
    # SLIP the constant is not counted
    # return math.comb(p + q, q) - 1
    # SLIP the order of factors counts
    # return p**q
# %% Check the count
for p in range(1, 5):
    for q in range(6):
        listed = sum(sum(a) <= q for a in itertools.product(range(q + 1), repeat=p))
        assert count(p, q) == listed, f"p = {p}, q = {q}: a list of them all is of another length"
p, q = int(rng.integers(20, 90)), int(rng.integers(3, 9))
split = count(p - 1, q) + count(p, q - 1)  # without the last input, and with it
assert count(p, q) == split, "those without the last input and those with it are not all"
print("Count: right.")
# %% The lesson's number
theta = least_squares(powers(np.array([-1.0, 0.0, 1.0]), 1), np.array([1.0, 0.0, 5.0]))
assert np.allclose(theta, [2, 2])  # the worked example
table = six(np.array([[1, 1], [2, 1], [-1, 0]])) @ [4, 0, 0, -1, 0, -1]
assert np.allclose(table, [2, -1, 3])  # the table's last column
assert count(4, 3) == 35 and count(4, 10) == 1001 and count(100, 5) == 96_560_646
print("The lesson's numbers: θ =", theta, "and f =", table, "and", count(100, 5), "features.")
# %% [markdown]
# ## To go on with
# 1. Draw 15 points of a sine with noise, and 200 others. Which degree from 1 to 12 has the least
#    test error? Draw other points: how often is it the same degree?
# 2. Take `powers` of $x = 1000, 1001, \dots, 1006$ at degree 2. What is the condition number of
#    $\Phi^\top\Phi$, and what does `least_squares` make of it? Scale $x$ to $[-1, 1]$ and compare.
# 3. Draw two rings of points with $y = 1$ and $y = -1$. Fit them with `six`, and with its first
#    three columns alone. How many points are on the wrong side?
