# One Gram matrix, with features and without: {{.State}}
costs <- function(n, p, q) {
  d <- choose(p + q, q)
  entries <- n * (n + 1) / 2  # half the matrix and its diagonal
  c(
    features = d,
    memory_features_mb = 8 * n * (n + d) / 1e6,
    memory_kernel_mb = 8 * n * (n + p) / 1e6,
    multiplications_features = n * 2 * (d - 1 - p) + entries * d,  # monomials, and scales that are not 1
    multiplications_kernel = entries * (p + q - 1)
  )
}

# The data.
n <- {{.Rows}}
p <- {{.inputs}}
q <- {{.degree}}

# The numbers.
values <- costs(n, p, q)
{{template "print.R" .}}

# How long the kernel takes on your machine.
x <- matrix(runif(n * p, -1, 1), n)
took <- system.time(K <- (1 + tcrossprod(x))^q)
# print(took)
