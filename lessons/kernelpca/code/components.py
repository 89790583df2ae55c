# Kernel principal components: {{.State}}
# %% Method
import numpy as np


{{template "rowkernel.py" .}}


def components(K, centred, count):  # scikit-learn: KernelPCA(count, kernel="precomputed"), always centred
    n = len(K)
    rounding = 4 * n * np.finfo(float).eps * np.abs(K).sum(axis=1).max()  # what is no larger is zero
    J = np.eye(n) - np.ones((n, n)) / n
    total = np.trace(J @ K @ J)
    s, A = np.linalg.eigh(J @ K @ J if centred else K)
    s, A = s[::-1][:count], A[:, ::-1][:, :count]  # the largest first
    return np.where(s > rounding, s, 0), A, total / n if total > rounding else 0


# %% Data
X = np.array([{{list .Points}}], dtype=float).reshape(-1, {{.Inputs}})
labels = np.array([{{list .Labels}}], dtype=int)
{{template "parameters.py" .}}
# %% Numbers
K = kernel(X, X{{template "arguments" .}})
s, A, total = components(K, {{if eq .centred "1"}}True{{else}}False{{end}}, {{.Count}})
projection = A * {{if eq .Scaling "unit"}}s  # ‖a‖ = 1{{else}}np.sqrt(s)  # aᵀK′a = 1{{end}}
values = {f"eigenvalue_{j + 1}": s[j] for j in range(min(3, len(s)))}
values["total_variance"] = total
{{- if .Shown}}
d = s * A.var(axis=0)  # the variances; s / n where the features are centred
if total > 0 and len(d) >= {{.Last}}:
    values["variance_shown"] = 100 * (d[{{.Across}} - 1] + d[{{.Up}} - 1]) / total
{{- end}}
{{template "print.py" .}}
