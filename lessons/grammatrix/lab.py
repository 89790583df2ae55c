# %% [markdown]
# # Lab: the Gram matrix
# You write the table of all pairs, what can be read off it without the points (distances and
# angles), and a fit that sees nothing but two such tables. NumPy is all you need. After each task
# comes a cell that checks what you wrote, on data drawn anew at every run, and says what is wrong.
# %% Set up
import numpy as np

rng = np.random.default_rng()  # other data at every run


def inner(x, y):
    """The inner product of two vectors, a number."""
    return float(x @ y)

# %% [markdown]
# ## 1 One square for all pairs
# A similarity $k$ of two vectors is given as a Python function. Fill the table
# $$K_{ij} = k(x_i, y_j),$$
# with a row for each $x_i$ and a column for each $y_j$. With the same points twice it is the Gram
# matrix $K$; with new points for the rows it is $\hat K$. Loops will do here.
# %% Table
def table(k, X, Y):
    """k(x, y), a number, of each row x of X (n, p) and each row y of Y (m, p): (n, m)."""
    # BEGIN SOLUTION
    return np.array([[k(x, y) for y in Y] for x in X])
    # END SOLUTION
    # SLIP a row for each y
    # return np.array([[k(x, y) for x in X] for y in Y])
    # SLIP the two arguments exchanged
    # return np.array([[k(y, x) for y in Y] for x in X])
    # SLIP both points from X
    # return np.array([[k(x, z) for z in X] for x in X])

# %% Check the table
X, Y = rng.normal(size=(6, 3)), rng.normal(size=(4, 3))
lopsided = lambda x, y: x[0] - 2 * y[1] + x[2] * y[0]  # k(x, y) is not k(y, x)
K = np.asarray(table(lopsided, X, Y))
assert K.shape == (6, 4), f"shape {K.shape}, not (6, 4): one row for each row of X"
i, j = rng.integers(6), rng.integers(4)
assert np.isclose(K[i, j], X[i, 0] - 2 * Y[j, 1] + X[i, 2] * Y[j, 0]), (
    f"the entry in row {i} and column {j} is not k of X[{i}] and Y[{j}], in this order")
K = np.asarray(table(inner, X, X))
assert np.allclose(K, K.T), "the Gram matrix of a symmetric k must be symmetric"
print("Table: right.")
# %% [markdown]
# ## 2 Distances from the table
# Now forget the points. From the Gram matrix of the inner products alone compute all squared
# distances $\|x_i - x_j\|^2$. Hint: multiply $(x_i - x_j)^\top(x_i - x_j)$ out; each part stands
# somewhere in $K$. `np.diag(K)` is the diagonal.
# %% Squared distances
def squared_distances(K):
    """|x_i - x_j|^2 of all pairs (n, n), from the table K (n, n) of the inner products."""
    # BEGIN SOLUTION
    lengths = np.diag(K)
    return lengths[:, None] - 2 * K + lengths
    # END SOLUTION
    # SLIP the product counted once
    # lengths = np.diag(K)
    # return lengths[:, None] - K + lengths
    # SLIP the product added
    # lengths = np.diag(K)
    # return lengths[:, None] + 2 * K + lengths
    # SLIP the root taken
    # lengths = np.diag(K)
    # return np.sqrt(np.maximum(lengths[:, None] - 2 * K + lengths, 0))
    # SLIP the length of one point twice
    # return 2 * np.diag(K) - 2 * K

# %% Check the squared distances
X = rng.normal(size=(7, 3)) * 2
D = np.asarray(squared_distances(table(inner, X, X)))
assert D.shape == (7, 7), f"shape {D.shape}, not (7, 7)"
assert np.allclose(np.diag(D), 0), "a point is not at distance 0 from itself"
assert np.allclose(D, D.T), "the distance from i to j is not that from j to i"
apart = [[np.linalg.norm(x - y) for y in X] for x in X]
assert not np.allclose(D, apart), "these are the distances, not their squares"
assert np.allclose(np.sqrt(np.maximum(D, 0)), apart, atol=1e-6), (
    "not the squared distances of the points: which parts has the product, and how often?")
shift = rng.normal(size=3)
moved = squared_distances(table(inner, X + shift, X + shift))
assert np.allclose(D, moved), "all points were shifted alike, and a distance changed"
print("Squared distances: right.")
# %% [markdown]
# ## 3 Lengths taken out
# Divide each entry of $K$ by the lengths of its two points (in the space of the features, if $k$
# is another kernel), so that the cosine of their angle is left. You have only $K$, and no length
# is 0. Where does the length of a point stand in $K$?
# %% Normalised table
def normalised(K):
    """The cosines (n, n) of all pairs, from a Gram matrix K (n, n) with a positive diagonal."""
    # BEGIN SOLUTION
    lengths = np.sqrt(np.diag(K))
    return K / np.outer(lengths, lengths)
    # END SOLUTION
    # SLIP divided by squares of the lengths
    # return K / np.outer(np.diag(K), np.diag(K))
    # SLIP divided on one side only
    # return K / np.diag(K)
    # SLIP lengths added
    # lengths = np.sqrt(np.diag(K))
    # return K / (lengths[:, None] + lengths)

