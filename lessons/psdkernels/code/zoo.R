# One similarity in three ways: {{.State}}
{{template "kernel.R" .}}

# The data.
x <- seq({{.From}}, {{.From}} + 6, length.out = 13)
alpha <- c({{list .Alpha}})
{{template "parameters.R" .}}z <- {{.z}}

# The numbers.
K <- kernel(x, x{{template "arguments" .}})
s <- eigen((K + t(K)) / 2, symmetric = TRUE)$values  # the largest first
rounding <- 4 * length(s) * .Machine$double.eps * max(abs(s))
s[abs(s) <= rounding] <- 0
squared <- sum(alpha * (K %*% alpha))
grid <- seq({{.Low}}, {{.High}}, length.out = 201)
to <- kernel(grid, z{{template "arguments" .}})
values <- c(
  smallest = min(s),
  squared_norm = if (abs(squared) > rounding * sum(alpha^2)) squared else 0,
  least = min(to),
  greatest = max(to),
  largest = max(s)
)
{{template "print.R" .}}# plot(grid, kernel(grid, x{{template "arguments" .}}) %*% alpha, type = "l")
