# Times what BenchmarkPaths times, with NumPy, SciPy and scikit-learn on one thread, and prints for
# each size: a name, n, and the least of several times in nanoseconds.
#
#   OPENBLAS_NUM_THREADS=1 python3 speed.py 133 300 1000
import sys
import time

import numpy as np
from scipy.linalg import cho_factor, cho_solve, lapack
from sklearn.decomposition import KernelPCA
from sklearn.kernel_ridge import KernelRidge

rng = np.random.default_rng(1)


def gaussian(x, length):
    return np.exp(-((x[:, None] - x[None, :]) ** 2) / (2 * length**2))


def krr(K, y, lam):
    """Fit, leave-one-out residuals, degrees of freedom and condition, as FitKRR has them."""
    n = len(y)
    factor = cho_factor(K + n * lam * np.eye(n))
    alpha = cho_solve(factor, y)
    inverse, _ = lapack.dpotri(factor[0], lower=factor[1])
    own = np.diag(inverse)
    condition, _ = lapack.dpocon(factor[0], np.linalg.norm(K, 1), uplo="L" if factor[1] else "U")
    return alpha, alpha / own, n - n * lam * own.sum(), 1 / condition


def loo_map(x, y):
    """The least leave-one-out error over bandwidths and λ, one decomposition a bandwidth."""
    n, least = len(y), np.inf
    for length in 0.1 * 2.0 ** np.arange(8):
        s, U = np.linalg.eigh(gaussian(x, length))
        z = U.T @ y
        for lam in 10.0 ** np.arange(-6, 0):
            d = 1 / (np.maximum(s, 0) + n * lam)
            least = min(least, np.sqrt(np.mean((U @ (d * z) / (U**2 @ d)) ** 2)))
    return least


for n in map(int, sys.argv[1:]):
    x = np.sort(10 * rng.random(n))
    y = np.sin(x) + 0.2 * rng.standard_normal(n)
    smooth, rough = gaussian(x, 0.5), gaussian(x, 0.01)
    wide, full = rng.standard_normal((n, 10)), rng.standard_normal((n, n))
    for name, run in {
        "gemm": lambda: full @ smooth,
        "syrk": lambda: full @ full.T,
        "potrf": lambda: np.linalg.cholesky(smooth + np.eye(n)),
        "eigen-smooth": lambda: np.linalg.eigh(smooth),
        "eigen-rough": lambda: np.linalg.eigh(rough),
        "map": lambda: loo_map(x, y),
        "krr": lambda: krr(smooth, y, 0.01),
        "krr-sklearn": lambda: KernelRidge(alpha=0.01 * n, kernel="rbf", gamma=0.1).fit(wide, y).predict(wide),
        "kpca-sklearn": lambda: KernelPCA(2, kernel="rbf", gamma=0.1).fit_transform(wide),
    }.items():
        if name == "map" and n > 300:
            continue
        times = []
        while sum(times) < 0.5 and len(times) < 200 or len(times) < 3:
            begin = time.perf_counter_ns()
            run()
            times.append((time.perf_counter_ns() - begin) / 1e9)
        print(name, n, round(min(times) * 1e9))
