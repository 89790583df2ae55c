# {{.File}}{{if not .Plain}}, the table as it was read,{{end}} fitted on all its columns: {{.State}}
# %% Method
{{if ne .Apart " "}}import csv

{{end}}import numpy as np
from scipy.spatial.distance import cdist, pdist
from sklearn.kernel_ridge import KernelRidge
{{- if eq .Classes 2}}
from sklearn.linear_model import LogisticRegression
{{- end}}


def standardised(columns, is_open):
    """n×p, where means, medians and standard deviations are those of the open rows, and words indicators of √½."""
    X = []

    def indicate(so):  # unless it is so of all open rows, or of none
        if 0 < so[is_open].sum() < is_open.sum():
            X.append(np.sqrt(0.5) * so)

    for column in columns:
        if column.dtype.kind == "U":
            for word in np.unique(column[column != ""]):
                indicate(column == word)
            continue
        missing = np.isnan(column)
        there = column[is_open & ~missing]
        if len(there) > 0 and there.min() < there.max():
            filled = np.where(missing, np.median(there), column)
            X.append((filled - filled[is_open].mean()) / filled[is_open].std())
        indicate(missing)
    return np.column_stack(X)


def median_distance(X):  # of rows that differ, where most do not
    d = pdist(X)
    differ = d[d > 0]
    return np.median(differ if 2 * len(differ) < len(d) else d)


def gaussian(A, B, ell):
    return np.exp(-cdist(A, B, "sqeuclidean") / (2 * ell**2))


{{if .Groups}}def missed_of(C, alpha):
    """What is missed of Y with its group B of rows left out: with C = (K + nλI)⁻¹ it is C_BB⁻¹α_B."""
    missed = np.empty_like(alpha)
    for group in np.unique(groups):
        B = groups == group
        missed[B] = np.linalg.solve(C[np.ix_(B, B)], alpha[B])
    return missed


def left_out(K, Y, lambdas):
    """√(mean square of what is missed of Y, n×q, with each group left out) at every λ."""
    n = len(K)
    s, U = np.linalg.eigh(K)
    s[s < 2 * np.sqrt(n) * np.finfo(float).eps * s.max()] = 0  # rounding
    Cs = ((U / (s + n * lam)) @ U.T for lam in lambdas)
    return [np.sqrt(np.mean(missed_of(C, C @ Y) ** 2)) for C in Cs]
{{- else}}def left_out(K, Y, lambdas):
    """√(mean square of what is missed of Y, n×q, with each row left out) at every λ: one eigendecomposition for all."""
    n = len(K)
    s, U = np.linalg.eigh(K)
    s[s < 2 * np.sqrt(n) * np.finfo(float).eps * s.max()] = 0  # rounding
    Z, missed = U.T @ Y, []
    for lam in lambdas:
        d = s[:, None] + n * lam
        missed.append(np.sqrt(np.mean((U @ (Z / d) / (U**2 @ (1 / d))) ** 2)))
    return missed
{{- end}}
{{- if eq .Classes 2}}


def curve(f, first):
    """Platt's a and b of the first class's probability 1/(1 + exp(−(a + bf))), with a penalty of (a² + b²)/200."""
    f = np.column_stack([np.ones(len(f)), f])
    a, b = LogisticRegression(C=100, fit_intercept=False, tol=1e-10, max_iter=1000).fit(f, first).coef_[0]
    return a, max(b, 0)
{{- end}}


# %% Data
{{- if .Plain}}
# What was sent, in a file of this name in the folder that this runs in.
{{- else}}
# The file as it was sent takes more than a few lines to read. This is what its page made of it, which calls it “the
# table as it was read”: save it into the folder that this runs in.
{{- end}}
file_name = {{printf "%q" .File}}


def word(cell):
    """The word of a cell; "" where it stands for none."""
    none = ["", "na", "n/a", "nan", "null", "none", ".", "-", "–", "?"]
    return "" if cell.strip().lower() in none else " ".join(cell.split())


def number(cell):
    """The number of a cell; NaN where it has none."""
{{- range .Replace}}
    cell = cell.replace({{printf "%q, %q" (index . 0) (index . 1)}})
{{- end}}
    try:
        return float(cell)
    except ValueError:
        return np.nan


with open(file_name, encoding="{{.Codec}}", newline="") as file:
{{- if eq .Apart " "}}
    lines = [[cell.strip('"') for cell in line.split()] for line in file]
{{- else}}
    lines = csv.reader(file{{if ne .Apart ","}}, delimiter={{printf "%q" .Apart}}{{end}})
{{- end}}
    table = [cells for cells in lines if any(cell.strip() for cell in cells)]
