{{if eq .kernel "expression"}}{{written "kernel.py" .expr}}{{else}}def kernel(a, b{{template "arguments" .}}):  # the matrix of k(aᵢ, bⱼ)
{{body "kernel.py" .kernel}}
{{- end}}
