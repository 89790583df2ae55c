# %% [markdown]
# # Lab: finding gold
# You write kriging: the weight of each sample, the prediction and the variance that is left, the
# likelihood that chooses the bandwidth, and a rule that says where to drill next. Only NumPy is
# needed. After each task a cell checks what you wrote, on data drawn anew at every run; where
# something is wrong, it says what.
# %% Set up
import numpy as np

rng = np.random.default_rng()  # other data at every run


def gram(X, Y, ell):
    """The Gaussian kernel of each row of X (n, d) and each row of Y (m, d): (n, m)."""
    return np.exp(-((X[:, None] - Y) ** 2).sum(axis=2) / (2 * ell**2))


def draw(n):
    """Holes X (n, 2) on a square of 2 km, and their readings y (n,), less their mean."""
    X = rng.uniform(0, 2, size=(n, 2))
    y = np.sin(3 * X[:, 0]) + X[:, 1] + 0.2 * rng.normal(size=n)
    return X, y - y.mean()


# %% [markdown]
# ## 1 What each sample counts for
# Write the weights $w = (\mathbf K + n\lambda\mathbf I)^{-1} k(x)$ of the samples in the prediction
# at a place $x$, for several places at once, a column for each. Here `noise` is
# $n\lambda = \sigma^2/\tau^2$, whatever $n$ is.
# %% The weights
def weights(X, places, ell, noise):
    """The weights of the holes X (n, 2) at each of the places (m, 2): (n, m)."""
    # BEGIN SOLUTION
    return np.linalg.solve(gram(X, X, ell) + noise * np.eye(len(X)), gram(X, places, ell))
    # END SOLUTION
    # SLIP noise multiplied by n
    # A = gram(X, X, ell) + len(X) * noise * np.eye(len(X))
    # return np.linalg.solve(A, gram(X, places, ell))
    # SLIP noise added to every entry
    # return np.linalg.solve(gram(X, X, ell) + noise, gram(X, places, ell))
    # SLIP each sample as if alone
    # return gram(X, places, ell) / (1 + noise)
    # SLIP shares that add up to one
    # k = gram(X, places, ell)
    # return k / k.sum(axis=0)
# %% Check the weights
(X, _), places, ell, noise = draw(8), draw(5)[0], rng.uniform(0.4, 0.8), rng.uniform(0.1, 0.5)
W = weights(X, places, ell, noise)
assert np.shape(W) == (8, 5), f"shape {np.shape(W)}, not (8, 5): a row for each hole"
one = weights(X[:1], X[:1], ell, noise)[0, 0]
assert np.isclose(one * (1 + noise), 1), "one hole, predicted where it was drilled: another weight"


def mistake(w, place):
    """The mean squared error of w, in units of tau^2: over f, and over the noise of each hole."""
    both, v = np.vstack([X, place]), np.append(w, -1)
    return v @ gram(both, both, ell) @ v + noise * w @ w


for w, place in zip(W.T, places):
    slopes = [mistake(w + e, place) - mistake(w - e, place) for e in np.eye(8)]
    assert np.allclose(slopes, 0, atol=1e-8), "other weights have a smaller mean squared error"
w = weights(np.array([[0.0, 0.0], [0.0, 0.0], [50.0, 50.0]]), np.zeros((1, 2)), ell, noise)[:, 0]
assert np.isclose(w[0], w[1]) and abs(w[2]) < 1e-9, "twins share alike, and a far hole counts 0"
print("The weights: right.")
# %% [markdown]
# ## 2 The prediction, and what is left
# Write $f(x) = w^\top y$ and the share of the variance that the samples leave,
# $v(x) = k(x, x) - w^\top k(x)$, at each place. Then $s^2(x) = \tau^2 v(x)$. With $m$ places, $m$
# inner products of weights and likenesses are wanted: over which axis is the sum?
# %% Kriging
def kriging(X, y, places, ell, noise):
    """At each of the places (m, 2): the prediction f (m,), and the share v (m,) that is left."""
    # BEGIN SOLUTION
    W = weights(X, places, ell, noise)
    return y @ W, 1 - (W * gram(X, places, ell)).sum(axis=0)
    # END SOLUTION
    # SLIP the weights squared, in place of likenesses
    # W = weights(X, places, ell, noise)
    # return y @ W, 1 - (W**2).sum(axis=0)
    # SLIP the root of the share
    # W = weights(X, places, ell, noise)
    # return y @ W, np.sqrt(np.maximum(0, 1 - (W * gram(X, places, ell)).sum(axis=0)))
    # SLIP what is explained, not what is left
    # W = weights(X, places, ell, noise)
    # return y @ W, (W * gram(X, places, ell)).sum(axis=0)
    # SLIP the readings in the variance
    # W = weights(X, places, ell, noise)
    # return y @ W, np.mean(y**2) - (W * gram(X, places, ell)).sum(axis=0)
