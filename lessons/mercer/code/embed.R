# Points made from a Gram matrix: {{.State}}
{{template "rowkernel.R" .}}

# The data.
X <- matrix(c({{list .X}}), ncol = 2, byrow = TRUE)
classes <- c({{list .Labels}})
{{template "parameters.R" .}}kept <- {{.Kept}}

# The numbers.
K <- kernel(X, X{{template "arguments" .}})
e <- eigen((K + t(K)) / 2, symmetric = TRUE)  # the largest first
s <- e$values
rounding <- 4 * length(s) * .Machine$double.eps * max(abs(s))
s[abs(s) <= rounding] <- 0
m <- min(kept, sum(s > 0))
Z <- e$vectors[, seq_len(m), drop = FALSE] %*% diag(sqrt(s[seq_len(m)]), m)  # coordinates
rebuilt <- Z %*% t(Z)
error <- max(abs(K - rebuilt))
values <- c(
  largest_error = if (error > 2 * rounding) error else 0,
  "next" = if (m < length(s)) max(abs(s[(m + 1):length(s)])) else 0,
  positive = sum(s > 0),
  share = if (sum(diag(K)) > 0) 100 * sum(diag(rebuilt)) / sum(diag(K)) else 100,
  least = min(K),
  largest = s[1],
  negative = sum(s < 0)
)
{{template "print.R" .}}
# plot(Z, col = classes + 1)
