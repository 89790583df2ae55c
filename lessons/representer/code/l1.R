# Two penalties, and the span of the features: {{.State}}
# The data.
Phi <- matrix(c({{list .Phi}}), ncol = 2, byrow = TRUE)
y <- c({{list .Responses}})
lambda <- {{.lambda}}

# The numbers: of the penalty |theta_1| + |theta_2| the best of nine candidates.
n <- length(y)
objective <- function(theta) mean((y - Phi %*% theta)^2) + lambda * sum(abs(theta))
theta <- c(0, 0)
try_it <- function(candidate) {
  if (all(is.finite(candidate)) && objective(candidate) < (1 - {{.Rounding}} * n) * objective(theta)) theta <<- candidate
}
for (j in 1:2) for (s in c(-1, 1)) {
  candidate <- c(0, 0)
  candidate[j] <- (sum(Phi[, j] * y) - n * lambda * s / 2) / sum(Phi[, j]^2)
  try_it(candidate)
}
if (n == 2 && abs(det(Phi)) > {{.Rounding}} * n * sum(Phi^2)) {
  for (s in c(-1, 1)) for (r in c(-1, 1)) {
    try_it(drop(solve(crossprod(Phi), crossprod(Phi, y) - n * lambda * c(s, r) / 2)))
  }
}
ridge <- drop(solve(crossprod(Phi) + n * lambda * diag(2), crossprod(Phi, y)))
values <- c(
  away = sqrt(sum(qr.resid(qr(t(Phi)), theta)^2)),
  size = sqrt(sum(theta^2)),
  theta1 = theta[1],
  theta2 = theta[2],
  ridge1 = ridge[1],
  ridge2 = ridge[2],
  objective = objective(theta)
)
{{template "print.R" .}}