table = table[{{.Before}}:]  # its rows, from 1 on as the page counts them
{{- if .Between}}
no_rows = [{{list .Between}}]
table = [cells for i, cells in enumerate(table) if i not in no_rows]
{{- end}}
inputs = [  # what each is called, its place in a row, and how its cells are read
{{- range .Inputs}}
    ({{printf "%q" .Name}}, {{.Place}}, {{.Read}}),
{{- end}}
]
columns = [np.array([read(row[place]) for row in table]) for _, place, read in inputs]
y = np.array([{{.Target.Read}}(row[{{.Target.Place}}]) for row in table])  # {{.Target.Name}}
{{- if .Classes}}
classes = np.unique(y[{{if eq .Target.Read "word"}}y != ""{{else}}~np.isnan(y){{end}}])
{{- end}}

# The page's random numbers are not Python's: what it drew stands here, rows by their numbers from 1 on.
{{- if .Rows}}
rows = np.array([{{list .Rows}}]) - 1
{{- else}}
rows = np.flatnonzero({{if eq .Target.Read "word"}}y != ""{{else}}~np.isnan(y){{end}})
{{- if .LeaveOut}}
for column in columns:
    rows = rows[(column != "" if column.dtype.kind == "U" else ~np.isnan(column))[rows]]
{{- end}}
{{- end}}
{{- if .SealedTo}}
sealed_rows = np.arange({{.SealedFrom}}, {{.SealedTo}} + 1) - 1
{{- else}}
sealed_rows = np.array([{{list .Sealed}}]{{if not .Sealed}}, dtype=int{{end}}) - 1
{{- end}}
is_open = ~np.isin(rows, sealed_rows)
{{- if .Groups}}
groups = np.array([{{list .Groups}}])  # of the open rows; those of one are left out together
{{- end}}
X, y = standardised([column[rows] for column in columns], is_open), y[rows]

# %% Numbers
x = X[is_open]
{{- if .Classes}}
Y = np.where(y[is_open, None] == classes, 1, -1)  # of each class against the rest
{{- if eq .Classes 2}}
Y = Y[:, :1]  # the second is the opposite
{{- end}}
{{- else}}
mean = y[is_open].mean()
Y = y[is_open, None] - mean
{{- end}}
n = len(x)
ells = median_distance(x) * np.geomspace({{index .Widths 0}}, {{index .Widths 1}}, {{index .Widths 2}})
lambdas = np.geomspace({{index .Lambdas 0}}, {{index .Lambdas 1}}, {{index .Lambdas 2}})
loo = np.column_stack([left_out(gaussian(x, x, ell), Y, lambdas) for ell in ells])
i, j = divmod(np.argmin(loo[::-1]), len(ells))  # of several as small the largest λ
ell, lam = ells[j], lambdas[::-1][i]
K = gaussian(x, x, ell)
# (K + nλI)α = y. Our λ is that of the mean loss: scikit-learn's alpha is n times it.
alpha = KernelRidge(kernel="precomputed", alpha=n * lam).fit(K, Y).dual_coef_
C = np.linalg.inv(K + n * lam * np.eye(n))
{{- if .Groups}}
without = Y - missed_of(C, alpha)  # what is predicted of each row without its group
{{- else}}
without = Y - alpha / np.diag(C)[:, None]  # what is predicted of each row without it
{{- end}}
values = {"bandwidth": ell, "lambda": lam, "loo_rmse": loo.min()}
values |= {"rows": n, "sealed": len(sealed_rows), "inputs": X.shape[1]}
{{- if .Classes}}
{{- if eq .Classes 2}}
a, b = curve(without, y[is_open] == classes[0])
said = classes[np.where(a + b * without[:, 0] >= 0, 0, 1)]
{{- else}}
said = classes[without.argmax(axis=1)]
{{- end}}
values["loo_wrong"] = 100 * np.mean(said != y[is_open])  # per cent
{{- end}}
{{template "print.py" .}}
{{- if .Sealed}}

# %% Sealed rows
# Open them once, when you have decided: what you change after that is chosen with their help.
opened = {{if .Opened}}True{{else}}False{{end}}
if opened:
    f = gaussian(X[~is_open], x, ell) @ alpha
{{- if .Classes}}
{{- if eq .Classes 2}}
    said = classes[np.where(a + b * f[:, 0] >= 0, 0, 1)]
{{- else}}
    said = classes[f.argmax(axis=1)]
{{- end}}
    print("sealed_wrong", repr(float(100 * np.mean(said != y[~is_open]))))  # per cent
{{- else}}
    print("sealed_rmse", repr(float(np.sqrt(np.mean((mean + f[:, 0] - y[~is_open]) ** 2)))))
{{- end}}
{{- end}}
