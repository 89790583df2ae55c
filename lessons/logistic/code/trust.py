# What kernel logistic regression says of new points, and what is so: {{.State}}
# %% Method
import numpy as np
from scipy.special import expit


{{template "rowkernel.py" .}}

{{template "klr.py" .}}

# %% Data
{{template "twoinputs.py" .}}
y = np.array([{{list .Y}}], dtype=float)
new = np.column_stack([
    [{{list .N1}}],
    [{{list .N2}}],
])
new_y = np.array([{{list .NY}}], dtype=float)
{{template "parameters.py" .}}lam = {{.lambda}}  # of the mean loss

# %% Numbers
alpha, _, _ = klr(kernel(X, X{{template "arguments" .}}), y, lam)
f = kernel(new, X{{template "arguments" .}}) @ alpha
p = expit(f)
bin = np.minimum((p * 10 + {{.Agreement}}).astype(int), 9)
off = told = 0
for b in range(10):
    of = bin == b
    if of.sum() >= {{.Enough}}:  # sklearn.calibration.calibration_curve has the bins alone
        off += of.sum() * abs(p[of].mean() - (new_y[of] > 0).mean())
        told += of.sum()
values = {
    "said": 100 * np.mean(np.maximum(p, 1 - p)),
    "right": 100 * np.mean((f >= 0) == (new_y > 0)),
    "off": 100 * off / told,
    "held_out_loss": np.mean(np.logaddexp(0, -new_y * f)),
}
{{template "print.py" .}}
