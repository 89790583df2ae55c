# Kernel ridge regression of the figure: {{.State}}
# %% Method
import numpy as np
{{- if .Fitted}}
{{- if ne .kernel "sigmoid"}}
from sklearn.kernel_ridge import KernelRidge
{{- end}}
{{- end}}


{{template "kernel.py" .}}

def eigen(K):  # what is zero to working precision is rounding, of either sign
    s, U = np.linalg.eigh(K)
    s[np.abs(s) <= 2 * np.sqrt(len(s)) * np.finfo(float).eps * np.abs(s).max()] = 0
    return s, U
{{if .Fitted}}

def ridge(K, y, lam):
    n = len(y)
{{- if eq .kernel "sigmoid"}}
    alpha = np.linalg.solve(K + n * lam * np.eye(n), y)  # symmetric, and perhaps indefinite
{{- else}}
    # (K + nλI)α = y. Our λ is that of the mean loss: scikit-learn's alpha is n times it.
    alpha = KernelRidge(kernel="precomputed", alpha=n * lam).fit(K, y).dual_coef_
{{- end}}
    s, U = eigen(K)
    d, z = s + n * lam, U.T @ y
    f = U @ (s / d * z)  # K @ alpha
    diagonal = U**2 @ (1 / d)  # of (K + nλI)⁻¹
    values = {
        "loo_rmse": np.sqrt(np.mean((U @ (z / d) / diagonal) ** 2)),
        "train_rmse": np.sqrt(np.mean((y - f) ** 2)),
        "degrees_of_freedom": np.sum(s / d),
        "condition": np.abs(d).max() / np.abs(d).min(),
    }
    if s.min() >= -4 * n * np.finfo(float).eps * np.abs(s).max():  # else αᵀKα is no square of a norm
        values["rkhs_norm"] = np.sqrt(np.sum(np.maximum(s, 0) * (z / d) ** 2))
    return alpha, values
{{end}}
{{- if .Lambdas}}

def path(K, y, lambdas):  # the leave-one-out error at every λ, from one eigendecomposition
    n = len(y)
    s, U = eigen(K)
    loo = np.full(len(lambdas), np.inf)
    for i, lam in enumerate(lambdas):
        d = s + n * lam
        if np.abs(d).min() > n * np.finfo(float).eps * np.abs(d).max():  # else K + nλI is singular to working precision
            alpha, diagonal = U @ (U.T @ y / d), U**2 @ (1 / d)
            loo[i] = np.sqrt(np.mean((alpha / diagonal) ** 2))
    return loo
{{end}}

# %% Data
x = np.array([{{list .X}}], dtype=float)
y = np.array([{{list .Y}}], dtype=float)
{{template "parameters.py" .}}
{{- if .Fitted}}lam = {{.Lambda}}
{{end}}
{{- if .Lambdas}}lambdas = np.array([{{list .Lambdas}}])
{{end}}
# %% Numbers
K = kernel(x, x{{template "arguments" .}})
{{- if .Fitted}}
alpha, values = ridge(K, y, lam)
{{- else}}
values = {}  # at λ = {{.Lambda}} there is no fit: K + nλI is singular to working precision
{{- end}}
{{- if .Lambdas}}
loo = path(K, y, lambdas)
values["best_lambda"] = lambdas[loo.argmin()]{{if .Sum}} * len(y)  # as λ of the sum of losses{{end}}
values["best_loo_rmse"] = loo.min()
{{- end}}
{{template "print.py" .}}
