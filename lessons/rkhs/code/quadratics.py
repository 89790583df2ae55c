# A function xᵀSx, its norm, and an inner product: {{.State}}
# %% Method
import numpy as np
from sklearn.metrics.pairwise import polynomial_kernel

# %% Data
S = np.array([[{{.a}}, {{.b}}], [{{.b}}, {{.c}}]], dtype=float)
x = np.array([{{.x1}}, {{.x2}}], dtype=float)
other = np.array([{{list .Other}}], dtype=float).reshape(2, 2)  # S′

# %% Numbers
eigenvalues, U = np.linalg.eigh(S)  # S = Σ λᵢ uᵢuᵢᵀ, so f = Σ λᵢ k(uᵢ, ·)
bumps = polynomial_kernel(U.T, x[None], degree=2, gamma=1, coef0=0)[:, 0]
values = {
    "value": eigenvalues @ bumps,  # x @ S @ x
    "inner": np.sum(S * other),
    "norm": np.linalg.norm(S),
    "bound": np.linalg.norm(S) * (x @ x),
    "lambda1": eigenvalues[1],
    "lambda2": eigenvalues[0],
}
{{template "print.py" .}}
