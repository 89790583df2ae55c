{{if eq .kernel "expression"}}{{written "kernel.R" .expr}}{{else}}kernel <- function(a, b{{template "arguments" .}}) {  # the matrix of k(a_i, b_j)
{{- if eq .kernel "gaussian"}}
  exp(-outer(a, b, "-")^2 / (2 * bandwidth^2))
{{- else if eq .kernel "laplacian" "exponential"}}
  exp(-abs(outer(a, b, "-")) / bandwidth)
{{- else if eq .kernel "matern32"}}
  r <- sqrt(3) * abs(outer(a, b, "-")) / bandwidth
  (1 + r) * exp(-r)
{{- else if eq .kernel "matern52"}}
  r <- sqrt(5) * abs(outer(a, b, "-")) / bandwidth
  (1 + r + r^2 / 3) * exp(-r)
{{- else if eq .kernel "rational-quadratic"}}
  (1 + outer(a, b, "-")^2 / (2 * shape * bandwidth^2))^-shape
{{- else if eq .kernel "periodic"}}
  exp(-2 * sin(pi * outer(a, b, "-") / period)^2 / bandwidth^2)
{{- else if eq .kernel "polynomial"}}
  (outer(a, b) + offset)^degree
{{- else if eq .kernel "linear"}}
  outer(a, b)
{{- else if eq .kernel "cosine"}}
  outer(sign(a), sign(b))
{{- else if eq .kernel "min"}}
  outer(a, b, pmin)
{{- else if eq .kernel "sigmoid"}}
  tanh(slope * outer(a, b) + offset)
{{- else if eq .kernel "constant"}}
  matrix(value, NROW(a), NROW(b))
{{- end}}
}
{{- end}}
