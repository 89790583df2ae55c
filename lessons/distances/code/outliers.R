# Distances from the mean in the feature space, by the Gram matrix: {{.State}}
{{template "rowkernel.R" .}}
from_mean <- function(K) sqrt(pmax(diag(K) - 2 * rowMeans(K) + mean(K), 0))

# The data.
{{template "inputs.R" .}}middle <- {{.Middle}} + 1  # the point nearest to the mean of the inputs

# The numbers.
K <- kernel(X, X{{template "arguments" .}})
d <- from_mean(K)
tie <- abs(d - d[middle]) <= 1e-9 * max(d)
values <- c(
  middle_rank = 1 + sum(d > d[middle] & !tie) + sum(tie[seq_len(middle - 1)]),
  largest = max(d),
  entries = nrow(K) * (nrow(K) + 1) / 2,
  smallest = min(d),
  mean_norm = sqrt(max(mean(K), 0))
)
{{template "print.R" .}}