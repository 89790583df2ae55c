# Digits told {{if .Nystrom}}through landmarks{{else}}through random waves{{end}}, and exactly: {{.State}}
# %% Method
import numpy as np
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics.pairwise import rbf_kernel


def pixels(images):  # a letter for each of 64 pixels, a for no ink and q for most
    return np.array([[float(ord(c) - ord("a")) for c in image] for image in images])


def kernel(x, z, ell):
    return rbf_kernel(x, z, gamma=1 / (2 * ell**2))
{{if .Pivoted}}

{{template "pivots.py" .}}
{{else if .Centres}}

def means(x, m):  # k-means from the first m digits; KMeans of scikit-learn does the same
    centres = x[:m].copy()
    for _ in range({{.Turns}}):
        nearest = np.argmin((centres**2).sum(axis=1) / 2 - x @ centres.T, axis=1)
        for j in np.unique(nearest):
            centres[j] = x[nearest == j].mean(axis=0)
    return centres
{{end}}
{{- if .Nystrom}}

def through(x, Y, new, z, ell, lam):  # landmarks z; Nystroem of scikit-learn has the same kernel
    K = kernel(x, z, ell)
    beta = np.linalg.solve(K.T @ K + len(x) * lam * kernel(z, z, ell), K.T @ Y)
    return kernel(new, z, ell) @ beta
{{else}}

def features(x, omega):  # RBFSampler of scikit-learn has cosines of random phase instead
    phase = x @ omega.T
    return np.hstack([np.cos(phase), np.sin(phase)]) / np.sqrt(len(omega))


def through(x, Y, new, omega, lam):
    Phi = features(x, omega)
    A = Phi.T @ Phi + len(x) * lam * np.eye(Phi.shape[1])
    return features(new, omega) @ np.linalg.solve(A, Phi.T @ Y)
{{end}}

def exactly(x, Y, new, ell, lam):  # scikit-learn's alpha is n times our λ
    return KernelRidge(kernel="rbf", gamma=1 / (2 * ell**2), alpha=len(x) * lam).fit(x, Y).predict(new)


# %% Data
learnt = """
{{.Learnt}}
""".split()
learnt_digits = """
{{.LearntDigits}}
""".split()
others = """
{{.Others}}
""".split()
others_digits = """
{{.OthersDigits}}
""".split()
{{- if not .Nystrom}}
frequencies = np.array([{{list .Frequencies}}]).reshape(-1, 64)
{{- end}}
m, ell, lam = {{.m}}, {{.Ell}}, {{.Lambda}}
x, new = pixels(learnt), pixels(others)
Y = 2.0 * (np.array([int(c) for c in "".join(learnt_digits)])[:, None] == np.arange(10)) - 1
digits = np.array([int(c) for c in "".join(others_digits)])

# %% Numbers
def misread(decisions):  # the share, in %, of which another digit has the largest f
    return 100 * np.mean(np.argmax(decisions, axis=1) != digits)


def decide(m):
{{- if .Pivoted}}
    return through(x, Y, new, pivots(x, m, ell), ell, lam)
{{- else if .Centres}}
    return through(x, Y, new, means(x, m), ell, lam)
{{- else if .Nystrom}}
    return through(x, Y, new, x[:m], ell, lam)
{{- else}}
    return through(x, Y, new, frequencies[: m // 2], lam)
{{- end}}


share = misread(decide(m))
exact = misread(exactly(x, Y, new, ell, lam))
values = {
    "misread": share,
    "misread_standard_error": np.sqrt(share * (100 - share) / len(digits)),
    "exact_misread": exact,
    "features": {{if .Nystrom}}m{{else}}m // 2 * 2{{end}},
}
{{template "print.py" .}}
