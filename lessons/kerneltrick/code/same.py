# Ridge regression on features beside kernel ridge regression: {{.State}}
import math

import numpy as np
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge

x = np.array([{{list .X}}])
y = np.array([{{list .Y}}])
n = len(x)
q = {{.Degree}}
lam = {{num .Lambda}}  # of the mean loss: scikit-learn's alpha is n times it
t = (x - {{num .Centre}}) / {{num .Half}}


def features(t):
{{- if eq .Compare "plain"}}
    return t[:, None] ** np.arange(q + 1)
{{- else}}
    scales = np.sqrt([math.comb(q, j) for j in range(q + 1)])
    return scales * t[:, None] ** np.arange(q + 1)
{{- end}}


def kernel(s, t):
    return (np.outer(s, t) {{if eq .Compare "none"}}-{{else}}+{{end}} 1) ** q


K = kernel(t, t)
s = np.linalg.eigvalsh(K)
values = {
{{- if ne .Compare "none"}}
    "features": q + 1,
{{- end}}
    "points": n,
    "shift": n * lam,
    "largest_eigenvalue": s[-1],
}
{{- if .Primal}}

# Primal: q + 1 numbers θ.
Phi = features(t)
theta = Ridge(alpha=n * lam, fit_intercept=False, solver="svd").fit(Phi, y).coef_
values["train_rmse"] = np.sqrt(np.mean((y - Phi @ theta) ** 2))
values["norm"] = np.linalg.norm(theta)
{{- end}}
{{- if .Dual}}

# Dual: n numbers α, and no feature anywhere.
{{- if eq .Compare "none"}}
a = np.linalg.solve(K + n * lam * np.eye(n), y)  # symmetric, and perhaps indefinite
{{- else}}
a = KernelRidge(kernel="precomputed", alpha=n * lam).fit(K, y).dual_coef_
{{- end}}
values["kernel_train_rmse"] = np.sqrt(np.mean((y - K @ a) ** 2))
if a @ K @ a >= 0:
    values["rkhs_norm"] = np.sqrt(a @ K @ a)
values["condition"] = np.max(np.abs(s + n * lam)) / np.min(np.abs(s + n * lam))
{{- end}}
for name, value in values.items():
    print(name, repr(float(value)))

# The curves.
grid = (np.linspace({{num .Low}}, {{num .High}}, 201) - {{num .Centre}}) / {{num .Half}}
{{- if .Primal}}
primal = features(grid) @ theta
{{- end}}
{{- if .Dual}}
dual = kernel(grid, t) @ a
{{- end}}
