# Two coefficients and what their size costs: {{.State}}
# %% Method
import numpy as np
from sklearn.linear_model import {{if .Lasso}}Lasso{{else}}Ridge{{end}}


def fit(Phi, y, lam):
{{- if .Lasso}}
    # scikit-learn minimises ‖y − Φθ‖²/2n + alpha·‖θ‖₁: half of ours, so alpha = λ/2.
    return Lasso(alpha=lam / 2, fit_intercept=False, tol=1e-14, max_iter=100_000).fit(Phi, y).coef_
{{- else}}
    # scikit-learn minimises ‖y − Φθ‖² + alpha·‖θ‖²: n times ours, so alpha = nλ.
    return Ridge(alpha=len(y) * lam, fit_intercept=False, solver="svd").fit(Phi, y).coef_
{{- end}}


def penalty(theta):
    return {{if .Lasso}}np.abs(theta).sum(){{else}}theta @ theta{{end}}


# %% Data
x1 = np.array([{{list .X1}}])
x2 = np.array([{{list .X2}}])
y = np.array([{{list .Y}}])
lam = {{.lambda}}  # of the mean loss

# %% Numbers
Phi = np.column_stack([x1, x2])
theta = fit(Phi, y, lam)
loss = np.mean((y - Phi @ theta) ** 2)
values = {
    "theta_1": theta[0],
    "theta_2": theta[1],
    "norm": np.linalg.norm(theta),
    "norm_1": np.abs(theta).sum(),
    "loss": loss,
    "objective": loss + lam * penalty(theta),
}
{{template "print.py" .}}
