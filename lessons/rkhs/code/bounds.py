# What the norm of a function of the space bounds: {{.State}}
# %% Method
import numpy as np


{{template "kernel.py" .}}


def k(s, t):
    return kernel(np.array([s]), np.array([t]){{template "arguments" .}})[0, 0]


# %% Data
centres = np.array([{{list .Centres}}], dtype=float)
readings = np.array([{{list .Readings}}], dtype=float)  # at the first of the centres
free = np.array([{{list .Free}}], dtype=float)  # α of the other centres
x, y = {{.x}}, {{.y}}
{{template "parameters.py" .}}
# %% Numbers
n = len(readings)
K = kernel(centres, centres{{template "arguments" .}})
alpha = np.append(np.linalg.solve(K[:n, :n], readings - K[:n, n:] @ free), free)
fx, fy = alpha @ kernel(centres, np.array([x, y], dtype=float){{template "arguments" .}})
squared = alpha @ K @ alpha
rounding = 4 * len(K) * np.finfo(float).eps * np.trace(K) * (alpha @ alpha)
norm = np.sqrt(squared) if squared > rounding else 0
distance = np.sqrt(max(k(x, x) - 2 * k(x, y) + k(y, y), 0))
height, opens = norm * np.sqrt(k(x, x)), norm * distance
values = {
    "norm": norm,
    "distance": distance,
    "value": fx,
    "other": fy,
    "height": height,
    "opens": opens,
}
if height > 0:
    values["envelope"] = 100 * min(1, abs(fx) / height)
if opens > 0:
    values["cone"] = 100 * min(1, abs(fx - fy) / opens)
{{template "print.py" .}}
