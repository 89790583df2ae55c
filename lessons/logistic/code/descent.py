# Gradient descent and Newton's method for kernel logistic regression: {{.State}}
# %% Method
import numpy as np
from scipy.special import expit


{{template "rowkernel.py" .}}

{{template "klr.py" .}}

def descend(K, y, lam, step, steps):
    n = len(y)
    alpha = np.zeros(n)
    with np.errstate(all="ignore"):
        for _ in range(steps):
            q = y * expit(-y * (K @ alpha))
            after = alpha - step * K @ (2 * lam * alpha - q / n)
            if not np.isfinite(after @ K @ after):
                break
            alpha = after
    f = K @ alpha
    gradient = K @ (2 * lam * alpha - y * expit(-y * f) / n)
    return alpha, np.mean(np.logaddexp(0, -y * f)) + lam * alpha @ f, np.linalg.norm(gradient)


# %% Data
{{template "twoinputs.py" .}}
y = np.array([{{list .Y}}], dtype=float)
{{template "parameters.py" .}}lam = {{.lambda}}  # of the mean loss

# %% Numbers
K = kernel(X, X{{template "arguments" .}})
alpha, J, gradient = descend(K, y, lam, {{.step}}, {{.iteration}})
s = np.linalg.eigvalsh(K)[-1]
norm = np.sqrt(max(alpha @ K @ alpha, 0))
terms = np.minimum(np.abs(K) @ np.abs(alpha), 1 + norm * np.sqrt(np.diag(K)))
rounding = {{.Rounding}} * len(y) * terms  # f no larger is on neither side
values = {
    "loss": J,
    "minimum": klr(K, y, lam)[2],
    "step_limit": 2 / (s**2 / (4 * len(y)) + 2 * lam * s),
    "gradient_norm": gradient,
    "train_accuracy": np.mean(y * (K @ alpha) > rounding),
}
{{template "print.py" .}}
