# Two coefficients and what their size costs: {{.State}}
fit <- function(Phi, y, lambda) {  # lambda of the mean loss
  n <- length(y)
{{- if .Lasso}}
  # One coefficient at a time: least squares, shrunk by n lambda / 2, or zero.
  theta <- c(0, 0)
  for (sweep in 1:2000) for (j in 1:2) {
    slope <- sum(Phi[, j] * (y - Phi %*% theta)) + sum(Phi[, j]^2) * theta[j]
    theta[j] <- sign(slope) * max(abs(slope) - n * lambda / 2, 0) / sum(Phi[, j]^2)
  }
  theta
{{- else}}
  drop(solve(crossprod(Phi) + n * lambda * diag(2), crossprod(Phi, y)))
{{- end}}
}

penalty <- function(theta) {{if .Lasso}}sum(abs(theta)){{else}}sum(theta^2){{end}}

# The data.
x1 <- c({{list .X1}})
x2 <- c({{list .X2}})
y <- c({{list .Y}})
lambda <- {{.lambda}}

# The numbers.
Phi <- cbind(x1, x2)
theta <- fit(Phi, y, lambda)
loss <- mean((y - Phi %*% theta)^2)
values <- c(
  theta_1 = theta[[1]],
  theta_2 = theta[[2]],
  norm = sqrt(sum(theta^2)),
  norm_1 = sum(abs(theta)),
  loss = loss,
  objective = loss + lambda * penalty(theta)
)
{{template "print.R" .}}