# %% Check the normalised table
X = rng.normal(size=(8, 3))
C = np.asarray(normalised(table(inner, X, X)))
assert C.shape == (8, 8), f"shape {C.shape}, not (8, 8)"
assert np.allclose(np.diag(C), 1), "the angle of a point with itself is 0, its cosine is 1"
assert np.allclose(C, C.T), "not symmetric: which lengths belong to row i, which to column j?"
longer = X * rng.uniform(0.5, 4, size=(8, 1))
assert np.allclose(C, normalised(table(inner, longer, longer))), (
    "the points became longer or shorter, none changed its direction, and yet an entry changed")
unit = np.array([x / np.linalg.norm(x) for x in X])
assert np.allclose(C, unit @ unit.T), "not the cosines of the angles"
print("Normalised table: right.")
# %% [markdown]
# ## 4 A fit from two tables
# Kernel ridge regression predicts $\hat y = \hat K (K + n\lambda I)^{-1} y$, where $n$ is the
# number of training points. Solve the system, do not invert. It needs no point, only the tables.
# %% Predictions
def predictions(K, K_new, y, lam):
    """The m predictions (m,), from K (n, n), K_new (m, n), y (n,) and lam > 0."""
    # BEGIN SOLUTION
    n = len(y)
    return K_new @ np.linalg.solve(K + n * lam * np.eye(n), y)
    # END SOLUTION
    # SLIP n is forgotten
    # return K_new @ np.linalg.solve(K + lam * np.eye(len(y)), y)
    # SLIP n counts the new points
    # return K_new @ np.linalg.solve(K + len(K_new) * lam * np.eye(len(y)), y)
    # SLIP nλ added to every entry
    # return K_new @ np.linalg.lstsq(K + len(y) * lam, y, rcond=None)[0]
    # SLIP fitted values, not those at new points
    # n = len(y)
    # return K @ np.linalg.solve(K + n * lam * np.eye(n), y)

# %% Check the predictions
F, F_new = rng.normal(size=(12, 4)), rng.normal(size=(5, 4))  # the features are the points
y, lam = rng.normal(size=12), rng.uniform(0.1, 0.5)
got = np.asarray(predictions(table(inner, F, F), table(inner, F_new, F), y, lam))
assert got.shape == (5,), f"shape {got.shape}, not (5,): one prediction for each new point"
rows, goal = np.vstack([F, np.sqrt(12 * lam) * np.eye(4)]), np.append(y, np.zeros(4))
weights = np.linalg.lstsq(rows, goal, rcond=None)[0]  # ridge regression, with the mean loss
assert np.allclose(got, F_new @ weights), (
    "ridge regression on the features predicts otherwise: what is added to K, and where?")
turn = np.linalg.qr(rng.normal(size=(4, 4)))[0]
F, F_new = F @ turn, F_new @ turn
again = predictions(table(inner, F, F), table(inner, F_new, F), y, lam)
assert np.allclose(got, again), "all points were turned, and a prediction changed"
print("Predictions: right.")
# %% [markdown]
# ## The lesson's number
# In the worked example the lesson asks which of $b = (6, 8)$, $c = (4, 3)$, $d = (12, 5)$ is most
# like $a = (3, 4)$: $d$ by the inner product (56), $b$ by the cosine (1), $c$ by the distance.
# %% The lesson's number
X = np.array([[3.0, 4], [6, 8], [4, 3], [12, 5]])
K = table(inner, X, X)
assert np.isclose(K[0, 3], 56) and np.isclose(squared_distances(K)[0, 3], 82)
assert np.isclose(normalised(K)[0, 3], 56 / 65) and np.isclose(normalised(K)[0, 2], 24 / 25)
answers = ["bcd"[np.argmax(t[0, 1:])] for t in (K, normalised(K), -squared_distances(K))]
assert answers == ["d", "b", "c"]
print("Most like a, by inner product, cosine and distance:", *answers)
# %% [markdown]
# ## To go on with
# 1. Draw 30 points. For how many do the inner product, the cosine and the distance name three
#    different points as most alike? What if all points have the same length? (No point counts as
#    most like itself.)
# 2. Shift all points, old and new, by the same vector. Do the predictions of task 4 stay? Do they
#    with the Gaussian $e^{-\|x - y\|^2/2\ell^2}$ as $k$? Say first, then compute.
# 3. Multiply all inputs by 10, as if grams became decigrams. How must you change $\lambda$, so
#    that the predictions with `inner` stay the same?
