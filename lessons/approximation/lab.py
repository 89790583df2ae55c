# %% [markdown]
# # Lab: where the error comes from
# You will write the approximation error of a class of features, the three parts of a fit's test
# error, squared bias and variance, and what a ball of coefficients costs at most. You need NumPy.
# Each task is one function; the cell below it checks it on data, which are others at every run.
# %% Set up
import numpy as np

rng = np.random.default_rng()  # other data at every run
# %% [markdown]
# ## 1 The approximation error
# New points fall on $N$ places, each as likely. Their features are the rows of $\Psi$
# ($N \times d$), and $f^*$ has the $N$ true values. The approximation error, for squared loss, is
# what the best of all combinations of the features still misses, in mean square:
#
# $$\min_\theta \frac1N\|f^* - \Psi\theta\|^2.$$
#
# Hint: `np.linalg.lstsq` finds this $\theta$.
# %% Approximation error
def approximation(Psi, truth):
    """The mean square of what the best combination of Psi's columns (N, d) misses truth (N,) by."""
    # BEGIN SOLUTION
    best = Psi @ np.linalg.lstsq(Psi, truth, rcond=None)[0]
    return np.mean((truth - best) ** 2)
    # END SOLUTION
    # SLIP the root is taken
    # best = Psi @ np.linalg.lstsq(Psi, truth, rcond=None)[0]
    # return np.sqrt(np.mean((truth - best) ** 2))
    # SLIP the sum in place of the mean
    # best = Psi @ np.linalg.lstsq(Psi, truth, rcond=None)[0]
    # return np.sum((truth - best) ** 2)
    # SLIP the best, not what it misses
    # best = Psi @ np.linalg.lstsq(Psi, truth, rcond=None)[0]
    # return np.mean(best**2)
# %% Check the approximation error
Psi, part = rng.normal(size=(40, 4)), rng.normal(size=4)
across = np.linalg.qr(np.column_stack([Psi, rng.normal(size=40)]))[0][:, 4]  # orthogonal to Psi
size = rng.uniform(4, 9)
assert np.isclose(approximation(Psi, Psi @ part), 0), "the truth is in the class: nothing is missed"
error = approximation(Psi, Psi @ part + size * across)
assert np.isclose(error, size**2 / 40), "what no column can follow is not its mean square"
truth = rng.normal(size=40)
more, fewer = approximation(Psi, truth), approximation(Psi[:, :2], truth)
assert more < fewer, "it did not fall when two columns were added"
print("Approximation error: right.")
# %% [markdown]
# ## 2 Three parts
# A sample has features $\Phi$ ($n \times d$) and readings $y$. Fit least squares to it. The fit's
# test error, squared, at the $N$ places is the sum of three parts: the noise $\sigma^2$, the
# approximation error, and the estimation error, which is the mean square of the difference between
# the fit and the best combination at these places. Use `approximation` for the second.
# %% Three parts
def parts(Phi, y, Psi, truth, sigma):
    """The noise, the approximation and the estimation error, in this order, of the least squares
    fit of Phi (n, d) to y (n,), on the places with features Psi (N, d) and true values truth (N,).
    A new reading there is off the truth by noise of variance sigma^2."""
    # BEGIN SOLUTION
    fit = Psi @ np.linalg.lstsq(Phi, y, rcond=None)[0]
    best = Psi @ np.linalg.lstsq(Psi, truth, rcond=None)[0]
    return sigma**2, approximation(Psi, truth), np.mean((fit - best) ** 2)
    # END SOLUTION
    # SLIP the fit is held against the truth
    # fit = Psi @ np.linalg.lstsq(Phi, y, rcond=None)[0]
    # return sigma**2, approximation(Psi, truth), np.mean((fit - truth) ** 2)
    # SLIP the noise is not squared
    # fit = Psi @ np.linalg.lstsq(Phi, y, rcond=None)[0]
    # best = Psi @ np.linalg.lstsq(Psi, truth, rcond=None)[0]
    # return sigma, approximation(Psi, truth), np.mean((fit - best) ** 2)
    # SLIP the train error in place of estimation
    # misses = y - Phi @ np.linalg.lstsq(Phi, y, rcond=None)[0]
    # return sigma**2, approximation(Psi, truth), np.mean(misses**2)
    # SLIP coefficients are compared, not values
    # theta = np.linalg.lstsq(Phi, y, rcond=None)[0]
    # best = np.linalg.lstsq(Psi, truth, rcond=None)[0]
    # return sigma**2, approximation(Psi, truth), np.mean((theta - best) ** 2)
