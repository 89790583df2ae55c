# The Gaussian kernel from its first features: {{.State}}
features <- function(x, m, ell) {  # e^(-x^2/2l^2) x^k/(l^k sqrt(k!)), k < m, a row for each x
  F <- matrix(exp(-(x / ell)^2 / 2), length(x), m)
  for (k in seq_len(m - 1)) F[, k + 1] <- F[, k] * x / (ell * sqrt(k))
  F
}

missing_of <- function(x, m, ell) 1 - sum(features(x, m, ell)^2)  # of 1, in how alike x is to itself

reach <- function(m, ell) {
  lo <- 0
  hi <- ell * sqrt(m)
  for (i in 1:60) {
    mid <- (lo + hi) / 2
    if (missing_of(mid, m, ell) <= 0.01) lo <- mid else hi <- mid
  }
  lo
}

# The data.
m <- {{.features}}
ell <- {{.bandwidth}}
y <- {{.y}}
{{- if eq .basis "whole"}}
own <- ell / sqrt(2)  # of the features, which belong to e^(-(x - y)^2/l^2)
{{- else}}
own <- ell  # of the features
{{- end}}

# The numbers.
x <- seq(-5, 5, length.out = 101)
F <- features(x, m, own)
u <- x[seq(1, 101, by = 2)]
G <- F[seq(1, 101, by = 2), , drop = FALSE]
error <- abs(exp(-outer(u, u, "-")^2 / (2 * ell^2)) - G %*% t(G))
slice_error <- max(abs(exp(-(x - y)^2 / (2 * ell^2)) - F %*% t(features(y, m, own))))
{{- if eq .basis "half"}}
needed <- 1
while (missing_of(5, needed, ell) > 0.01) needed <- needed + 1
{{- end}}
values <- c(
  largest_error = if (max(error) > 4 * m * .Machine$double.eps) max(error) else 0,
  reach = reach(m, own),
{{- if eq .basis "half"}}
  needed = needed,
{{- end}}
  slice_error = if (slice_error > 4 * m * .Machine$double.eps) slice_error else 0,
  pair = exp(-(0.7 + 0.4)^2 / (2 * ell^2)),
  pair_rebuilt = sum(features(0.7, m, own) * features(-0.4, m, own))
)
{{template "print.R" .}}
# contour(u, u, error)
