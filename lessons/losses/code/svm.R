# A support vector machine: {{.State}}
{{template "rowkernel.R" .}}

# The dual problem, by an interior-point method; lambda of the mean loss is 1/2nC.
# ksvm(as.kernelMatrix(K), factor(y), C = C) of kernlab does the same to three digits,
# and may take minutes where C times K is large.
svm <- function(K, y, C) {
  n <- length(y)
  if (length(unique(y)) < 2) return(list(alpha = rep(0, n), b = y[1], support = 0))
  Q <- K * outer(y, y)
  a <- C * ifelse(y > 0, mean(y < 0), mean(y > 0))  # 0 <= a = y alpha <= C, and alpha sums to 0
  b <- 0
  u <- v <- rep(1, n)
  for (i in 1:200) {
    s <- C - a
    mu <- (sum(a * u) + sum(s * v)) / (2 * n)
    if (mu <= 1e-14 * max(a)) break
    A <- rbind(cbind(Q + diag(u / a + v / s), y), c(y, 0))
    slope <- drop(Q %*% a) - 1 + b * y
    centre <- p <- q <- 0
    for (look in c(TRUE, FALSE)) {  # how far one can see, then the step
      low <- (centre * mu - p) / a
      high <- (centre * mu - q) / s
      d <- tryCatch(solve(A, c(low - high - slope, 0), tol = 0), error = function(e) NULL)
      if (is.null(d)) break  # singular to the last digit: no step is left
      da <- d[1:n]
      du <- low - u - u / a * da
      dv <- high - v + v / s * da
      t1 <- min(1, (if (look) 1 else 0.99) / max(-da / a, da / s, -du / u, -dv / v, 1e-9))
      centre <- ((sum((a + t1 * da) * (u + t1 * du)) + sum((s - t1 * da) * (v + t1 * dv))) / (2 * n * mu))^3
      p <- da * du
      q <- -da * dv
    }
    if (is.null(d)) break
    a <- a + t1 * da
    b <- b + t1 * d[n + 1]
    u <- u + t1 * du
    v <- v + t1 * dv
  }
  alpha <- y * a
  if (!any(a > 1e-7 * max(a) & a < C * (1 - 1e-7))) {  # the middle of what b may be
    h <- y - drop(K %*% alpha)
    up <- (y > 0) == (a < C / 2)
    b <- (max(h[up]) + min(h[!up])) / 2
  }
  # Where f moves, one of a and u ends at zero: the smaller, each beside what there is of it.
  list(alpha = alpha, b = b, support = sum(a * diff(range(K %*% alpha)) > u * max(a)))
}

# The data.
{{template "twoinputs.R" .}}
y <- c({{list .Y}})
{{template "parameters.R" .}}C <- {{.C}}

# The numbers.
n <- length(y)
K <- kernel(X, X{{template "arguments" .}})
fit <- svm(K, y, C)
alpha <- fit$alpha
f <- drop(K %*% alpha) + fit$b
norm <- sqrt(max(sum(alpha * (K %*% alpha)), 0))
J <- norm^2 / 2 + C * sum(pmax(0, 1 - y * f))
constant <- C * (n - abs(sum(y)))  # what the best f without w costs
support <- fit$support
if (constant - J <= {{.Rounding}} * n * constant) {  # to rounding no w is better than none
  support <- norm <- 0
  fit$b <- sign(sum(y))
  alpha <- 0 * alpha
  f <- rep(fit$b, n)
  J <- constant
}
terms <- pmin(drop(abs(K) %*% abs(alpha)), 1 + norm * sqrt(diag(K)))
values <- c(
  multiplications = 3 * support,  # two inputs and a coefficient
  ridge_multiplications = 3 * n,
  train_right = 100 * mean(y * f > {{.Rounding}} * n * (terms + abs(fit$b))),  # f no larger is on neither side
  objective = J,
  lambda = 1 / (2 * n * C)
)
# Else f is a constant, and needs none of the alpha that the dual problem has.
if (support > 0) values <- c(values, support = support, share = 100 * support / n, margin = 1 / norm)
{{template "print.R" .}}
