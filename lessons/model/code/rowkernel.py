{{if eq .kernel "expression"}}{{written "rowkernel.py" .expr}}{{else}}def kernel(A, B{{template "arguments" .}}):  # the matrix of k(aᵢ, bⱼ), of rows
{{body "rowkernel.py" .kernel}}
{{- end}}
