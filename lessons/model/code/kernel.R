{{if eq .kernel "expression"}}{{written "kernel.R" .expr}}{{else}}kernel <- function(a, b{{template "arguments" .}}) {  # the matrix of k(a_i, b_j)
{{body "kernel.R" .kernel}}
}
{{- end}}
