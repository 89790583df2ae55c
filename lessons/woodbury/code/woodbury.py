# {{if .Push}}The push-through identity{{else}}Woodbury's identity{{end}} of the figure: {{.State}}
# %% Method
{{- if .Derived}}
import sys
{{end}}
import numpy as np


{{if .Push -}}
def inverted(Phi, c):  # what the first line inverts, and the last
    n, d = Phi.shape
    return Phi.T @ Phi + c * np.eye(d), Phi @ Phi.T + c * np.eye(n)


def ends(left, right, Phi):  # the first line, and the last
    return np.linalg.solve(left, Phi.T), Phi.T @ np.linalg.inv(right)
{{- else -}}
def inverted(A, U, C, V):  # what the first line inverts, and the last
    return A + U @ C @ V, np.linalg.inv(C) + V @ np.linalg.solve(A, U)


def ends(left, right, A, U, V):  # the first line, and the last
    last = np.linalg.inv(A) - np.linalg.solve(A, U) @ np.linalg.solve(right, V @ np.linalg.inv(A))
    return np.linalg.inv(left), last
{{- end}}
{{- if not .Derived}}


def rank(M):  # the singular values above what rounding may leave of zero, 4nε‖M‖
    s = np.linalg.svd(M, compute_uv=False)
    return np.sum(s > 4 * len(s) * np.finfo(float).eps * s[0])
{{- end}}


# %% Data
n, d = {{.n}}, {{.d}}
{{- if .Push}}
Phi = np.array([{{list .V}}]).reshape(n, d)
lam = {{.lambda}}
{{- else}}
A = np.array([{{list .A}}]).reshape(d, d)
U = np.array([{{list .U}}]).reshape(d, n)
C = np.array([{{list .C}}]).reshape(n, n)
V = np.array([{{list .V}}]).reshape(n, d)
{{- end}}

# %% Numbers
left, right = inverted({{if .Push}}Phi, n * lam{{else}}A, U, C, V{{end}})
values = {"left_size": d, "right_size": n}
{{- if .Derived}}
first, last = ends(left, right, {{if .Push}}Phi{{else}}A, U, V{{end}})
values["condition_left"] = np.linalg.cond(left)
values["condition_right"] = np.linalg.cond(right)
values["norm"] = np.linalg.norm(last)
print("first and last line apart:", np.linalg.norm(first - last) / np.linalg.norm(first), file=sys.stderr)
{{- else}}  # there is nothing to invert
values["rank_left"], values["rank_right"] = rank(left), rank(right)
{{- end}}
{{template "print.py" .}}
