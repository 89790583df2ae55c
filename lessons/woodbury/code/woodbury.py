# {{if .Push}}The push-through identity{{else}}Woodbury's identity{{end}} of the figure: {{.State}}
import sys

import numpy as np

n, d = {{.N}}, {{.D}}
{{- if .Push}}
Phi = np.array([{{list .V}}]).reshape(n, d)
c = n * {{num .Lambda}}  # nλ
left = Phi.T @ Phi + c * np.eye(d)
right = Phi @ Phi.T + c * np.eye(n)
{{- else}}
A = np.array([{{list .A}}]).reshape(d, d)
U = np.array([{{list .U}}]).reshape(d, n)
C = np.array([{{list .C}}]).reshape(n, n)
V = np.array([{{list .V}}]).reshape(n, d)
left = A + U @ C @ V
right = np.linalg.inv(C) + V @ np.linalg.solve(A, U)
{{- end}}
values = {"left_size": d, "right_size": n}
ranks = np.linalg.matrix_rank(left), np.linalg.matrix_rank(right)
if ranks == (d, n):
{{- if .Push}}
    first = np.linalg.solve(left, Phi.T)
    last = Phi.T @ np.linalg.inv(right)
{{- else}}
    first = np.linalg.inv(left)
    last = np.linalg.inv(A) - np.linalg.solve(A, U) @ np.linalg.solve(right, V @ np.linalg.inv(A))
{{- end}}
    values["condition_left"] = np.linalg.cond(left)
    values["condition_right"] = np.linalg.cond(right)
    values["norm"] = np.linalg.norm(last)
    print("first and last line apart:", np.linalg.norm(first - last) / np.linalg.norm(first), file=sys.stderr)
else:  # nothing to invert
    values["rank_left"], values["rank_right"] = ranks
for name, value in values.items():
    print(name, repr(float(value)))
