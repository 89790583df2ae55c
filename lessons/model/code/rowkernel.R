{{if eq .kernel "expression"}}{{written "rowkernel.R" .expr}}{{else}}kernel <- function(A, B{{template "arguments" .}}) {  # the matrix of k(a_i, b_j), of rows
{{- if eq .kernel "gaussian" "laplacian" "exponential" "matern32" "matern52" "rational-quadratic" "periodic" "min" "difference"}}
  over <- function(f) Reduce(`+`, lapply(seq_len(ncol(A)), function(j) outer(A[, j], B[, j], f)))
{{- end}}
{{- if eq .kernel "gaussian"}}
  exp(-over(function(a, b) (a - b)^2) / (2 * bandwidth^2))
{{- else if eq .kernel "laplacian"}}
  exp(-over(function(a, b) abs(a - b)) / bandwidth)
{{- else if eq .kernel "exponential"}}
  exp(-sqrt(over(function(a, b) (a - b)^2)) / bandwidth)
{{- else if eq .kernel "matern32"}}
  r <- sqrt(3 * over(function(a, b) (a - b)^2)) / bandwidth
  (1 + r) * exp(-r)
{{- else if eq .kernel "matern52"}}
  r <- sqrt(5 * over(function(a, b) (a - b)^2)) / bandwidth
  (1 + r + r^2 / 3) * exp(-r)
{{- else if eq .kernel "rational-quadratic"}}
  (1 + over(function(a, b) (a - b)^2) / (2 * shape * bandwidth^2))^-shape
{{- else if eq .kernel "periodic"}}
  exp(-2 * over(function(a, b) sin(pi * (a - b) / period)^2) / bandwidth^2)
{{- else if eq .kernel "polynomial"}}
  (A %*% t(B) + offset)^degree
{{- else if eq .kernel "linear"}}
  A %*% t(B)
{{- else if eq .kernel "cosine"}}
  a <- sqrt(rowSums(A^2))
  b <- sqrt(rowSums(B^2))
  (A %*% t(B)) / outer(ifelse(a == 0, 1, a), ifelse(b == 0, 1, b))
{{- else if eq .kernel "min"}}
  over(pmin)
{{- else if eq .kernel "sigmoid"}}
  tanh(slope * (A %*% t(B)) + offset)
{{- else if eq .kernel "arc"}}
  arc <- abs(atan2(outer(A[, 1], B[, 2]) - outer(A[, 2], B[, 1]), A %*% t(B)))
  some <- outer(rowSums(A^2) > 0, rowSums(B^2) > 0)  # zeros have no direction
  some * exp(-arc^2 / (2 * bandwidth^2))
{{- else if eq .kernel "maximum"}}
  d <- Reduce(pmin, lapply(seq_len(ncol(A)), function(j) abs(outer(A[, j], B[, j], "-"))))
  exp(-d^2 / (2 * bandwidth^2))
{{- else if eq .kernel "difference"}}
  d2 <- over(function(a, b) (a - b)^2)
  exp(-d2 / (2 * bandwidth^2)) - weight * exp(-d2 / (8 * bandwidth^2))
{{- else if eq .kernel "constant"}}
  matrix(value, NROW(A), NROW(B))
{{- end}}
}
{{- end}}
