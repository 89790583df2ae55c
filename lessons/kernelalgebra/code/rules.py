# What a rule makes of two Gram matrices: {{.State}}
# %% Method
import numpy as np


def smallest(K):  # eigenvalue; zero where rounding may have made it
    s = np.linalg.eigvalsh((K + K.T) / 2)
    rounding = 4 * len(s) * np.finfo(float).eps * np.abs(s).max()
    return 0 if abs(s[0]) <= rounding else s[0]


# %% Data
K1 = np.array([{{list .K1}}]).reshape({{.N}}, {{.N}})
K2 = np.array([{{list .K2}}]).reshape({{.N}}, {{.N}})

# %% Numbers
{{- if eq .rule "sum"}}
K = {{.Alpha}} * K1 + {{.Beta}} * K2
{{- else if eq .rule "both-sum"}}
K = K1 + K2
{{- else if eq .rule "product" "both-product"}}
K = K1 * K2  # entry by entry
{{- else if eq .rule "power"}}
K = K1**3
{{- else if eq .rule "exp"}}
K = np.exp(K1)
{{- else if eq .rule "weighted"}}
f = np.array([{{list .F}}])
K = np.outer(f, f) * K1
{{- else if eq .rule "mapped"}}
K = np.array([{{list .Mapped}}]).reshape({{.N}}, {{.N}})  # k₁ at the images
{{- else if eq .rule "limit"}}
K = (1 + K1 / 100) ** 100
{{- else if eq .rule "difference"}}
K = K1 - K2
{{- else if eq .rule "max"}}
K = np.maximum(K1, K2)
{{- else}}
K = np.log(K1)
{{- end}}
values = {
    "smallest": smallest(K),
    "smallest_1": smallest(K1),
    "smallest_2": smallest(K2),
    "largest": np.linalg.eigvalsh((K + K.T) / 2)[-1],
    "trace": np.trace(K),
}
{{template "print.py" .}}