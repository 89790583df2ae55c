{{template "rowkernel.R" .}}
distances <- function(K) {  # in the feature space: d^2 = k(x, x) - 2k(x, x') + k(x', x')
  d <- diag(K)
  squares <- outer(d, d, "+") - 2 * K
  rounding <- 16 * .Machine$double.eps * abs(outer(d, d, "+"))  # what is no larger is zero
  sqrt(ifelse(squares > rounding, squares, 0))
}
