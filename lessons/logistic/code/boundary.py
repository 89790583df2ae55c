# Kernel logistic regression of the figure: {{.State}}
# %% Method
import numpy as np
from scipy.special import expit


{{template "rowkernel.py" .}}

{{template "klr.py" .}}

# %% Data
{{template "twoinputs.py" .}}
y = np.array([{{list .Y}}], dtype=float)
{{template "parameters.py" .}}lam = {{.lambda}}  # of the mean loss

# %% Numbers
n = len(y)
K = kernel(X, X{{template "arguments" .}})
{{- if .Bits}}
of = y > 0  # with labels of 0 the others have the loss log 2, whatever f is
alpha, J = np.zeros(n), np.log(2)
if of.any():
    m = of.sum()
    alpha[of], _, J = klr(K[np.ix_(of, of)], y[of], lam * n / m)
    J = m / n * J + (n - m) / n * np.log(2)
f = K @ alpha
{{- else}}
alpha, f, J = klr(K, y, lam)
{{- end}}
norm = np.sqrt(max(alpha @ f, 0))
terms = np.minimum(np.abs(K) @ np.abs(alpha), 1 + norm * np.sqrt(np.diag(K)))
rounding = {{.Rounding}} * n * terms  # f no larger is on neither side
values = {
    "train_accuracy": np.mean(y * f > rounding),
    "rkhs_norm": norm,
    "loss": J,
    "mean_probability": np.mean(expit(f)),
    "largest_alpha": np.abs(alpha).max(),
    "alpha_bound": 1 / (2 * n * lam),
}
{{template "print.py" .}}
