# A function of the space, its norm and its value at x: {{.State}}
# %% Method
import numpy as np


{{template "kernel.py" .}}


# %% Data
centres = np.array([{{list .Centres}}], dtype=float)
readings = np.array([{{list .Readings}}], dtype=float)  # at the first of the centres
free = np.array([{{list .Free}}], dtype=float)  # α of the other centres
x = np.array([{{.x}}], dtype=float)
{{template "parameters.py" .}}
# %% Numbers
n = len(readings)
K = kernel(centres, centres{{template "arguments" .}})
first = np.linalg.solve(K[:n, :n], readings - K[:n, n:] @ free)
alpha = np.append(first, free)
kx = kernel(centres, x{{template "arguments" .}})[:, 0]
squared = alpha @ K @ alpha
rounding = 4 * len(K) * np.finfo(float).eps * np.trace(K) * (alpha @ alpha)
values = {
    "norm": np.sqrt(squared) if squared > rounding else 0,
    "norm_squared": squared,
    "value": alpha @ kx,
}
if n > 0:
    least = np.linalg.solve(K[:n, :n], readings)
    values["least"] = np.sqrt(least @ readings)
    values["ratio"] = values["norm"] / values["least"]
{{template "print.py" .}}
