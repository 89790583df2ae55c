# Where the error of least squares goes: {{.State}}
import numpy as np
from numpy.polynomial.legendre import legvander

x = np.array([{{list .X}}])
y = np.array([{{list .Y}}])
degree = {{.Degree}}
sigma = {{num .Noise}}
grid = np.linspace(0, 10, 201)  # X is one of these, each as likely: the risks are means
truth = {{if eq .Truth "step"}}np.where(grid < 5, -1.0, 1.0){{else}}np.sin(grid){{end}}


def features(x):  # the best polynomial does not depend on the basis, its digits do
    return legvander(x / 5 - 1, degree)


best = features(grid) @ np.linalg.lstsq(features(grid), truth, rcond=None)[0]
values = {
    "bayes_risk": sigma**2,
    "approximation_error": np.mean((best - truth) ** 2),
}
{{- if .Determined}}
theta = np.linalg.lstsq(features(x), y, rcond=None)[0]
fit = features(grid) @ theta
values["sample_estimation_error"] = np.mean((fit - best) ** 2)
values["sample_risk"] = sigma**2 + np.mean((fit - truth) ** 2)
values["train_risk"] = np.mean((features(x) @ theta - y) ** 2)
{{- end}}
for name, value in values.items():
    print(name, repr(float(value)))
# import matplotlib.pyplot as plt; plt.plot(x, y, "."); plt.plot(grid, truth); plt.plot(grid, best); plt.show()
