# One Gram matrix, with features and without: {{.State}}
n <- {{.Rows}}
p <- {{.Inputs}}
q <- {{.Degree}}
d <- choose(p + q, q)
entries <- n * (n + 1) / 2  # half the matrix and its diagonal
values <- c(
  features = d,
  memory_features_mb = 8 * n * (n + d) / 1e6,
  memory_kernel_mb = 8 * n * (n + p) / 1e6,
  multiplications_features = n * (d - 1 - p + d) + entries * d,
  multiplications_kernel = entries * (p + q - 1)
)
for (name in names(values)) cat(name, format(values[[name]], digits = 17), "\n")

# How long the kernel takes on your machine.
x <- matrix(runif(n * p, -1, 1), n)
took <- system.time(K <- (1 + tcrossprod(x))^q)
# print(took)
