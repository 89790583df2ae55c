# Reference numbers for a kernel that is not positive semi-definite, by base R.
#
#     Rscript reference_indefinite.R > reference_indefinite_R.json
#
# The points are those of reference_indefinite.py, the kernel is (x y - 1)^2. The
# objective is minimised by BFGS where there is a minimum; where there is none it
# falls for ever along the last eigenvector, whose sign is anybody's choice:
# "high_below" is its value a thousand lengths away, the lower of both ways.
x <- round(sin(7 * 0:14), 6)
y <- round(cos(5 * 0:14) + x, 6)
n <- 15
K <- (outer(x, x) - 1)^2
J <- function(a, lambda) mean((y - K %*% a)^2) + lambda * sum(a * (K %*% a))
gradient <- function(a, lambda) 2 / n * K %*% (K %*% a + n * lambda * a - y)

low <- 0.03
minimum <- optim(rep(0, n), J, gradient, lambda = low, method = "BFGS",
                 control = list(reltol = 1e-15, maxit = 10000))
high <- 1.5
e <- eigen(K, symmetric = TRUE)
along <- e$vectors[, n]

results <- list(
  eigenvalues = e$values[c(1, 2, n)],
  low_lambda = low, low_alpha = solve(K + n * low * diag(n), y), low_minimum = minimum$value,
  high_lambda = high, high_alpha = solve(K + n * high * diag(n), y), high_below = min(J(1000 * along, high),
    J(-1000 * along, high))
)
# In digits that read back the same; base R writes no JSON.
cat("{\n", paste0('"', names(results), '": [', sapply(results, function(v)
  paste(sprintf("%.17g", v), collapse = ", ")), "]", collapse = ",\n"), "\n}\n", sep = "")
