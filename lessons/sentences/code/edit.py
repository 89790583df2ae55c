# A likeness of words that is no kernel: {{.State}}
# %% Method
import numpy as np


def distance(s, t):  # letters to insert, delete or replace
    row = list(range(len(t) + 1))
    for i, a in enumerate(s):
        diagonal, row[0] = row[0], i + 1
        for j, b in enumerate(t):
            diagonal, row[j + 1] = row[j + 1], min(diagonal + (a != b), row[j] + 1, row[j + 1] + 1)
    return row[-1]


# %% Data
words = [{{range $i, $w := .Words}}{{if $i}}, {{end}}{{$w}}{{end}}]
rate = {{.rate}}

# %% Numbers
K = np.exp(-rate * np.array([[distance(s, t) for t in words] for s in words]))
eigenvalues = np.linalg.eigvalsh(K)
values = {
    "least_eigenvalue": eigenvalues[0],
    "negative": np.sum(eigenvalues < -4 * len(words) * np.finfo(float).eps * eigenvalues[-1]),
    "one_step": np.exp(-rate),
    "words": len(words),
    "largest_eigenvalue": eigenvalues[-1],
}
{{template "print.py" .}}
