# A kernel that was typed, and its fit: {{.State}}
# %% Method
import numpy as np


{{template "kernel.py" .}}

# %% Data
x = np.array([{{list .X}}])  # years from 1970 on
y = np.array([{{list .Y}}])  # ppm
n = {{.N}}  # so many are fitted
lam = {{.Lambda}}

# %% Numbers
K = kernel(x[:n], x[:n])
mean = y[:n].mean()
s = np.linalg.eigvalsh((K + K.T) / 2)  # the smallest first
values = {
    "smallest": 0 if abs(s[0]) <= 4 * n * np.finfo(float).eps * np.abs(s).max() else s[0],  # rounding
    "largest": s[-1],
    "mean": mean,
}
{{- if .Fitted}}
alpha = np.linalg.solve(K + n * lam * np.eye(n), y[:n] - mean)
f = mean + kernel(x, x[:n]) @ alpha
values["train_rmse"] = np.sqrt(np.mean((f[:n] - y[:n]) ** 2))
values["held_out_rmse"] = np.sqrt(np.mean((f[n:] - y[n:]) ** 2))
{{- else}}
# At this λ there is no fit.
{{- end}}
{{template "print.py" .}}