# A fit with a swing that its data do not see: {{.State}}
kernel <- function(s, t) exp(-outer(s, t, "-")^2 / (2 * ell^2))

# The data.
x <- c({{list .X}})
y <- c({{list .Y}})
t <- {{.t}}
z <- {{.z}}
ell <- {{.bandwidth}}
fit_lambda <- {{.Fit}}
rate <- {{.Rate}}
start <- {{.From}}

# The numbers.
n <- length(y)
K <- kernel(x, x)
alpha <- solve(K + n * fit_lambda * diag(n), y)
kz <- drop(kernel(x, z))
c_swing <- solve(K, kz)  # the swing is k(z, .) less the sum of c_i k(x_i, .)
part <- sum(alpha * (K %*% alpha))
swing <- 1 - sum(c_swing * kz)
s <- eigen(K, symmetric = TRUE, only.values = TRUE)$values
if (swing <= {{.Bound}} * s[1] / s[n]) swing <- 0  # to rounding a swing at a datum is none
squared <- part + t^2 * swing
risk <- mean((y - K %*% alpha)^2)
values <- c(
  norm = sqrt(squared),
  norm_part = sqrt(part),
  norm_swing = sqrt(max(swing, 0)),
  at_launch = sum(c(alpha - t * c_swing, t) * kernel(c(x, z), 31)),
  risk = risk,
  objective = risk + rate * max(squared - start * part, 0),
  least = risk + rate * max(part - start * part, 0)
)
{{template "print.R" .}}
