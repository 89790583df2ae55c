# Ridge regression on features beside kernel ridge regression: {{.State}}
# %% Method
{{if and .Primal (ne .compare "plain")}}import math

{{end}}import numpy as np
{{- if and .Dual (ne .compare "none")}}
from sklearn.kernel_ridge import KernelRidge
{{- end}}
{{- if .Primal}}
from sklearn.linear_model import Ridge
{{- end}}


def kernel(s, t):
    return (np.outer(s, t) {{if eq .compare "none"}}-{{else}}+{{end}} 1) ** q
{{if .Primal}}

def features(t):
    powers = t[:, None] ** np.arange(q + 1)
{{- if eq .compare "plain"}}
    return powers
{{- else}}
    return powers * np.sqrt([math.comb(q, j) for j in range(q + 1)])
{{- end}}


def primal(t, y, lam):  # q + 1 numbers θ; scikit-learn's alpha is n times our λ
    return Ridge(alpha=len(y) * lam, fit_intercept=False, solver="svd").fit(features(t), y).coef_
{{end}}
{{- if .Dual}}

def dual(K, y, lam):  # n numbers α, and no feature anywhere
{{- if eq .compare "none"}}
    return np.linalg.solve(K + len(y) * lam * np.eye(len(y)), y)  # symmetric, and perhaps indefinite
{{- else}}
    return KernelRidge(kernel="precomputed", alpha=len(y) * lam).fit(K, y).dual_coef_
{{- end}}
{{end}}

# %% Data
x = np.array([{{list .X}}], dtype=float)
y = np.array([{{list .Y}}], dtype=float)
q = {{.degree}}
lam = {{.Lambda}}  # of the mean loss
centre, half = {{.Centre}}, {{.Half}}

# %% Numbers
t = (x - centre) / half
K = kernel(t, t)
s = np.linalg.eigvalsh(K)
shift = len(y) * lam
values = { {{- if ne .compare "none"}}"features": q + 1, {{end}}"points": len(y), "shift": shift, "largest_eigenvalue": s[-1]}
{{- if .Primal}}
theta = primal(t, y, lam)
values["train_rmse"] = np.sqrt(np.mean((y - features(t) @ theta) ** 2))
values["norm"] = np.linalg.norm(theta)
{{- end}}
{{- if .Dual}}
alpha = dual(K, y, lam)
values["kernel_train_rmse"] = np.sqrt(np.mean((y - K @ alpha) ** 2))
if alpha @ K @ alpha >= 0:
    values["rkhs_norm"] = np.sqrt(alpha @ K @ alpha)
values["condition"] = np.max(np.abs(s + shift)) / np.min(np.abs(s + shift))
{{- end}}
{{template "print.py" .}}
