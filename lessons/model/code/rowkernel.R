{{if eq .kernel "expression"}}{{written "rowkernel.R" .expr}}{{else}}kernel <- function(A, B{{template "arguments" .}}) {  # the matrix of k(a_i, b_j), of rows
{{body "rowkernel.R" .kernel}}
}
{{- end}}
