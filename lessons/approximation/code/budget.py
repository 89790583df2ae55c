# Where the error of least squares goes: {{.State}}
# %% Method
import numpy as np
from numpy.polynomial.legendre import legvander


def features(x):  # the best polynomial does not depend on the basis, its digits do
    return legvander(x / 5 - 1, degree)


def fit(x, y, at):  # least squares on (x, y), seen at the places of at
    return features(at) @ np.linalg.lstsq(features(x), y, rcond=None)[0]


{{template "truth.py" .}}

# %% Data
x = np.array([{{list .X}}])
y = np.array([{{list .Y}}])
degree = {{.degree}}
sigma = {{.noise}}
grid = 10 * (np.arange(201) + 0.5) / 201  # the middles of equal parts: the risks are means

# %% Numbers
best = fit(grid, truth(grid), grid)
values = {
    "bayes_risk": sigma**2,
    "approximation_error": np.mean((best - truth(grid)) ** 2),
}
{{- if .Determined}}
sample = fit(x, y, grid)
values["sample_estimation_error"] = np.mean((sample - best) ** 2)
values["sample_risk"] = sigma**2 + np.mean((sample - truth(grid)) ** 2)
values["train_risk"] = np.mean((fit(x, y, x) - y) ** 2)
{{- end}}
{{template "print.py" .}}
