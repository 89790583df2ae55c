# Kernel principal components: {{.State}}
# %% Method
import numpy as np


{{template "rowkernel.py" .}}


def components(K, centred, count):  # scikit-learn: KernelPCA(count, kernel="precomputed"), always centred
    n = len(K)
    rounding = n * np.finfo(float).eps * np.abs(K).sum(axis=1).max()
    if centred:
        J = np.eye(n) - np.ones((n, n)) / n
        K = J @ K @ J
    s, A = np.linalg.eigh(K)
    s, A = s[::-1][:count], A[:, ::-1][:, :count]  # the largest first
    return np.where(s > rounding, s, 0), A, np.trace(K) / n


# %% Data
X = np.array([{{list .Points}}], dtype=float).reshape(-1, {{.Inputs}})
labels = np.array([{{list .Labels}}], dtype=int)
{{template "parameters.py" .}}
# %% Numbers
K = kernel(X, X{{template "arguments" .}})
s, A, total = components(K, {{if eq .centred "1"}}True{{else}}False{{end}}, {{.Count}})
projection = A * {{if eq .Scaling "unit"}}s  # ‖a‖ = 1{{else}}np.sqrt(s)  # aᵀK′a = 1{{end}}
values = {f"eigenvalue_{j + 1}": s[j] for j in range(min(3, len(s)))}
values["total_variance"] = max(total, 0)
{{- if .Shown}}
d = s / len(X)  # the variances
if max(total, 0) > 0 and len(d) >= {{.Last}}:
    values["variance_shown"] = 100 * (d[{{.Across}} - 1] + d[{{.Up}} - 1]) / total
{{- end}}
for name, value in values.items():
    print(name, repr(float(value)))
