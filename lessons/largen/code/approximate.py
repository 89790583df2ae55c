# A whistle, {{if .Exact}}exactly{{else if .Nystrom}}through landmarks{{else}}through random waves{{end}}: {{.State}}
# %% Method
import numpy as np
{{- if and .Nystrom .Centres}}
from sklearn.cluster import KMeans
{{- end}}


def lehmer(state):  # numbers between 0 and 1, the same in every language
    for k in range(10**9):
        state = state * 48271 % (2**31 - 1)
        if k >= 3:
            yield state / (2**31 - 1)


def normal(u):
    r = np.sqrt(-2 * np.log(next(u)))
    return r * np.cos(2 * np.pi * next(u))


def truth(x):
    return np.sin((11 - x) ** 2 / 2)


def kernel(x, z, ell):
    return np.exp(-((x[:, None] - z) ** 2) / (2 * ell**2))
{{if .Nystrom}}{{if .Pivoted}}

{{template "pivots.py" .}}
{{end}}

def newton(z, ell):  # landmarks that those before them do not explain, and L with LLᵀ = K
    K = kernel(z, z, ell)
    kept, L = [], np.zeros((0, len(z)))  # row j: L's column j, of all landmarks
    for i in range(len(z)):
        rest = K[i] - L[:, i] @ L
        if rest[i] > 1e-8 * K[i, i]:
            kept.append(i)
            L = np.vstack([L, rest / np.sqrt(rest[i])])
    return z[kept], L[:, kept].T


def features(x, z, L, ell):  # L⁻¹k(z, x), row by row; Nystroem of scikit-learn has the same kernel
    return np.linalg.solve(L, kernel(z, x, ell)).T
{{else if not .Exact}}

def features(x, omega):  # RBFSampler of scikit-learn has cosines of random phase instead
    phase = np.outer(x, omega)
    both = np.stack([np.cos(phase), np.sin(phase)], axis=2)
    return both.reshape(len(x), -1) / np.sqrt(len(omega))
{{end}}
# %% Data
n, seed = {{.N}}, {{.Seed}}
u = lehmer(seed)
x, y = np.zeros(n), np.zeros(n)
for i in range(n):
    x[i] = 10 * next(u)
    y[i] = truth(x[i]) + 0.5 * normal(u)
ell, lam = {{.bandwidth}}, {{.lambda}}
places = np.linspace(0, 10, 401)
{{if .Exact}}
# %% Numbers
K = kernel(x, x, ell)
alpha = np.linalg.solve(K + n * lam * np.eye(n), y)
fitted, curve = K @ alpha, kernel(places, x, ell) @ alpha
used, multiplications = n, n**3 / 6
{{else}}
# %% Numbers
m = {{.M}}
{{- if .Nystrom}}
{{- if .Pivoted}}
landmarks = pivots(x[:{{.Known}}], m, ell)
{{- else if .Centres}}
means = KMeans(m, init=x[:m, None], n_init=1, max_iter={{.Turns}}, tol=0, algorithm="lloyd")
landmarks = means.fit(x[:{{.Known}}, None]).cluster_centers_[:, 0]
{{- else}}
landmarks = x[:min(m, n)]
{{- end}}
z, L = newton(landmarks, ell)
Phi, new = features(x, z, L, ell), features(places, z, L, ell)
used = len(z)
multiplications = n * used**2
{{- else}}
v = lehmer(seed + 1_000_000)
omega = np.array([normal(v) / ell for _ in range(m // 2)])
Phi, new = features(x, omega), features(places, omega)
used = 2 * len(omega)
multiplications = n * used**2 / 2
{{- end}}
G = Phi.T @ Phi
A = G + n * lam * np.eye(used)
theta = np.linalg.solve(A, Phi.T @ y)
fitted, curve = Phi @ theta, new @ theta
{{end}}
values = {
    "error": np.sqrt(np.mean((curve - truth(places)) ** 2)),
    "multiplications": multiplications,
    "megabytes": 8 * used**2 / 1e6,
    "features": used,
    "train_rmse": np.sqrt(np.mean((fitted - y) ** 2)),
}
{{- if .Freedom}}
values["degrees_of_freedom"] = np.trace(np.linalg.solve(A, G))
{{- end}}
{{template "print.py" .}}
