import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import {{if eq .kernel "gaussian"}}RBF{{else}}Matern{{end}}
