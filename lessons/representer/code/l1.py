# Two penalties, and the span of the features: {{.State}}
# %% Method
import numpy as np
from sklearn.linear_model import Lasso

# %% Data
Phi = np.array([{{list .Phi}}], dtype=float).reshape(-1, 2)
y = np.array([{{list .Responses}}], dtype=float)
lam = {{.lambda}}

# %% Numbers
n = len(y)
lasso = Lasso(alpha=lam / 2, fit_intercept=False, tol=1e-14, max_iter=200000)
theta = lasso.fit(Phi, y).coef_
ridge = np.linalg.solve(Phi.T @ Phi + n * lam * np.eye(2), Phi.T @ y)
weights = np.linalg.lstsq(Phi.T, theta, rcond=None)[0]
values = {
    "away": np.linalg.norm(theta - Phi.T @ weights),
    "size": np.linalg.norm(theta),
    "theta1": theta[0],
    "theta2": theta[1],
    "ridge1": ridge[0],
    "ridge2": ridge[1],
    "objective": np.mean((y - Phi @ theta) ** 2) + lam * np.sum(np.abs(theta)),
}
{{template "print.py" .}}
