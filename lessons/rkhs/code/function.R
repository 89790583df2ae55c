# A function of the space, its norm and its value at x: {{.State}}
{{template "kernel.R" .}}
# The data.
centres <- c({{list .Centres}})
readings <- c({{list .Readings}})  # at the first of the centres
free <- as.numeric(c({{list .Free}}))  # alpha of the other centres
x <- {{.x}}
{{template "parameters.R" .}}
# The numbers.
n <- length(readings)
K <- kernel(centres, centres{{template "arguments" .}})
held <- seq_len(n)
alpha <- free
if (n > 0) {
  others <- K[held, -held, drop = FALSE]
  alpha <- c(solve(K[held, held], readings - drop(others %*% matrix(free))), free)
}
kx <- kernel(centres, x{{template "arguments" .}})
squared <- sum(alpha * (K %*% alpha))
rounding <- 4 * nrow(K) * .Machine$double.eps * sum(diag(K)) * sum(alpha^2)
values <- c(
  norm = if (squared > rounding) sqrt(squared) else 0,
  norm_squared = squared,
  value = sum(alpha * kx)
)
if (n > 0) {
  values[["least"]] <- sqrt(sum(readings * solve(K[held, held], readings)))
  values[["ratio"]] <- values[["norm"]] / values[["least"]]
}
{{template "print.R" .}}
