# Two classes in the plane, with an added feature and without: {{.State}}
# %% Method
import numpy as np
from sklearn.linear_model import LogisticRegression


def added(x1, x2):
    return {{if eq .feature "product"}}x1 * x2{{else if eq .feature "squares"}}x1**2 + x2**2{{else}}x1**2{{end}}


def separate(u, y, lam):  # log(1 + exp(-y f)), f = θᵀ(1, u), with next to no penalty
    n = len(y)
    Phi = np.column_stack([np.ones(n), u])
    theta = np.zeros(Phi.shape[1])
    if len(set(y)) == 2:  # λ is that of the mean loss: scikit-learn's C is 1/2nλ
        fit = LogisticRegression(C=1 / (2 * n * lam), fit_intercept=False, solver="newton-cholesky", tol=1e-12, max_iter=1000)
        theta = fit.fit(Phi, y).coef_[0]
    for _ in range(50):  # Newton's method, for the last digits
        p = 1 / (1 + np.exp(y * (Phi @ theta)))
        gradient = -Phi.T @ (y * p) / n + 2 * lam * theta
        hessian = Phi.T @ ((p * (1 - p))[:, None] * Phi) / n + 2 * lam * np.eye(len(theta))
        theta -= np.linalg.solve(hessian, gradient)
    f = Phi @ theta
    loss = np.mean(np.logaddexp(0, -y * f)) + lam * theta @ theta
    on = {{.Agreement}} * np.maximum(1, abs(Phi) @ abs(theta))  # f no larger is on neither side
    return theta, loss, np.sum(y * f > on)


# %% Data
x1 = np.array([{{list .X1}}], dtype=float)
x2 = np.array([{{list .X2}}], dtype=float)
y = np.array([{{list .Y}}])
lam = {{.Lambda}}
centre, half = np.array([{{list .Centre}}]), np.array([{{list .Half}}])

# %% Numbers
u = (np.column_stack([x1, x2, added(x1, x2)]) - centre) / half  # to [-1, 1]
theta, loss, right = separate(u, y, lam)
_, _, right_without = separate(u[:, :2], y, lam)
values = {
    "accuracy": right / len(y),
    "accuracy_without": right_without / len(y),
    "errors": len(y) - right,
    "theta_feature": theta[3] / half[2],
    "loss": loss,
}
{{template "print.py" .}}
