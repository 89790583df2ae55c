# Alcohol from twelve other measures, at a price: {{.State}}
# %% Method
import numpy as np


def ridge(Phi, y, lam):
    n = len(y)
    U, s, Vt = np.linalg.svd(Phi, full_matrices=False)
    share = s**2 / (s**2 + n * lam)  # what each direction keeps
    theta = Vt.T @ (share / s * (U.T @ y))  # scikit-learn: Ridge(alpha=n * lam)
    leverage = 1 / n + U**2 @ share  # 1/n is the intercept's, which is free
    return theta, share, leverage


# %% Data
# Each column has mean 0 and mean square 1, and y has mean 0.
columns = [
{{- range .Columns}}
    [{{list .}}],
{{- end}}
]
y = np.array([{{list .Y}}])
lam = {{.lambda}}  # of the mean loss

# %% Numbers
Phi = np.array(columns).T
theta, share, leverage = ridge(Phi, y, lam)
residuals = y - Phi @ theta
values = {
    "train_rmse": np.sqrt(np.mean(residuals**2)),
    "loo_rmse": np.sqrt(np.mean((residuals / (1 - leverage)) ** 2)),
    "degrees_of_freedom": share.sum(),
    "norm": np.linalg.norm(theta),
}
{{template "print.py" .}}
