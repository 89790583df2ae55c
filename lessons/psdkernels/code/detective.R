# A Gram matrix and its witness: {{.State}}
{{template "rowkernel.R" .}}

# The data.
{{template "twoinputs.R" .}}
{{template "parameters.R" .}}
# The numbers.
K <- kernel(X, X{{template "arguments" .}})
e <- eigen((K + t(K)) / 2, symmetric = TRUE)  # the largest first
rounding <- 4 * nrow(X) * .Machine$double.eps * max(abs(e$values))
s <- ifelse(abs(e$values) <= rounding, 0, e$values)
witness <- e$vectors[, nrow(X)]  # if the last s is negative
values <- c(
  smallest = min(s),
  negative = sum(s < 0),
  least_entry = min(K),
  largest = max(s),
  trace = sum(diag(K))
)
{{template "print.R" .}}