# %% [markdown]
# # Lab: distances and means from a kernel
# You write distances in the feature space, the nearest neighbours, the distance to a mean that
# nobody writes down, and $k$-means, from the Gram matrix $K$ alone. NumPy is all you need. After
# each task a cell checks what you wrote, on data drawn anew at every run: on features that it
# knows, the rows of `Phi`. Your functions see only $K$, which is `Phi @ Phi.T`.
# %% Set up
import numpy as np

rng = np.random.default_rng()  # other data at every run
# %% [markdown]
# ## 1 All distances
# $$d(x, x') = \sqrt{k(x, x) - 2k(x, x') + k(x', x')}.$$
# Hint: `d[:, None] + d` adds each entry of a vector to each other. Rounding may leave a number just
# below 0, which has no root: it stands for 0.
# %% Distances
def distances(K):
    """The distances in the feature space of all pairs of points, from K (n, n): (n, n)."""
    # BEGIN SOLUTION
    d = np.diag(K)
    return np.sqrt(np.maximum(d[:, None] - 2 * K + d, 0))
    # END SOLUTION
    # SLIP the root is forgotten
    # return np.maximum(np.diag(K)[:, None] - 2 * K + np.diag(K), 0)
    # SLIP the 2 is forgotten
    # return np.sqrt(np.maximum(np.diag(K)[:, None] - K + np.diag(K), 0))
    # SLIP the diagonal along one side only
    # return np.sqrt(np.maximum(2 * np.diag(K) - 2 * K, 0))
    # SLIP the root of a number below 0
    # return np.sqrt(np.diag(K)[:, None] - 2 * K + np.diag(K))
# %% Check the distances
Phi = rng.normal(size=(9, 4)) * rng.uniform(0.5, 2, size=(9, 1))
D = distances(Phi @ Phi.T)
assert np.shape(D) == (9, 9), "there should be a distance for each pair"
assert np.allclose(D, np.transpose(D), atol=1e-6), "d(x, x') should be the same as d(x', x)"
for i in range(9):
    for j in range(i):
        assert np.isclose(D[i, j], np.linalg.norm(Phi[i] - Phi[j])), (
            "the rows of Phi are at another distance: do all three terms count, and the root?")
twins = rng.uniform(1, 2) * np.array([[1.0, 1 + 1e-15], [1 + 1e-15, 1.0]])  # but for rounding
assert np.allclose(distances(twins), 0, atol=1e-6), "two copies of a point should be 0 apart"
print("Distances: right.")
# %% [markdown]
# ## 2 The nearest neighbours
# For each point the numbers of the $m$ points that are nearest in the feature space, the nearest
# first. A point is no neighbour of itself. Use `distances`. Hint: `np.argsort(D, axis=1)`.
# %% Neighbours
def neighbours(K, m):
    """Row i: the m points nearest to point i, the nearest first, i itself left out: (n, m)."""
    # BEGIN SOLUTION
    D = distances(K)
    np.fill_diagonal(D, np.inf)
    return np.argsort(D, axis=1)[:, :m]
    # END SOLUTION
    # SLIP a point is its own neighbour
    # return np.argsort(distances(K), axis=1)[:, :m]
    # SLIP the farthest
    # return np.argsort(-distances(K), axis=1)[:, :m]
    # SLIP the most alike, not the nearest
    # return np.argsort(-K + np.diag(np.full(len(K), np.inf)), axis=1)[:, :m]
    # SLIP sorted along the wrong side
    # return np.argsort(distances(K) + np.diag(np.full(len(K), np.inf)), axis=0)[:m].T[:, ::-1]
# %% Check the neighbours
X = rng.normal(size=(20, 2))
far = [sorted((np.linalg.norm(x - z), j) for j, z in enumerate(X)) for x in X]
plain = np.array([[j for _, j in row[1:5]] for row in far])  # row[0] is the point itself
squares, found = ((X[:, None] - X[None]) ** 2).sum(axis=2), neighbours(X @ X.T, 4)
assert np.shape(found) == (20, 4), "there should be four numbers for each point"
assert not np.any(found == np.arange(20)[:, None]), "a point has itself for neighbour"
assert np.all(found == plain), "with the linear kernel these are not the nearest four, in order"
for bandwidth in (1.0, 10.0):
    assert np.all(neighbours(np.exp(-squares / (2 * bandwidth**2)), 4) == plain), (
        "a Gaussian kernel of any bandwidth should have the neighbours of the plain distance")
print("Neighbours: right.")
# %% [markdown]
# ## 3 To a mean that nobody writes down
# For the mean $\mu$ of the features of $m$ points, those of a set $C$,
# $$\|\varphi(x) - \mu\|^2 = k(x, x) - \frac2m \sum_{j \in C} k(x, x_j)
# + \frac1{m^2} \sum_{j, l \in C} k(x_j, x_l).$$
# Hint: `K[:, C]` has the columns of $C$, and `K[np.ix_(C, C)]` its block.
# %% Squared distances to a mean
def to_mean(K, C):
    """The squared distance of every point to the mean of the points numbered in C: (n,)."""
    # BEGIN SOLUTION
    return np.diag(K) - 2 * K[:, C].mean(axis=1) + K[np.ix_(C, C)].mean()
    # END SOLUTION
    # SLIP the 2 is forgotten
    # return np.diag(K) - K[:, C].mean(axis=1) + K[np.ix_(C, C)].mean()
    # SLIP the block divided by m, not m²
    # return np.diag(K) - 2 * K[:, C].mean(axis=1) + K[np.ix_(C, C)].sum() / len(C)
    # SLIP the block is forgotten
    # return np.diag(K) - 2 * K[:, C].mean(axis=1)
    # SLIP the mean of all points
    # return np.diag(K) - 2 * K.mean(axis=1) + K.mean()
