# A curve with the {{.loss}} loss, no offset: {{.State}}
# %% Method
import numpy as np


def kernel(s, t):
    return np.exp(-(np.subtract.outer(s, t) ** 2) / (2 * ell**2))
{{- if ne .loss "squared"}}


def qp(H, c, G, h, z):  # the least zᵀHz/2 + cᵀz with Gz ≤ h, from some z inside, by an interior-point method
    s, u = h - G @ z, np.full(len(h), np.abs(c).max())
    least = 1e-22 * np.mean(s * u)
    for _ in range(200):
        mu = s @ u / len(h)
        if mu <= max(1e-15 * np.abs(c * z).max(), least):
            break
        A = np.block([[H, G.T], [G, -np.diag(s / u)]])
        centre, bend = 0, 0
        for look in (True, False):  # how far one can see, then the step
            corner = s * u + bend - centre * mu
            step = np.linalg.solve(A, np.append(-(H @ z + c + G.T @ u), corner / u))
            dz, du = step[:len(z)], step[len(z):]
            ds = -G @ dz
            share = max(np.max(-ds / s), np.max(-du / u))
            t = min(1, (1 if look else 0.99) / max(share, 1e-9))
            centre, bend = ((s + t * ds) @ (u + t * du) / (s @ u)) ** 3, ds * du
        z, s, u = z + t * dz, s + t * ds, u + t * du
    return z
{{- end}}


def heights(K, y, lam):  # the α of least loss + λ αᵀKα, from the dual problem
    n = len(y)
{{- if eq .loss "squared"}}
    return np.linalg.solve(K + n * lam * np.eye(n), y)
{{- else if eq .loss "absolute" "huber"}}
    box = {{if eq .loss "huber"}}delta / (n * lam)  # |αᵢ| ≤ Δ/nλ{{else}}1 / (2 * n * lam)  # |αᵢ| ≤ 1/2nλ{{end}}
    G = np.vstack([-np.eye(n), np.eye(n)])
    return qp(K{{if eq .loss "huber"}} + n * lam * np.eye(n){{end}}, -y, G, np.full(2 * n, box), np.zeros(n))
{{- else}}
    I = np.eye(2 * n)  # α = z₊ − z₋, both ≥ 0
{{- if eq .loss "epsilon"}}
    box = 1 / (2 * n * lam)  # |αᵢ| ≤ 1/2nλ, which scikit-learn calls C
    G, h = np.vstack([-I, I]), np.append(np.zeros(2 * n), np.full(2 * n, box))
{{- else}}
    box = 1 / (2 * n * lam)  # Σ|αᵢ| ≤ 1/2λ
    G, h = np.vstack([-I, np.ones(2 * n)]), np.append(np.zeros(2 * n), n * box)
{{- end}}
    H = np.block([[K, -K], [-K, K]])
    c = np.append(-y, y){{if eq .loss "epsilon"}} + epsilon{{end}}
    z = qp(H, c, G, h, np.full(2 * n, box / 4))
    return z[:n] - z[n:]
{{- end}}


def loss(r):
{{- if eq .loss "squared"}}
    return np.mean(r**2)
{{- else if eq .loss "absolute"}}
    return np.mean(np.abs(r))
{{- else if eq .loss "huber"}}
    return np.mean(np.where(np.abs(r) <= delta, r**2, 2 * delta * np.abs(r) - delta**2))
{{- else if eq .loss "epsilon"}}
    return np.mean(np.maximum(np.abs(r) - epsilon, 0))
{{- else}}
    return np.max(np.abs(r))
{{- end}}


# %% Data
x = np.array([{{list .X}}], dtype=float)
y = np.array([{{list .Y}}], dtype=float)
ell = {{.bandwidth}}
lam = {{.lambda}}  # of the mean loss{{if eq .loss "brittle"}}, here the largest{{end}}
{{- if eq .loss "huber"}}
delta = {{.delta}}
{{- else if eq .loss "epsilon"}}
epsilon = {{.epsilon}}
{{- end}}

# %% Numbers
K = kernel(x, x)
alpha = heights(K, y, lam)
residual = y - K @ alpha
values = {
    "mean_absolute": np.mean(np.abs(residual)),
    "largest_residual": np.max(np.abs(residual)),
    "train_rmse": np.sqrt(np.mean(residual**2)),
    "rkhs_norm": np.sqrt(max(alpha @ K @ alpha, 0)),
    "objective": loss(residual) + lam * alpha @ K @ alpha,
}
{{template "print.py" .}}
