# Polynomial regression of the figure: {{.State}}
import numpy as np
from sklearn.linear_model import Ridge
from sklearn.preprocessing import PolynomialFeatures

x = np.array([{{list .X}}])
y = np.array([{{list .Y}}])
n = len(x)
degree = {{.Degree}}
lam = {{num .Lambda}}  # of the mean loss: scikit-learn's alpha is n times it


def features(x):  # the rows φ(x)ᵀ = (1, t, …, t^degree)
    t = (x - {{num .Centre}}) / {{num .Half}}
    return PolynomialFeatures(degree).fit_transform(t[:, None])


Phi = features(x)
fit = Ridge(alpha=n * lam, fit_intercept=False, solver="svd").fit(Phi, y)  # the penalty spares no feature
theta = fit.coef_
f = Phi @ theta
U, s, Vt = np.linalg.svd(Phi, full_matrices=False)
h = s**2 / (s**2 + n * lam)
leverage = (U**2) @ h
values = {
    "train_rmse": np.sqrt(np.mean((y - f) ** 2)),
    "features": Phi.shape[1],
    "degrees_of_freedom": h.sum(),
    "norm": np.linalg.norm(theta),
    "condition": np.linalg.cond(np.vstack([Phi, np.sqrt(n * lam) * np.eye(Phi.shape[1])])),
}
if leverage.max() < 1 - n * np.finfo(float).eps * values["condition"]:
    values["loo_rmse"] = np.sqrt(np.mean(((y - f) / (1 - leverage)) ** 2))
{{- if eq .Truth "sine" "gap"}}
new = np.linspace({{num .Low}}, {{num .High}}, 201)
values["test_rmse"] = np.sqrt(np.mean((features(new) @ theta - np.sin(new)) ** 2) + {{num .Noise}} ** 2)
{{- end}}
for name, value in values.items():
    print(name, repr(float(value)))

# The curve: f(x) = φ(x)ᵀθ.
grid = np.linspace({{num .Low}}, {{num .High}}, 201)
curve = features(grid) @ theta
# import matplotlib.pyplot as plt; plt.plot(x, y, "."); plt.plot(grid, curve); plt.show()
