# Polynomial regression of the figure: {{.State}}
# %% Method
import numpy as np
from sklearn.linear_model import Ridge
from sklearn.preprocessing import PolynomialFeatures


def features(x):  # the rows φ(x)ᵀ = (1, t, …, t^degree)
    t = (x - centre) / half
    return PolynomialFeatures(degree).fit_transform(t[:, None])
{{if .Truth}}

{{template "truth.py" .}}{{end}}

def ridge(x, y, lam):
    Phi = features(x)
    n, d = Phi.shape
    U, s, _ = np.linalg.svd(Phi, full_matrices=False)
    condition = np.linalg.cond(np.vstack([Phi, np.sqrt(n * lam) * np.eye(d)]))
    values = {"features": d, "condition": condition}
{{- if or .Lambdas (not .Fitted)}}
    if condition * max(n, d) * np.finfo(float).eps >= 1:
        return None, values  # singular to working precision
{{- end}}
    # Our λ is that of the mean loss: scikit-learn's alpha is n times it.
    theta = Ridge(alpha=n * lam, fit_intercept=False, solver="svd").fit(Phi, y).coef_
    f = Phi @ theta
    h = s**2 / (s**2 + n * lam)
    leverage = U**2 @ h
    values["train_rmse"] = np.sqrt(np.mean((y - f) ** 2))
    values["degrees_of_freedom"] = h.sum()
    values["norm"] = np.linalg.norm(theta)
    if leverage.max() < 1 - n * np.finfo(float).eps * condition:
        values["loo_rmse"] = np.sqrt(np.mean(((y - f) / (1 - leverage)) ** 2))
{{- if .Truth}}
    values["test_rmse"] = np.sqrt(np.mean((features(grid) @ theta - truth(grid)) ** 2) + noise**2)
{{- end}}
    return theta, values


# %% Data
x = np.array([{{list .X}}], dtype=float)
y = np.array([{{list .Y}}], dtype=float)
degree = {{.degree}}
centre, half = {{.Centre}}, {{.Half}}
grid = np.linspace({{.Low}}, {{.High}}, 201)
{{- if .Truth}}
noise = {{.Noise}}
{{- end}}
lam = {{.Lambda}}
{{- if .Lambdas}}
lambdas = np.array([{{list .Lambdas}}])
{{- end}}

# %% Numbers
theta, values = ridge(x, y, lam){{if not .Fitted}}  # there is no fit at this λ{{end}}
{{- if .Lambdas}}
error = np.array([ridge(x, y, lam)[1].get("{{.Unseen}}", np.inf) for lam in lambdas])
if np.isfinite(error).any():
    values["best_lambda"] = lambdas[error.argmin()]{{if .Sum}} * len(y)  # as λ of the sum of losses{{end}}
    values["best_{{.Unseen}}"] = error.min()
{{- end}}
{{template "print.py" .}}
