# What the norm of a function of the space bounds: {{.State}}
{{template "kernel.R" .}}
# The data.
centres <- c({{list .Centres}})
readings <- c({{list .Readings}})  # at the first of the centres
free <- as.numeric(c({{list .Free}}))  # alpha of the other centres
x <- {{.x}}
y <- {{.y}}
{{template "parameters.R" .}}
# The numbers.
k <- function(s, t) drop(kernel(s, t{{template "arguments" .}}))
held <- seq_along(readings)
K <- kernel(centres, centres{{template "arguments" .}})
alpha <- free
if (length(held) > 0) {
  others <- K[held, -held, drop = FALSE]
  alpha <- c(solve(K[held, held], readings - drop(others %*% matrix(free))), free)
}
f <- drop(alpha %*% kernel(centres, c(x, y){{template "arguments" .}}))
squared <- sum(alpha * (K %*% alpha))
rounding <- 4 * nrow(K) * .Machine$double.eps * sum(diag(K)) * sum(alpha^2)
norm <- if (squared > rounding) sqrt(squared) else 0
distance <- sqrt(max(k(x, x) - 2 * k(x, y) + k(y, y), 0))
height <- norm * sqrt(k(x, x))
opens <- norm * distance
values <- c(norm = norm, distance = distance, value = f[1], other = f[2], height = height, opens = opens)
if (height > 0) values[["envelope"]] <- 100 * min(1, abs(f[1]) / height)
if (opens > 0) values[["cone"]] <- 100 * min(1, abs(f[1] - f[2]) / opens)
{{template "print.R" .}}
