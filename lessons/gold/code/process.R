{{template "rowkernel.R" .}}
process <- function(X, y, noise) {  # a Gaussian process of y, whose mean is zero; noise is n lambda = sigma^2 / tau^2
  A <- kernel(X, X, bandwidth) + noise * diag(nrow(X))
  C <- solve(A, tol = 0)
  alpha <- drop(C %*% y)
  list(A = A, C = C, alpha = alpha, tau = sqrt(sum(y * alpha) / length(y)))  # tau is the most likely
}
