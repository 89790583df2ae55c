# K, K̂ and predictions of points turned and shifted: {{.State}}
# %% Method
import numpy as np


{{template "rowkernel.py" .}}

def moved(X, turn, shift):
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return X @ np.array([[c, s], [-s, c]]) + [shift, 0]


def see(turn, shift):  # K with K̂ under it, and K̂(K + nλI)⁻¹y
    X1, Z1 = moved(X, turn, shift), moved(Z, turn, shift)
    K, K_hat = kernel(X1, X1{{template "arguments" .}}), kernel(Z1, X1{{template "arguments" .}})
    n = len(K)
    return np.vstack([K, K_hat]), K_hat @ np.linalg.solve(K + n * lam * np.eye(n), y)


def apart(a, b):  # the largest change; 0 where they agree
    gap = np.abs(a - b).max()
    return gap if gap > 1e-9 * max(np.abs(a).max(), np.abs(b).max()) else 0


# %% Data
X = np.array([{{list .X}}], dtype=float).reshape(-1, 2)
y = np.array([{{list .Y}}], dtype=float)
Z = np.array([{{list .Tests}}]).reshape(-1, 2)  # test points
turn, shift, lam = {{.Turn}}, {{.Shift}}, {{.Lambda}}
{{template "parameters.py" .}}
# %% Numbers
S, predicted = see(0, 0)
S1, predicted1 = see(turn, shift)
values = {
    "change_by_turn": apart(S, see(turn, 0)[0]),
    "change_by_shift": apart(S, see(0, shift)[0]),
    "change_of_predictions": np.abs(predicted - predicted1).max() if apart(S, S1) > 0 else 0,
    "largest": np.abs(S1).max(),
    "points": len(X),
}
{{template "print.py" .}}
