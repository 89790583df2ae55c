# One similarity in three ways: {{.State}}
# %% Method
import numpy as np


{{template "kernel.py" .}}


# %% Data
x = np.linspace({{.From}}, {{.From}} + 6, 13)
alpha = np.array([{{list .Alpha}}])
{{template "parameters.py" .}}z = {{.z}}

# %% Numbers
K = kernel(x, x{{template "arguments" .}})
s = np.linalg.eigvalsh((K + K.T) / 2)  # the smallest first
rounding = 4 * len(s) * np.finfo(float).eps * np.abs(s).max()
s[np.abs(s) <= rounding] = 0
squared = alpha @ K @ alpha
grid = np.linspace({{.Low}}, {{.High}}, 201)
to = kernel(grid, np.array([z]){{template "arguments" .}})
values = {
    "smallest": s[0],
    "squared_norm": squared if abs(squared) > rounding * (alpha @ alpha) else 0,
    "least": to.min(),
    "greatest": to.max(),
    "largest": s[-1],
}
{{template "print.py" .}}