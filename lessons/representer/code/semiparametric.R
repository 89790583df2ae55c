# Bumps and a polynomial trend that costs nothing: {{.State}}
kernel <- function(s, t) exp(-outer(s, t, "-")^2 / (2 * ell^2))
powers <- function(s, m) outer((s - centre) / scale, seq_len(m) - 1, "^")

# The alpha and beta of a trend with m powers, from the saddle system.
fit <- function(m) {
  Psi <- powers(x, m)
  A <- rbind(cbind(kernel(x, x) + n * lambda * diag(n), Psi), cbind(t(Psi), matrix(0, m, m)))
  solution <- solve(A, c(y, rep(0, m)))
  list(alpha = solution[seq_len(n)], beta = solution[-seq_len(n)])
}
evaluate <- function(s, f) {
  drop(kernel(s, x) %*% f$alpha + powers(s, length(f$beta)) %*% f$beta)
}

# The data.
x <- c({{list .X}})
y <- c({{list .Y}})
held_x <- as.numeric(c({{list .HeldX}}))
held_y <- as.numeric(c({{list .HeldY}}))
degree <- {{.Degree}}
lambda <- {{.lambda}}
ell <- {{.bandwidth}}
centre <- {{.Centre}}
scale <- {{.Scale}}

# The numbers.
n <- length(y)
f <- fit(degree + 1)
squared <- sum(f$alpha * (kernel(x, x) %*% f$alpha))
if (squared <= {{.Rounding}} * n * n * sum(f$alpha^2)) squared <- 0  # to rounding
risk <- mean((y - evaluate(x, f))^2)
values <- c(
  at_launch = evaluate(31, f),
  norm = sqrt(max(squared, 0)),
  without = evaluate(31, fit(0)),
  risk = risk,
  objective = risk + lambda * squared,
  sum = sum(abs(f$alpha))
)
if (length(held_y) > 0) values[["miss"]] <- sqrt(mean((held_y - evaluate(held_x, f))^2))
{{template "print.R" .}}
