# A Gram matrix and its witness: {{.State}}
{{template "rowkernel.R" .}}

# The data.
X <- cbind(
  c({{list .X1}}),
  c({{list .X2}})
)
{{template "parameters.R" .}}
# The numbers.
K <- kernel(X, X{{template "arguments" .}})
e <- eigen((K + t(K)) / 2, symmetric = TRUE)  # the largest first
s <- ifelse(abs(e$values) <= {{.Flat}} * max(abs(e$values)), 0, e$values)  # rounding
witness <- e$vectors[, nrow(X)]  # if the last s is negative
values <- c(
  smallest = min(s),
  negative = sum(s < 0),
  least_entry = min(K),
  largest = max(s),
  trace = sum(diag(K))
)
{{template "print.R" .}}