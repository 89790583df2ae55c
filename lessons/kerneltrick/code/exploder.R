# An inner product of features, and the kernel that equals it: {{.State}}
exponents <- function(p, q) {  # one feature for each row, of order at most q
  a <- as.matrix(expand.grid(rep(list(0:q), p)))
  a[rowSums(a) <= q, , drop = FALSE]
}

phi <- function(x, q, offset) {
  a <- exponents(length(x), q)
  rest <- q - rowSums(a)
  ways <- factorial(q) / (factorial(rest) * apply(factorial(a), 1, prod))
  sqrt(ways * offset^rest) * apply(t(x^t(a)), 1, prod)
}

multiplications <- function(p, q, offset) {  # monomials and scales that are not 1, twice; then the products
  order <- rowSums(exponents(p, q))
  scale <- phi(rep(1, p), q, offset)
  2 * sum(order > 1, order > 0 & scale != 0 & abs(scale - 1) > 1e-9) + sum(scale != 0)
}

# The data.
x <- c({{list .X}})
y <- c({{list .Y}})
q <- {{.degree}}
offset <- {{.offset}}

# The numbers.
p <- length(x)
d <- sum(phi(rep(1, p), q, offset) != 0)  # where c = 0, features of lower order have the weight 0
values <- c(
  features = d,
  inner_product = sum(x * y),
  sum = sum(phi(x, q, offset) * phi(y, q, offset)),
  kernel = (sum(x * y) + offset)^q,
  multiplications_features = multiplications(p, q, offset),
  multiplications_kernel = p + q - 1
)
{{template "print.R" .}}
