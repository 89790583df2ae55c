# The angles between the images of three points: {{.State}}
# %% Method
import numpy as np


{{template "kernel.py" .}}

def degrees(k):  # the angle between two arrows of length 1 whose inner product is k
    return np.degrees(np.arccos(np.minimum(k, 1)))


# %% Data
x = np.array([{{list .X}}], dtype=float)
{{template "parameters.py" .}}
# %% Numbers
K = kernel(x, x{{template "arguments" .}})
print("angle_12", repr(float(degrees(K[0, 1]))))
print("angle_23", repr(float(degrees(K[1, 2]))))
print("angle_13", repr(float(degrees(K[0, 2]))))
print("offdiagonal_mean", repr(float(K[np.triu_indices(3, 1)].mean())))
