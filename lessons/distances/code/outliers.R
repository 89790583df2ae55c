# Distances from the mean in the feature space, by the Gram matrix: {{.State}}
{{template "rowkernel.R" .}}
from_mean <- function(K) {
  squares <- diag(K) - 2 * rowMeans(K) + mean(K)
  rounding <- 4 * nrow(K) * .Machine$double.eps * max(rowSums(abs(K)))  # what is no larger is zero
  sqrt(ifelse(squares > rounding, squares, 0))
}

# The data.
{{template "inputs.R" .}}middle <- {{.Middle}} + 1  # the point nearest to the mean of the inputs

# The numbers.
K <- kernel(X, X{{template "arguments" .}})
d <- from_mean(K)
tie <- abs(d - d[middle]) <= 1e-9 * max(d)
values <- c(
  middle_rank = 1 + sum(d > d[middle] & !tie),
  largest = max(d),
  entries = nrow(K) * (nrow(K) + 1) / 2,
  smallest = min(d),
  mean_norm = sqrt(max(mean(K), 0))
)
{{template "print.R" .}}