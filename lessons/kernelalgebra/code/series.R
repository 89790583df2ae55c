# exp(xy) and a partial sum of its series: {{.State}}

# The data.
x <- c({{list .X}})
terms <- {{.terms}}

# The numbers.
K <- exp(outer(x, x))
S <- Reduce(`+`, lapply(seq_len(terms) - 1, function(j) outer(x, x)^j / factorial(j)))
s <- eigen(S, symmetric = TRUE)$values  # the largest first
s[abs(s) <= 4 * length(s) * .Machine$double.eps * s[1]] <- 0  # rounding
values <- c(
  largest_miss = max(abs(S - K)),
  positive = sum(s > 0),
  smallest = min(s),
  largest = max(s),
  limit_largest = eigen(K, symmetric = TRUE)$values[1]
)
{{template "print.R" .}}