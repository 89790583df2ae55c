# Three readings and a line, as vectors of space: {{.State}}
# %% Method
import numpy as np


def project(Phi, y, theta):
    fitted = Phi @ theta
    residual = y - fitted
    return {
        "length": np.linalg.norm(residual),
        "with_ones": residual @ Phi[:, 0],
        "with_x": residual @ Phi[:, 1],
        "length_y": np.linalg.norm(y),
        "length_fitted": np.linalg.norm(fitted),
    }


# %% Data
x = np.array([-1, 0, 1])
Phi = np.column_stack([np.ones(3), x])
y = np.array([{{list .Y}}])
theta = np.array([{{list .Theta}}])

# %% Numbers
for name, value in project(Phi, y, theta).items():
    print(name, repr(round(float(value), 9)))

# The nearest place on the plane: the normal equations say that the residual there is
# at right angles to both columns.
nearest = np.linalg.solve(Phi.T @ Phi, Phi.T @ y)
