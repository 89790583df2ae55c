# The leave-one-out error over bandwidth and λ of the figure: {{.State}}
# %% Method
import numpy as np


{{template "kernel.py" .}}

def leave_one_out(x, y, bandwidths, lambdas):  # λ down, bandwidth across; one eigendecomposition a column
    n = len(y)
    loo = np.empty((len(lambdas), len(bandwidths)))
    for j, bandwidth in enumerate(bandwidths):
        s, U = np.linalg.eigh(kernel(x, x{{template "arguments" .}}))
        for i, lam in enumerate(lambdas):
            d = s + n * lam
            alpha, diagonal = U @ (U.T @ y / d), U**2 @ (1 / d)  # the latter of (K + nλI)⁻¹
            loo[i, j] = np.sqrt(np.mean((alpha / diagonal) ** 2))
    return loo


# %% Data
{{range .Parameters}}{{if ne . "bandwidth"}}{{.}} = {{index $ .}}
{{end}}{{end -}}
x = np.array([{{list .X}}], dtype=float)
y = np.array([{{list .Y}}], dtype=float)
bandwidths = np.array([{{list .Bandwidths}}])
lambdas = np.array([{{list .Lambdas}}])

# %% Numbers
loo = leave_one_out(x, y, bandwidths, lambdas)
i, j = np.unravel_index(loo.argmin(), loo.shape)
print("best_loo_rmse", repr(float(loo[i, j])))
print("best_bandwidth", repr(float(bandwidths[j])))
print("best_lambda", repr(float(lambdas[i]{{if .Sum}} * len(y){{end}}))){{if .Sum}}  # as λ of the sum of losses{{end}}
distances = np.abs(np.subtract.outer(x, x))[np.triu_indices(len(x), 1)]
print("median_heuristic", repr(float(np.median(distances))))
