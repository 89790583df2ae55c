# Kernel logistic regression of the figure: {{.State}}
{{template "rowkernel.R" .}}
{{template "klr.R" .}}
# The data.
{{template "twoinputs.R" .}}
y <- c({{list .Y}})
{{template "parameters.R" .}}lambda <- {{.lambda}}  # of the mean loss

# The numbers.
n <- length(y)
K <- kernel(X, X{{template "arguments" .}})
{{- if .Bits}}
of <- y > 0  # with labels of 0 the others have the loss log 2, whatever f is
m <- sum(of)
alpha <- rep(0, n)
J <- log(2)
if (m > 0) {
  fit <- klr(K[of, of, drop = FALSE], y[of], lambda * n / m)
  alpha[of] <- fit$alpha
  J <- m / n * fit$loss + (n - m) / n * log(2)
}
f <- drop(K %*% alpha)
{{- else}}
fit <- klr(K, y, lambda)
alpha <- fit$alpha
f <- fit$f
J <- fit$loss
{{- end}}
norm <- sqrt(max(sum(alpha * f), 0))
terms <- pmin(drop(abs(K) %*% abs(alpha)), 1 + norm * sqrt(diag(K)))
rounding <- {{.Rounding}} * n * terms  # f no larger is on neither side
values <- c(
  train_accuracy = mean(y * f > rounding),
  rkhs_norm = norm,
  loss = J,
  mean_probability = mean(plogis(f)),
  largest_alpha = max(abs(alpha)),
  alpha_bound = 1 / (2 * n * lambda)
)
{{template "print.R" .}}
