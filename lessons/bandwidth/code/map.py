# The leave-one-out error over bandwidth and λ of the figure: {{.State}}
import numpy as np

X = np.array([{{list .X}}])[:, None]
y = np.array([{{list .Y}}])
n = len(y)
D = np.abs(X - X.T)
bandwidths = np.array([{{list .Bandwidths}}])
lambdas = np.array([{{list .Lambdas}}])


def gram(ell):
{{- if eq .Kernel "gaussian"}}
    return np.exp(-(D**2) / (2 * ell**2))
{{- else if or (eq .Kernel "laplacian") (eq .Kernel "exponential")}}
    return np.exp(-D / ell)
{{- else if eq .Kernel "matern32"}}
    r = np.sqrt(3) * D / ell
    return (1 + r) * np.exp(-r)
{{- else}}
    r = np.sqrt(5) * D / ell
    return (1 + r + r**2 / 3) * np.exp(-r)
{{- end}}


loo = np.empty((len(lambdas), len(bandwidths)))
for j, ell in enumerate(bandwidths):
    s, U = np.linalg.eigh(gram(ell))
    for i, lam in enumerate(lambdas):
        C = (U / (s + n * lam)) @ U.T  # (K + nλI)⁻¹
        loo[i, j] = np.sqrt(np.mean((C @ y / np.diag(C)) ** 2))
i, j = np.unravel_index(loo.argmin(), loo.shape)
print("best_loo_rmse", repr(float(loo[i, j])))
print("best_bandwidth", repr(float(bandwidths[j])))
print("best_lambda", repr(float(lambdas[i]{{if .Sum}} * n{{end}})))
print("median_heuristic", repr(float(np.median(D[np.triu_indices(n, 1)]))))
