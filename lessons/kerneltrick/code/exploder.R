# An inner product of features, and the kernel that equals it: {{.State}}
x <- c({{list .X}})
y <- c({{list .Y}})
q <- {{.Degree}}
offset <- {{num .Offset}}
p <- length(x)

# One feature for each row of exponents of order at most q.
exponents <- as.matrix(expand.grid(rep(list(0:q), p)))
exponents <- exponents[rowSums(exponents) <= q, , drop = FALSE]
rest <- q - rowSums(exponents)
ways <- factorial(q) / (factorial(rest) * apply(factorial(exponents), 1, prod))
phi <- function(x) sqrt(ways * offset^rest) * apply(t(x^t(exponents)), 1, prod)

d <- nrow(exponents)
values <- c(
  features = d,
  inner_product = sum(x * y),
  sum = sum(phi(x) * phi(y)),
  kernel = (sum(x * y) + offset)^q,
  multiplications_features = 2 * (d - 1 - p + d) + d,
  multiplications_kernel = p + q - 1
)
for (name in names(values)) cat(name, format(values[[name]], digits = 17), "\n")
