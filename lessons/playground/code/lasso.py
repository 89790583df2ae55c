# The lasso on waves: {{.State}}
# %% Method
import numpy as np
{{- if .Lambda}}
from sklearn.linear_model import Lasso
{{- end}}


def features(x):  # the rows cos(jπu)
    u = (x - low) / (high - low)
    return np.cos(np.pi * np.outer(u, np.arange(1, waves + 1)))


# %% Data
x = np.array([{{list .X}}], dtype=float)
y = np.array([{{list .Y}}], dtype=float)
low, high = {{.Low}}, {{.High}}
waves = {{.waves}}
lam = {{.Lambda}}  # of the mean loss

# %% Numbers
Phi = features(x)
means, mean = Phi.mean(axis=0), y.mean()
{{- if .Lambda}}
# (1/n)‖y − Φθ‖² + λ‖θ‖₁: scikit-learn halves the loss, and so its alpha is λ/2.
fit = Lasso(alpha=lam / 2, fit_intercept=False, tol=1e-15, max_iter=1_000_000)
theta = fit.fit(Phi - means, y - mean).coef_
{{- else}}
theta = np.linalg.lstsq(Phi - means, y - mean, rcond=None)[0]
{{- end}}
f = (Phi - means) @ theta + mean
values = {
    "kept": np.count_nonzero(theta),
    "train_rmse": np.sqrt(np.mean((y - f) ** 2)),
    "sum": np.abs(theta).sum(),
    "objective": np.mean((y - f) ** 2) + lam * np.abs(theta).sum(),
    "mean": mean,
}
{{template "print.py" .}}