# %% Check kriging
(X, y), places, ell, noise = draw(8), draw(5)[0], rng.uniform(0.4, 0.8), rng.uniform(0.1, 0.5)
f, v = kriging(X, y, places, ell, noise)
assert np.shape(f) == (5,) and np.shape(v) == (5,), "one prediction and one share for each place"
again, same = kriging(X, y + 3, places, ell, noise)
assert np.allclose(v, same), "v has changed with the readings; it depends on the places alone"
assert np.all((v > 0) & (v < 1 + 1e-9)), "a share that is left lies between 0 and 1"
_, fewer = kriging(X[:-1], y[:-1], places, ell, noise)
assert np.all(v <= fewer + 1e-9), "one hole more, and more is left than before"
for i, place in enumerate(places):
    both = np.vstack([X, place])
    joint = gram(both, both, ell) + np.diag([noise] * 8 + [0])  # of the readings, and of f here
    inverse = np.linalg.inv(joint)
    assert np.isclose(v[i] * inverse[8, 8], 1, rtol=1e-4), "not the variance given the readings"
    mean = -inverse[8, :8] @ y / inverse[8, 8]
    assert np.isclose(f[i], mean, rtol=1e-4, atol=1e-6), "not the mean of f given the readings"
print("Kriging: right.")
# %% [markdown]
# ## 3 The likelihood
# The readings are normal with mean zero and covariance $\tau^2 A$, where
# $A = \mathbf K + n\lambda\mathbf I$. The likeliest scale is $\tau^2 = y^\top A^{-1} y / n$. Return
# it, and the logarithm of the density of $y$ at this $\tau^2$,
# $$-\tfrac12\bigl(n \log 2\pi + \log\det \tau^2 A + y^\top (\tau^2 A)^{-1} y\bigr).$$
# Hint: $\log\det \tau^2 A = n \log \tau^2 + \log\det A$, and `np.linalg.slogdet(A)[1]`.
# %% The likelihood
def likelihood(A, y):
    """The likeliest tau^2, and the log density of y (n,) at it, from A (n, n): two numbers."""
    # BEGIN SOLUTION
    n = len(y)
    tau2 = y @ np.linalg.solve(A, y) / n
    return tau2, -(n * np.log(2 * np.pi * tau2) + np.linalg.slogdet(A)[1] + n) / 2
    # END SOLUTION
    # SLIP the variance of y for tau squared
    # d = len(y) * np.log(2 * np.pi * y.var()) + np.linalg.slogdet(A)[1]
    # return y.var(), -(d + y @ np.linalg.solve(A, y) / y.var()) / 2
    # SLIP tau, not its square
    # tau, d = np.sqrt(y @ np.linalg.solve(A, y) / len(y)), np.linalg.slogdet(A)[1]
    # return tau, -(len(y) * (np.log(2 * np.pi * tau**2) + 1) + d) / 2
    # SLIP the sign of the determinant
    # tau2, d = y @ np.linalg.solve(A, y) / len(y), np.linalg.slogdet(A)[1]
    # return tau2, -(len(y) * (np.log(2 * np.pi * tau2) + 1) - d) / 2
    # SLIP the determinant without its half
    # tau2, d = y @ np.linalg.solve(A, y) / len(y), np.linalg.slogdet(A)[1]
    # return tau2, -len(y) * (np.log(2 * np.pi * tau2) + 1) / 2 - d
# %% Check the likelihood
(X, y), ell, noise = draw(9), rng.uniform(0.4, 0.8), rng.uniform(0.1, 0.5)
A = gram(X, X, ell) + noise * np.eye(9)
tau2, log_density = likelihood(A, y)
assert np.isclose(likelihood(A, 3 * y)[0], 9 * tau2), "readings 3 times as high: tau^2 is 9 times"


def one_by_one(t):
    """The log density of y, reading by reading, each given those before it, with tau^2 = t."""
    total = 0.0
    for i in range(9):
        f, v = kriging(X[:i], y[:i], X[i : i + 1], ell, noise)
        s2 = t * (v[0] + noise)
        total -= np.log(2 * np.pi * s2) / 2 + (y[i] - f[0]) ** 2 / (2 * s2)
    return total


