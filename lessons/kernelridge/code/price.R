# Bumps on the data, their heights at the price of {{if eq .penalty "norm"}}alpha' K alpha{{else}}sum of alpha_i^2{{end}}: {{.State}}
kernel <- function(s, t) exp(-outer(s, t, "-")^2 / (2 * ell^2))

heights <- function(K, y, lambda) {
  n <- length(y)
{{- if eq .penalty "norm"}}
  alpha <- solve(K + n * lambda * diag(n), y, tol = 0)
  hat <- solve(K + n * lambda * diag(n), K, tol = 0)
{{- else}}
  stacked <- qr(rbind(K, sqrt(n * lambda) * diag(n)), LAPACK = TRUE)  # K on the features' side
  alpha <- qr.coef(stacked, c(y, rep(0, n)))
  hat <- solve(K %*% K + n * lambda * diag(n), K, tol = 0) %*% K
{{- end}}
  list(alpha = alpha, hat = hat)
}

# The data.
x <- c({{list .X}})
y <- c({{list .Y}})
ell <- {{.Bandwidth}}
lambda <- {{.Lambda}}  # of the mean loss

# The numbers.
K <- kernel(x, x)
fit <- heights(K, y, lambda)
residual <- y - drop(K %*% fit$alpha)
values <- c(
  train_rmse = sqrt(mean(residual^2)),
  degrees_of_freedom = sum(diag(fit$hat)),
  rkhs_square = sum(fit$alpha * (K %*% fit$alpha)),
  alpha_squares = sum(fit$alpha^2)
)
if (all(1 - diag(fit$hat) > 1e-6)) values[["loo_rmse"]] <- sqrt(mean((residual / (1 - diag(fit$hat)))^2))
{{template "print.R" .}}

# The curve.
grid <- seq({{.Low}}, {{.High}}, length.out = 201)
curve <- drop(kernel(grid, x) %*% fit$alpha)
# plot(x, y); lines(grid, curve); plot(fit$alpha, residual)
