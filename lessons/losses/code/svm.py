# A support vector machine: {{.State}}
# %% Method
import numpy as np
from sklearn.svm import SVC


{{template "rowkernel.py" .}}


def svm(K, y, C):  # the dual problem, by an interior-point method; λ of the mean loss is 1/2nC
    n = len(y)
    if len(set(y)) < 2:
        return np.zeros(n), y[0], np.zeros(n, dtype=bool)
    Q = K * np.outer(y, y)
    a, b = C * np.where(y > 0, np.mean(y < 0), np.mean(y > 0)), 0.0  # 0 ≤ a = yα ≤ C, and Σα = 0
    u, v = np.ones(n), np.ones(n)
    for _ in range(200):
        s = C - a
        mu = (a @ u + s @ v) / (2 * n)
        if mu <= 1e-14 * a.max():
            break
        A = np.block([[Q + np.diag(u / a + v / s), y[:, None]], [y, 0]])
        slope = Q @ a - 1 + b * y
        centre, p, q = 0, 0, 0
        for look in (True, False):  # how far one can see, then the step
            low, high = (centre * mu - p) / a, (centre * mu - q) / s
            d = np.linalg.solve(A, np.append(low - high - slope, 0))
            da = d[:n]
            du, dv = low - u - u / a * da, high - v + v / s * da
            share = np.max([-da / a, da / s, -du / u, -dv / v])
            t = min(1, (1 if look else 0.99) / max(share, 1e-9))
            centre = (((a + t * da) @ (u + t * du) + (s - t * da) @ (v + t * dv)) / (2 * n * mu)) ** 3
            p, q = da * du, -da * dv
        a, b, u, v = a + t * da, b + t * d[n], u + t * du, v + t * dv
    alpha = y * a
    if not np.any((a > 1e-7 * a.max()) & (a < C * (1 - 1e-7))):  # the middle of what b may be
        h, up = y - K @ alpha, (y > 0) == (a < C / 2)
        b = (h[up].max() + h[~up].min()) / 2
    # Where f moves, one of aᵢ and uᵢ ends at zero: the smaller, each beside what there is of it.
    return alpha, b, a * np.ptp(K @ alpha) > u * a.max()


# %% Data
{{template "twoinputs.py" .}}
y = np.array([{{list .Y}}], dtype=float)
{{template "parameters.py" .}}C = {{.C}}

# %% Numbers
n = len(y)
K = kernel(X, X{{template "arguments" .}})
alpha, b, held = svm(K, y, C)  # where held, a support vector
f = K @ alpha + b
norm = np.sqrt(max(alpha @ K @ alpha, 0))
J = norm**2 / 2 + C * np.sum(np.maximum(0, 1 - y * f))
constant = C * (n - abs(y.sum()))  # what the best f without w costs
if constant - J <= {{.Rounding}} * n * constant:  # to rounding no w is better than none
    alpha, b, held, norm, J = 0 * alpha, np.sign(y.sum()), held & False, 0, constant
    f = np.full(n, b)
support = held.sum()
terms = np.minimum(np.abs(K) @ np.abs(alpha), 1 + norm * np.sqrt(np.diag(K)))
values = {
    "multiplications": 3 * support,  # two inputs and a coefficient
    "ridge_multiplications": 3 * n,
    "train_right": 100 * np.mean(y * f > {{.Rounding}} * n * (terms + abs(b))),  # f no larger is on neither side
    "objective": J,
    "lambda": 1 / (2 * n * C),
}
if support > 0:  # else f is a constant, and needs none of the α that the dual problem has
    values |= {"support": support, "share": 100 * support / n, "margin": 1 / norm}
{{template "print.py" .}}

# %% Check
# scikit-learn has the same f, to three digits: it stops at a tol of 0.001, and holds K in
# float32. Where C times K is so large that it creeps, it warns and stops before.
if len(set(y)) == 2:
    machine = SVC(C=C, kernel="precomputed", max_iter=100_000).fit(K, y)
    if machine.fit_status_ == 0:
        assert np.allclose(machine.decision_function(K), f, atol=1e-3 * max(50, np.ptp(f)))
