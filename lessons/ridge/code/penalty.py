# Two coefficients and what their size costs: {{.State}}
import numpy as np
from sklearn.linear_model import {{if .Lasso}}Lasso{{else}}Ridge{{end}}

Phi = np.array([
    [{{list .X1}}],
    [{{list .X2}}],
]).T
y = np.array([{{list .Y}}])
n = len(y)
lam = {{num .Lambda}}  # of the mean loss
{{if .Lasso}}
# scikit-learn minimises ‖y − Φθ‖²/2n + alpha·‖θ‖₁: half of ours, so alpha = λ/2.
fit = Lasso(alpha=lam / 2, fit_intercept=False, tol=1e-14, max_iter=100_000).fit(Phi, y)
{{else}}
# scikit-learn minimises ‖y − Φθ‖² + alpha·‖θ‖²: n times ours, so alpha = nλ.
fit = Ridge(alpha=n * lam, fit_intercept=False, solver="svd").fit(Phi, y)
{{end}}
theta = fit.coef_
loss = np.mean((y - Phi @ theta) ** 2)
penalty = {{if .Lasso}}np.abs(theta).sum(){{else}}theta @ theta{{end}}
for name, value in {
    "theta_1": theta[0],
    "theta_2": theta[1],
    "norm": np.linalg.norm(theta),
    "norm_1": np.abs(theta).sum(),
    "loss": loss,
    "objective": loss + lam * penalty,
}.items():
    print(name, repr(float(value)))