# %% Check the squared distances to a mean
Phi, C = rng.normal(size=(10, 3)) + 1, rng.choice(10, size=4, replace=False)
found = to_mean(Phi @ Phi.T, C)
assert np.shape(found) == (10,), "every point has a distance, also those that are not in C"
mu = sum(Phi[j] for j in C) / 4
assert np.allclose(found, [(row - mu) @ (row - mu) for row in Phi]), (
    "with the features at hand the mean is elsewhere: what does each term divide by?")
alone = to_mean(Phi @ Phi.T, C[:1])
assert np.allclose(alone, distances(Phi @ Phi.T)[C[0]] ** 2, atol=1e-6), "a point alone is its mean"
print("Squared distances to a mean: right.")
# %% [markdown]
# ## 4 A step of $k$-means
# Each point goes to the cluster whose mean is nearest; the means are those of the old clusters,
# numbered from 0, none of them empty. Hint: `np.flatnonzero(labels == c)` has the points of $c$.
# %% A step
def step(K, labels, clusters):
    """The cluster, 0 to clusters - 1, whose mean is nearest to each point: (n,)."""
    # BEGIN SOLUTION
    squares = [to_mean(K, np.flatnonzero(labels == c)) for c in range(clusters)]
    return np.argmin(squares, axis=0)
    # END SOLUTION
    # SLIP the most alike, without the block
    # return np.argmax([K[:, labels == c].mean(axis=1) for c in range(clusters)], axis=0)
    # SLIP the cluster of the nearest point
    # return labels[neighbours(K, 1)[:, 0]]
    # SLIP a point that is nearest, not a cluster
    # return np.argmin([to_mean(K, np.flatnonzero(labels == c)) for c in range(clusters)], axis=1)
# %% Check the step
for _ in range(20):
    Phi, labels = rng.normal(size=(30, 3)) + 1, np.append([0, 1, 2], rng.integers(3, size=27))
    means = [Phi[labels == c].mean(axis=0) for c in range(3)]
    after = step(Phi @ Phi.T, labels, 3)
    assert np.shape(after) == (30,), "there should be one cluster for each point"
    for row, c in zip(Phi, after):
        far = [np.linalg.norm(row - mean) for mean in means]
        assert far[c] <= min(far) + 1e-9, "by the features another mean is nearer to a point"
print("Step: right.")
# %% [markdown]
# ## 5 What a step lowers
# $J$ is the sum over all points of the squared distance to the mean of their own cluster.
# %% The objective
def objective(K, labels):
    """J, a number, for clusters as labels (n,) say."""
    # BEGIN SOLUTION
    parts = [np.flatnonzero(labels == c) for c in np.unique(labels)]
    return sum(to_mean(K, part)[part].sum() for part in parts)
    # END SOLUTION
    # SLIP every point to every mean
    # return sum(to_mean(K, np.flatnonzero(labels == c)).sum() for c in np.unique(labels))
    # SLIP to the mean of all points
    # return to_mean(K, np.arange(len(K))).sum()
    # SLIP to the nearest mean, not to its own
    # return np.min([to_mean(K, np.flatnonzero(labels == c)) for c in set(labels)], axis=0).sum()
# %% Check the objective
Phi, labels = rng.normal(size=(12, 3)) + 1, np.array([0] * 2 + [1] * 4 + [2] * 6)
K = Phi @ Phi.T
pairs = [((Phi[i] - Phi[j]) ** 2).sum() / (2 * np.sum(labels == labels[i]))
         for i in range(12) for j in range(12) if labels[i] == labels[j]]
assert np.isclose(objective(K, labels), sum(pairs)), "by pairs of points the sum is another"
assert np.isclose(objective(K, np.arange(12)), 0, atol=1e-9), "points alone cost nothing"
assert objective(K, step(K, labels, 3)) <= objective(K, labels) + 1e-9, "a step has raised it"
print("Objective: right.")
# %% The lesson's number
# Points -1, 1, 2 with k(x, x') = (xx')²: the distances of two pairs, and of 2 from the mean.
K = np.outer([-1.0, 1.0, 2.0], [-1.0, 1.0, 2.0]) ** 2
D, score = distances(K), np.sqrt(to_mean(K, np.arange(3))[2])
assert np.isclose(D[1, 2], 3) and np.isclose(D[0, 1], 0), "the distances should be 3 and 0"
assert np.isclose(score, 2), "the point 2 should be at 2 from the mean"
print(f"As in the lesson: {D[1, 2]:.0f}, {D[0, 1]:.0f} and {score:.0f}.")
# %% [markdown]
# ## To go on with
# - Draw two rings of 40 points, of radius 1 and 3 say. Repeat `step` from 20 random starts, and
#   keep the least $J$: for which bandwidths are the two clusters the rings?
# - Rank points by `to_mean` of all. Which are the odd ones with a narrow Gaussian kernel, which
#   with a wide one? And what is left of `neighbours` with a very narrow one?
