# The fit that the figure has found, from its alpha: {{.State}}
losses <- list(
  squared = function(m) (1 - m)^2,
  absolute = function(m) abs(1 - m),
  epsilon = function(m) pmax(0, abs(1 - m) - epsilon),
  logistic = function(m) log1p(exp(-abs(m))) + pmax(0, -m),
  hinge = function(m) pmax(0, 1 - m)
)
kernel <- function(s, t) exp(-outer(s, t, "-")^2 / (2 * ell^2))

# The data.
x <- c({{list .X}})
y <- c({{list .Y}})
alpha <- c({{list .Alpha}})
loss <- "{{.loss}}"
lambda <- {{.lambda}}
epsilon <- {{.epsilon}}
ell <- {{.bandwidth}}

# The numbers.
n <- length(y)
f <- drop(kernel(x, x) %*% alpha)
m <- y * f
u <- 2 * n * lambda * y * alpha  # where smooth, u is the slope -l'(m)
risk <- mean(losses[[loss]](m))
values <- c(
  objective = risk + lambda * sum(alpha * f),
  risk = risk,
  norm = sqrt(max(sum(alpha * f), 0)),
  silent = sum(u == 0),
  at_launch = sum(kernel(31, x) * alpha)
)
{{template "print.R" .}}