slope = (one_by_one(1.001 * tau2) - one_by_one(tau2 / 1.001)) / 0.002
assert abs(slope) < 1e-4, "with another tau^2 the readings are likelier"
assert np.isclose(log_density, one_by_one(tau2)), "reading by reading it is another log density"
print("The likelihood: right.")
# %% [markdown]
# ## 4 Where to drill
# There is money for some more holes. Choose them one after another among the sites that are not
# drilled, each where the variance that is left is largest after all holes before it. No reading is
# needed. Mind that `np.argmax` counts among what you give it.
# %% Where to drill
def drill(sites, holes, ell, noise, count):
    """The numbers of the next count sites, in order; sites (n, 2), holes the numbers drilled."""
    # BEGIN SOLUTION
    chosen = list(holes)
    for _ in range(count):
        _, v = kriging(sites[chosen], np.zeros(len(chosen)), sites, ell, noise)
        v[chosen] = -1
        chosen.append(int(np.argmax(v)))
    return chosen[len(holes) :]
    # END SOLUTION
    # SLIP all by the first map
    # _, v = kriging(sites[holes], np.zeros(len(holes)), sites, ell, noise)
    # v[holes] = -1
    # return list(np.argsort(-v)[:count])
    # SLIP where least is left
    # chosen = list(holes)
    # for _ in range(count):
    #     _, v = kriging(sites[chosen], np.zeros(len(chosen)), sites, ell, noise)
    #     v[chosen] = 2
    #     chosen.append(int(np.argmin(v)))
    # return chosen[len(holes) :]
    # SLIP numbers among the rest, not all sites
    # chosen = []
    # for _ in range(count):
    #     left = np.setdiff1d(np.arange(len(sites)), list(holes) + chosen)
    #     now = sites[list(holes) + chosen]
    #     chosen.append(np.argmax(kriging(now, np.zeros(len(now)), sites[left], ell, noise)[1]))
    # return chosen
# %% Check where to drill
sites, ell, noise = draw(15)[0], rng.uniform(0.4, 0.8), rng.uniform(0.1, 0.3)
sites[13:] = [[3.5, 3.5], [3.5, 3.51]]  # twins, far from all others
holes = [0, 1, 2, 3]
chosen = drill(sites, holes, ell, noise, 4)
assert len(chosen) == 4, f"{len(chosen)} sites, not 4: the new ones alone are wanted"
assert len(set(chosen) | set(holes)) == 8, "one of these sites is drilled already"
for i in range(4):
    done = holes + list(chosen[:i])
    left = [kriging(sites[done], np.zeros(len(done)), s[None], ell, noise)[1][0] for s in sites]
    best = max(left[j] for j in range(15) if j not in done)
    assert np.isclose(left[chosen[i]], best), f"new hole {i + 1}: elsewhere more is left"
print("Where to drill: right.")
# %% [markdown]
# ## The lesson's number
# The worked example, with $k = \frac12$ at 1 km and $n\lambda = \frac12$. One hole at 1 km that
# reads 6: $f = 2$, and 0.83 of the variance is left. With a twin that reads 9: 3 and 0.80. With the
# second hole on the other side instead: 4.8 and 0.68.
# %% The lesson's number
ell, here, y = np.sqrt(1 / (2 * np.log(2))), np.zeros((1, 2)), np.array([6.0, 9.0])
for name, X, number, share in [
    ("one hole", [[1, 0]], 2, 0.83),
    ("twins", [[1, 0], [1, 0]], 3, 0.80),
    ("two sides", [[1, 0], [-1, 0]], 4.8, 0.68),
]:
    f, v = kriging(np.array(X), y[: len(X)], here, ell, 0.5)
    print(f"{name}: f = {f[0]:.1f}, and {v[0]:.2f} of the variance is left")
    assert np.isclose(f[0], number) and np.isclose(v[0], share, atol=0.005), "by hand it is another"
# %% [markdown]
# ## To go on
# - Draw 30 readings, find the likeliest `ell` and `noise` on a grid, and count how many of 1,000
#   new readings lie within 1.96 deviations of $f$. The variance of a reading is $s^2 + \sigma^2$.
# - Let `drill` choose ten of 100 sites, and take ten at random: after which of them is the error on
#   other places smaller, in how many of 100 samples?
# - Put a hole behind another, as seen from a place. For which `ell` is its weight negative?
