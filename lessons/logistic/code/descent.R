# Gradient descent and Newton's method for kernel logistic regression: {{.State}}
{{template "rowkernel.R" .}}
{{template "klr.R" .}}
descend <- function(K, y, lambda, step, steps) {
  n <- length(y)
  alpha <- rep(0, n)
  for (k in seq_len(steps)) {
    q <- y * plogis(-y * drop(K %*% alpha))
    after <- alpha - step * drop(K %*% (2 * lambda * alpha - q / n))
    if (!is.finite(sum(after * (K %*% after)))) break
    alpha <- after
  }
  f <- drop(K %*% alpha)
  gradient <- drop(K %*% (2 * lambda * alpha - y * plogis(-y * f) / n))
  softplus <- function(m) pmax(m, 0) + log1p(exp(-abs(m)))
  list(alpha = alpha, f = f, loss = mean(softplus(-y * f)) + lambda * sum(alpha * f), gradient = sqrt(sum(gradient^2)))
}

# The data.
{{template "twoinputs.R" .}}
y <- c({{list .Y}})
{{template "parameters.R" .}}lambda <- {{.lambda}}  # of the mean loss

# The numbers.
K <- kernel(X, X{{template "arguments" .}})
fit <- descend(K, y, lambda, {{.step}}, {{.iteration}})
s <- max(eigen(K, symmetric = TRUE, only.values = TRUE)$values)
norm <- sqrt(max(sum(fit$alpha * fit$f), 0))
terms <- pmin(drop(abs(K) %*% abs(fit$alpha)), 1 + norm * sqrt(diag(K)))
rounding <- {{.Rounding}} * length(y) * terms  # f no larger is on neither side
values <- c(
  loss = fit$loss,
  minimum = klr(K, y, lambda)$loss,
  step_limit = 2 / (s^2 / (4 * length(y)) + 2 * lambda * s),
  gradient_norm = fit$gradient,
  train_accuracy = mean(y * fit$f > rounding)
)
{{template "print.R" .}}
