# Three species, each told from the others by kernel logistic regression: {{.State}}
# %% Method
import numpy as np
from scipy.special import expit


{{template "rowkernel.py" .}}

{{template "klr.py" .}}

# %% Data
{{template "twoinputs.py" .}}
species = np.array([{{list .Y}}], dtype=int)
{{template "parameters.py" .}}lam = {{.lambda}}  # of the mean loss

# %% Numbers
K = kernel(X, X{{template "arguments" .}})
fits = [klr(K, np.where(species == c, 1.0, -1.0), lam) for c in range(3)]
alpha = np.column_stack([fit[0] for fit in fits])
f = np.column_stack([fit[1] for fit in fits])
p = expit(f)
sums = p.sum(axis=1)
share = p / sums[:, None]
ordered = np.sort(share, axis=1)
tied = ordered[:, 2] - ordered[:, 1] <= {{.Agreement}}  # has no name
named = share.argmax(axis=1)
values = {
    "train_accuracy": np.mean((named == species) & ~tied),
    "least_sum": sums.min(),
    "greatest_sum": sums.max(),
    "log_loss": -np.mean(np.log(p[np.arange(len(species)), species] / sums)),
}
{{template "print.py" .}}
