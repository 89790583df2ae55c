# Odd from even digits by products of pixels, without writing them: {{.State}}
# %% Method
import math

import numpy as np
from sklearn.kernel_ridge import KernelRidge


def pixels(images):  # a letter for each of 64 pixels, a for no ink and q for most
    return np.array([[ord(c) - ord("a") for c in image] for image in images]) / 128


def signs(text):  # 1 for odd, −1 for even
    return np.array([1.0 if c == "o" else -1.0 for c in text])


def decide(x, y, new, q, lam):  # scikit-learn's alpha is n times our λ
    fit = KernelRidge(kernel="poly", degree=q, gamma=1, coef0=1, alpha=len(y) * lam)
    return fit.fit(x, y).predict(new)


# %% Data
learnt = """
{{.Learnt}}
""".split()
others = """
{{.Others}}
""".split()
y = signs("{{.LearntOdd}}")
odd = signs(
    "{{.OthersOdd}}"
)
q, lam = {{.degree}}, {{.Lambda}}

# %% Numbers
f = decide(pixels(learnt), y, pixels(others), q, lam)
share = np.mean(f * odd <= 0)
values = {
    "misread_percent": 100 * share,
    "misread_standard_error": 100 * math.sqrt(share * (1 - share) / len(odd)),
    "features": math.comb(64 + q, q),
    "misread": np.sum(f * odd <= 0),
}
{{template "print.py" .}}
