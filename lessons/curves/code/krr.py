# Kernel ridge regression of the figure: {{.State}}
import numpy as np
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics.pairwise import euclidean_distances, manhattan_distances

x = np.array([{{list .X}}])
y = np.array([{{list .Y}}])
X = x[:, None]
n = len(x)
lam = {{num .Lambda}}  # of the mean loss: scikit-learn's alpha is n times it


def kernel(A, B):
{{- if eq .Kernel "gaussian"}}
    return np.exp(-euclidean_distances(A, B, squared=True) / (2 * {{num .Bandwidth}} ** 2))
{{- else if eq .Kernel "laplacian"}}
    return np.exp(-manhattan_distances(A, B) / {{num .Bandwidth}})
{{- else if eq .Kernel "exponential"}}
    return np.exp(-euclidean_distances(A, B) / {{num .Bandwidth}})
{{- else if eq .Kernel "matern32"}}
    r = np.sqrt(3) * euclidean_distances(A, B) / {{num .Bandwidth}}
    return (1 + r) * np.exp(-r)
{{- else if eq .Kernel "matern52"}}
    r = np.sqrt(5) * euclidean_distances(A, B) / {{num .Bandwidth}}
    return (1 + r + r**2 / 3) * np.exp(-r)
{{- else if eq .Kernel "polynomial"}}
    return (A @ B.T + {{num .Offset}}) ** {{.Degree}}
{{- else if eq .Kernel "rational-quadratic"}}
    u = euclidean_distances(A, B, squared=True) / (2 * {{num .Shape}} * {{num .Bandwidth}} ** 2)
    return (1 + u) ** -{{num .Shape}}
{{- else if eq .Kernel "periodic"}}
    return np.exp(-2 * np.sin(np.pi * (A - B.T) / {{num .Period}}) ** 2 / {{num .Bandwidth}} ** 2)
{{- else if eq .Kernel "cosine"}}
    return np.sign(A) @ np.sign(B).T
{{- else if eq .Kernel "min"}}
    return np.minimum(A, B.T)
{{- else if eq .Kernel "sigmoid"}}
    return np.tanh({{num .Slope}} * A @ B.T + {{num .Offset}})
{{- else}}
    return A @ B.T
{{- end}}


K = kernel(X, X)
fit = KernelRidge(kernel="precomputed", alpha=n * lam).fit(K, y)  # (K + nλI)α = y
a = fit.dual_coef_
f = K @ a
C = np.linalg.inv(K + n * lam * np.eye(n))
s = np.linalg.eigvalsh(K)
values = {
    "loo_rmse": np.sqrt(np.mean((a / np.diag(C)) ** 2)),
    "train_rmse": np.sqrt(np.mean((y - f) ** 2)),
    "degrees_of_freedom": np.trace(K @ C),
    "condition": (s[-1] + n * lam) / (s[0] + n * lam),
}
if a @ f >= 0:
    values["rkhs_norm"] = np.sqrt(a @ f)
for name, value in values.items():
    print(name, repr(float(value)))
{{- if .Lambdas}}

# The path: the leave-one-out error at every λ, from one eigendecomposition.
lambdas = np.array([{{list .Lambdas}}])
s, U = np.linalg.eigh(K)
loo = np.full(len(lambdas), np.inf)
for i, l in enumerate(lambdas):
    if s[0] + n * l <= n * np.finfo(float).eps * (s[-1] + n * l):
        continue  # singular to working precision
    C = (U / (s + n * l)) @ U.T
    loo[i] = np.sqrt(np.mean((C @ y / np.diag(C)) ** 2))
print("best_lambda", repr(float(lambdas[loo.argmin()]{{if .Sum}} * n{{end}})))
print("best_loo_rmse", repr(float(loo.min())))
{{- end}}

# The curve: f(x) = Σ αᵢ k(xᵢ, x).
grid = np.linspace({{num .Low}}, {{num .High}}, 201)
curve = kernel(grid[:, None], X) @ a
# import matplotlib.pyplot as plt; plt.plot(x, y, "."); plt.plot(grid, curve); plt.show()
