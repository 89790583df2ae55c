# Bumps on the data, their heights at the price of {{if eq .penalty "norm"}}αᵀKα{{else}}Σαᵢ²{{end}}: {{.State}}
# %% Method
import numpy as np
{{- if eq .penalty "norm"}}
from sklearn.kernel_ridge import KernelRidge
{{- else}}
from sklearn.linear_model import Ridge
{{- end}}


def kernel(s, t):
    return np.exp(-(np.subtract.outer(s, t) ** 2) / (2 * ell**2))


def heights(K, y, lam):  # scikit-learn's alpha is n times our λ
    n = len(y)
{{- if eq .penalty "norm"}}
    alpha = KernelRidge(kernel="precomputed", alpha=n * lam).fit(K, y).dual_coef_
    hat = np.linalg.solve(K + n * lam * np.eye(n), K)  # of (K + nλI)α = y
{{- else}}
    alpha = Ridge(alpha=n * lam, fit_intercept=False, solver="svd").fit(K, y).coef_
    hat = np.linalg.solve(K @ K + n * lam * np.eye(n), K) @ K  # of (K² + nλI)α = Ky
{{- end}}
    return alpha, hat


# %% Data
x = np.array([{{list .X}}], dtype=float)
y = np.array([{{list .Y}}], dtype=float)
ell = {{.Bandwidth}}
lam = {{.Lambda}}  # of the mean loss

# %% Numbers
K = kernel(x, x)
alpha, hat = heights(K, y, lam)
residual = y - K @ alpha
values = {
    "train_rmse": np.sqrt(np.mean(residual**2)),
    "degrees_of_freedom": np.trace(hat),
    "rkhs_square": alpha @ K @ alpha,
    "alpha_squares": alpha @ alpha,
}
if np.all(1 - np.diag(hat) > 1e-6):
    values["loo_rmse"] = np.sqrt(np.mean((residual / (1 - np.diag(hat))) ** 2))
{{template "print.py" .}}
