# The least of J(alpha) = mean log(1 + exp(-y f)) + lambda alpha' K alpha, f = K alpha, by Newton's method.
klr <- function(K, y, lambda) {
  n <- length(y)
  softplus <- function(m) pmax(m, 0) + log1p(exp(-abs(m)))
  J <- function(alpha) {
    f <- drop(K %*% alpha)
    mean(softplus(-y * f)) + lambda * sum(alpha * f)
  }
  alpha <- rep(0, n)
  for (i in 1:200) {
    f <- drop(K %*% alpha)
    q <- y * plogis(-y * f)
    w <- plogis(f) * plogis(-f)
    delta <- solve(w * K + 2 * n * lambda * diag(n), q - 2 * n * lambda * alpha, tol = 0)
    t <- 1
    now <- J(alpha)
    while (J(alpha + t * delta) > now * (1 + 1e-14) && t > 1e-9) t <- t / 2
    alpha <- alpha + t * delta
    if (max(abs(K %*% delta)) < 1e-10) break
  }
  alpha <- y * plogis(-y * drop(K %*% alpha)) / (2 * n * lambda)
  list(alpha = alpha, loss = J(alpha))
}
