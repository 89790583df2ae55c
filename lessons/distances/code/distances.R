{{template "rowkernel.R" .}}
distances <- function(K) {  # in the feature space: d^2 = k(x, x) - 2k(x, x') + k(x', x')
  d <- diag(K)
  sqrt(pmax(outer(d, d, "+") - 2 * K, 0))
}
