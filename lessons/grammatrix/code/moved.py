# K, K̂ and predictions of points turned and shifted: {{.State}}
# %% Method
import numpy as np


{{template "rowkernel.py" .}}

def moved(X, turn, shift):
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return X @ np.array([[c, s], [-s, c]]) + [shift, 0]


def see(turn, shift):  # K with K̂ under it, √(k(x, x) k(z, z)), and K̂(K + nλI)⁻¹y
    X1, Z1 = moved(X, turn, shift), moved(Z, turn, shift)
    K, K_hat = kernel(X1, X1{{template "arguments" .}}), kernel(Z1, X1{{template "arguments" .}})
    n = len(K)
    own = np.abs(np.concatenate([np.diag(K), np.diag(kernel(Z1, Z1{{template "arguments" .}}))]))
    most = np.sqrt(np.outer(own, own[:n]))  # no entry of a kernel is above it
    return np.vstack([K, K_hat]), most, K_hat @ np.linalg.solve(K + n * lam * np.eye(n), y)


def apart(a, b):  # the largest change; 0 where each entry has nine digits of the other, or is rounding
    (K, most), (L, largest) = a[:2], b[:2]
    gap = np.abs(K - L)
    told = gap > np.maximum(1e-9 * np.maximum(np.abs(K), np.abs(L)), 1.5e-14 * np.maximum(most, largest))
    return np.where(told, gap, 0).max()


# %% Data
X = np.array([{{list .X}}], dtype=float).reshape(-1, 2)
y = np.array([{{list .Y}}], dtype=float)
Z = np.array([{{list .Tests}}]).reshape(-1, 2)  # test points
turn, shift, lam = {{.Turn}}, {{.Shift}}, {{.Lambda}}
{{template "parameters.py" .}}
# %% Numbers
before, now = see(0, 0), see(turn, shift)
values = {
    "change_by_turn": apart(before, see(turn, 0)),
    "change_by_shift": apart(before, see(0, shift)),
    "change_of_predictions": np.abs(before[2] - now[2]).max() if apart(before, now) > 0 else 0,
    "largest": np.abs(now[0]).max(),
    "points": len(X),
}
{{template "print.py" .}}
