# The f of least mean log(1 + exp(-y f)) + lambda |f|^2, f = K alpha, by Newton's method.
klr <- function(K, y, lambda) {
  n <- length(y)
  e <- eigen(K, symmetric = TRUE)
  keep <- e$values > n * .Machine$double.eps * e$values[1]
  # K = Phi Phi': in theta with f = Phi theta nothing cancels, as it does in alpha ~ 1/lambda
  Phi <- e$vectors[, keep, drop = FALSE] %*% diag(sqrt(e$values[keep]), sum(keep))
  softplus <- function(m) pmax(m, 0) + log1p(exp(-abs(m)))
  J <- function(theta) mean(softplus(-y * drop(Phi %*% theta))) + lambda * sum(theta^2)
  theta <- rep(0, ncol(Phi))
  for (i in 1:200) {
    f <- drop(Phi %*% theta)
    q <- y * plogis(-y * f)
    w <- plogis(f) * plogis(-f)
    H <- crossprod(Phi, w * Phi) / n + 2 * lambda * diag(ncol(Phi))
    delta <- drop(solve(H, drop(crossprod(Phi, q)) / n - 2 * lambda * theta, tol = 0))
    t <- 1
    now <- J(theta)
    while (J(theta + t * delta) > now * (1 + 1e-14) && t > 1e-9) t <- t / 2
    theta <- theta + t * delta
    if (max(abs(Phi %*% delta)) < 1e-10) break
  }
  f <- drop(Phi %*% theta)
  list(alpha = y * plogis(-y * f) / (2 * n * lambda), f = f, loss = J(theta))
}
