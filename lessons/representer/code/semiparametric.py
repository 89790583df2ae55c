# Bumps and a polynomial trend that costs nothing: {{.State}}
# %% Method
import numpy as np


def kernel(s, t):
    return np.exp(-((s[:, None] - t) ** 2) / (2 * ell**2))


def powers(s, m):
    return ((s[:, None] - centre) / scale) ** np.arange(m)


def fit(m):
    """The α and β of a trend with m powers, from the saddle system."""
    Psi = powers(x, m)
    A = np.block([[kernel(x, x) + n * lam * np.eye(n), Psi], [Psi.T, np.zeros((m, m))]])
    solution = np.linalg.solve(A, np.append(y, np.zeros(m)))
    return solution[:n], solution[n:]


def evaluate(s, alpha, beta):
    return kernel(s, x) @ alpha + powers(s, len(beta)) @ beta


# %% Data
x = np.array([{{list .X}}], dtype=float)
y = np.array([{{list .Y}}], dtype=float)
held_x = np.array([{{list .HeldX}}], dtype=float)
held_y = np.array([{{list .HeldY}}], dtype=float)
degree, lam, ell = {{.Degree}}, {{.lambda}}, {{.bandwidth}}
centre, scale = {{.Centre}}, {{.Scale}}

# %% Numbers
n = len(y)
launch = np.array([31.0])
alpha, beta = fit(degree + 1)
squared = alpha @ kernel(x, x) @ alpha
if squared <= {{.Rounding}} * n * n * alpha @ alpha:  # zero to rounding
    squared = 0
risk = np.mean((y - evaluate(x, alpha, beta)) ** 2)
values = {
    "at_launch": evaluate(launch, alpha, beta)[0],
    "norm": np.sqrt(max(squared, 0)),
    "without": evaluate(launch, *fit(0))[0],
    "risk": risk,
    "objective": risk + lam * squared,
    "sum": np.sum(np.abs(alpha)),
}
if len(held_y) > 0:
    misses = held_y - evaluate(held_x, alpha, beta)
    values["miss"] = np.sqrt(np.mean(misses**2))
{{template "print.py" .}}
