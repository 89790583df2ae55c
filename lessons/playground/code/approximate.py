# Kernel ridge regression through a few features: {{.State}}
# %% Method
import numpy as np


{{template "kernel.py" .}}

def features(x):
{{- if .Waves}}  # the rows √(1/m) (cos ωx, sin ωx)
    phase = np.outer(x, omega)
    return np.hstack([np.cos(phase), np.sin(phase)]) / np.sqrt(len(omega))
{{- else}}  # k(x, z) U diag(s)^(-1/2), without what is zero to rounding
    s, U = np.linalg.eigh(kernel(z, z{{template "arguments" .}}))
    keep = s > 2 * np.sqrt(len(s)) * np.finfo(float).eps * np.abs(s).max()
    return kernel(x, z{{template "arguments" .}}) @ U[:, keep] / np.sqrt(s[keep])
{{- end}}


# %% Data
x = np.array([{{list .X}}], dtype=float)
y = np.array([{{list .Y}}], dtype=float)
{{- if .Waves}}
omega = np.array([{{list .Frequencies}}], dtype=float)
{{- else}}
z = np.array([{{list .Landmarks}}], dtype=float)
{{- end}}
{{template "parameters.py" .}}lam = {{.Lambda}}  # of the mean loss

# %% Numbers
n, Phi = len(y), features(x)
{{- if .Large}}
count = {{.Most}}  # points that K is of
some = np.arange(count) * n // count
K, Phi_some = kernel(x[some], x[some]{{template "arguments" .}}), Phi[some]
{{- else}}
K, Phi_some = kernel(x, x{{template "arguments" .}}), Phi
exact = K @ np.linalg.solve(K + n * lam * np.eye(n), y)
{{- end}}
U, s, _ = np.linalg.svd(Phi, full_matrices=False)
h = s**2 / (s**2 + n * lam)
f = U @ (h * (U.T @ y))
values = {
{{- if .Apart}}
    "apart": np.sqrt(np.mean((f - exact) ** 2)),
{{- end}}
    "gram_error": 100 * np.linalg.norm(K - Phi_some @ Phi_some.T) / np.linalg.norm(K),
    "train_rmse": np.sqrt(np.mean((y - f) ** 2)),
{{- if not .Large}}
    "exact_train_rmse": np.sqrt(np.mean((y - exact) ** 2)),
{{- end}}
    "degrees_of_freedom": h.sum(),
}
{{template "print.py" .}}