# %% Check the three parts
sigma, x, z = rng.uniform(0.2, 0.6), rng.uniform(-1, 1, size=15), np.linspace(-1, 1, 60)
Phi, Psi, truth = np.vander(x, 3), np.vander(z, 3), np.sin(4 * z)
y = np.sin(4 * x) + rng.choice([-sigma, sigma], size=15)
noise, approx, estim = parts(Phi, y, Psi, truth, sigma)
fit = np.polyval(np.polyfit(x, y, 2), z)
risk = np.mean([(truth + coin - fit) ** 2 for coin in (-sigma, sigma)])  # every new reading
assert np.isclose(noise + approx + estim, risk), "they do not add up to the error on new readings"
again = parts(Phi[:10], y[:10], Psi, truth, sigma)
assert np.isclose(again[0], noise) and np.isclose(again[1], approx), "both are not of the sample"
assert np.isclose(parts(Psi, truth, Psi, truth, sigma)[2], 0), "all places, no noise: no estimation"
print("Three parts: right.")
# %% [markdown]
# ## 3 Bias and variance
# Draw $S$ samples and fit each. Let $\bar f$ be the mean of the $S$ fits, place by place. The
# squared bias is the mean over the places of $(\bar f - f^*)^2$. The variance is the mean over
# places and fits of $(\hat f - \bar f)^2$.
# %% Bias and variance
def bias_variance(fits, truth):
    """The squared bias and the variance of fits (S, N), a row for each sample and a column for each
    place, with true values truth (N,): two numbers."""
    # BEGIN SOLUTION
    mean = fits.mean(axis=0)
    return np.mean((mean - truth) ** 2), np.mean((fits - mean) ** 2)
    # END SOLUTION
    # SLIP the mean is taken over places
    # mean = fits.mean(axis=1, keepdims=True)
    # return np.mean((mean - truth) ** 2), np.mean((fits - mean) ** 2)
    # SLIP squared before the mean over samples
    # return np.mean((fits - truth) ** 2), np.mean((fits - fits.mean(axis=0)) ** 2)
    # SLIP the bias is averaged, then squared
    # return np.mean(fits - truth) ** 2, np.mean((fits - fits.mean(axis=0)) ** 2)
    # SLIP variance about the truth
    # return np.mean((fits.mean(axis=0) - truth) ** 2), np.mean((fits - truth) ** 2)
    # SLIP divided by S - 1
    # return np.mean((fits.mean(axis=0) - truth) ** 2), np.mean(fits.var(axis=0, ddof=1))
# %% Check bias and variance
truth, wave, shift = rng.normal(size=11), rng.normal(size=11), rng.normal(size=(6, 11))
bias2, variance = bias_variance(np.vstack([truth + shift, truth - shift]), truth)
assert np.isclose(bias2, 0), "for each fit above the truth there is one below: no bias"
bias2, variance = bias_variance(np.tile(truth + wave, (6, 1)), truth)
assert np.isclose(variance, 0), "all fits are the same: no variance"
assert np.isclose(bias2, wave @ wave / 11), "all fits are off by the same, but that is not the bias"
fits = truth + wave + shift
excess = np.mean([(f - truth) @ (f - truth) / 11 for f in fits])
assert np.isclose(sum(bias_variance(fits, truth)), excess), "the two do not make the excess risk"
print("Bias and variance: right.")
# %% [markdown]
# ## 4 The price of a ball
# Allow only $\|\theta\| \le D$. For a loss that is $L$-Lipschitz this costs at most
# $L\,\frac1N\sum_i\|\varphi(x_i)\|\,(\|\theta^*\| - D)_+$, with $\theta^*$ the best $\theta$.
# Here $(a)_+$ is $a$ if that is positive, else 0.
# %% Bound
def bound(Psi, star, D, L):
    """The bound on the price of the ball of radius D, a number. Psi (N, d) has the features of the
    N places in its rows, star (d,) is the best theta, and the loss is L-Lipschitz."""
    # BEGIN SOLUTION
    return L * np.linalg.norm(Psi, axis=1).mean() * max(np.linalg.norm(star) - D, 0)
    # END SOLUTION
    # SLIP a negative price is allowed
    # return L * np.linalg.norm(Psi, axis=1).mean() * (np.linalg.norm(star) - D)
    # SLIP the norm of the mean feature
    # return L * np.linalg.norm(Psi.mean(axis=0)) * max(np.linalg.norm(star) - D, 0)
    # SLIP the absolute values of θ are added
    # return L * np.linalg.norm(Psi, axis=1).mean() * max(np.abs(star).sum() - D, 0)
    # SLIP D is left out
    # return L * np.linalg.norm(Psi, axis=1).mean() * np.linalg.norm(star)
# %% Check the bound
star, lengths, L = 2 * rng.normal(size=3), rng.uniform(0.5, 3, size=20), rng.uniform(1, 3)
star *= max(1, 2 / np.linalg.norm(star))  # not shorter than 2
length, D = np.linalg.norm(star), rng.uniform(0.2, 0.8) * np.linalg.norm(star)
cut = D / length * star  # as long as D
Psi = np.outer(lengths * rng.choice([-1, 1], size=20), star / length)  # all along star
price = np.mean(L * np.abs(Psi @ star - Psi @ cut))
assert np.isclose(bound(Psi, star, D, L), price), "all features along θ*: price and bound are equal"
for _ in range(50):
    Psi = rng.normal(size=(20, 3))
    price = np.mean(L * np.abs(Psi @ star - Psi @ cut))
    assert bound(Psi, star, D, L) >= price, "the price of the θ cut to length is above the bound"
assert bound(Psi, star, 1.5 * length, L) == 0, "θ* is in the ball, which therefore costs nothing"
print("Bound: right.")
# %% The lesson's number
three = np.array([-1.0, 0.0, 1.0])
Psi = np.vander(three, 2)  # the columns x and 1
found = parts(Psi[[0, 2]], np.array([1.5, 0.5]), Psi, three**2, 0.5)
worked = [0.25, 0.222, 0.278, 0.75]  # the worked example
assert np.allclose([*found, sum(found)], worked, atol=5e-4)
print("The lesson's numbers:", np.round(found, 3), "and together", sum(found))
# %% [markdown]
# ## To go on with
# 1. Draw 500 samples of 30 points of $\sin x$ on $[0, 10]$ with noise of 0.3. Fit polynomials of
#    degree 4 in $x/5 - 1$. Compare `bias_variance` with `parts`. What changes with 300 points?
# 2. The mean estimation error of $d$ features should come near $\sigma^2 d/n$. Does it, with the
#    truth in the class? And if it is not?
# 3. For powers of $x/5 - 1$ up to degree 5, how far is `bound` above the price of the cut $\theta$?
