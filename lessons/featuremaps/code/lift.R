# Two classes in the plane, with an added feature and without: {{.State}}
added <- function(x1, x2) {{if eq .feature "product"}}x1 * x2{{else if eq .feature "squares"}}x1^2 + x2^2{{else}}x1^2{{end}}

# log(1 + exp(-y f)), f = theta'(1, u), with next to no penalty: Newton's method,
# a step halved until it helps.
separate <- function(u, y, lambda) {
  n <- length(y)
  Phi <- cbind(1, u)
  theta <- rep(0, ncol(Phi))
  softplus <- function(m) pmax(m, 0) + log1p(exp(-abs(m)))
  J <- function(theta) mean(softplus(-y * drop(Phi %*% theta))) + lambda * sum(theta^2)
  for (i in 1:200) {
    p <- plogis(-y * drop(Phi %*% theta))
    gradient <- -drop(t(Phi) %*% (y * p)) / n + 2 * lambda * theta
    hessian <- t(Phi) %*% (p * (1 - p) * Phi) / n + 2 * lambda * diag(ncol(Phi))
    step <- solve(hessian, gradient)
    while (J(theta - step) > J(theta) * (1 + 1e-12) && sum(step^2) > 1e-30) step <- step / 2
    theta <- theta - step
  }
  on <- {{.Agreement}} * pmax(1, drop(abs(Phi) %*% abs(theta)))  # f no larger is on neither side
  list(theta = theta, loss = J(theta), right = sum(y * drop(Phi %*% theta) > on))
}

# The data.
x1 <- c({{list .X1}})
x2 <- c({{list .X2}})
y <- c({{list .Y}})
lambda <- {{.Lambda}}  # of the mean loss
centre <- c({{list .Centre}})
half <- c({{list .Half}})

# The numbers.
u <- sweep(sweep(cbind(x1, x2, added(x1, x2)), 2, centre), 2, half, "/")  # to [-1, 1]
n <- length(y)
with <- separate(u, y, lambda)
without <- separate(u[, 1:2, drop = FALSE], y, lambda)
values <- c(
  accuracy = with$right / n,
  accuracy_without = without$right / n,
  errors = n - with$right,
  theta_feature = with$theta[[4]] / half[3],
  loss = with$loss
)
{{template "print.R" .}}
