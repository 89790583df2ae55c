# The Gram matrix, its rows in an order: {{.State}}
{{template "rowkernel.R" .}}
{{- if .Normalise}}

normalised <- function(K) {  # divided by the lengths, 0 where there is none
  len <- sqrt(pmax(diag(K), 0))
  len[len == 0] <- Inf
  K / outer(len, len)
}
{{- end}}

# The data.
X <- matrix(c({{list .X}}), ncol = 2, byrow = TRUE)
classes <- c({{list .Labels}})
order <- c({{list .Order}}) + 1  # the point of each row
{{- if eq .order "eigenvector"}}
# u <- eigen(K, symmetric = TRUE)$vectors[, 1]; order <- order(-u * sign(u[which.max(abs(u))]))
{{- end}}
{{template "parameters.R" .}}
# The numbers.
K <- {{if .Normalise}}normalised(kernel(X, X{{template "arguments" .}})){{else}}kernel(X, X{{template "arguments" .}}){{end}}
n <- nrow(K)
pairs <- lower.tri(K)
same <- outer(classes, classes, "==")
values <- c(
  adjacent = mean(K[cbind(order[-n], order[-1])]),
  within = mean(K[pairs & same]),
  between = mean(K[pairs & !same]),
  mean = mean(K[pairs]),
  least = min(K),
  different = n * (n + 1) / 2
)
{{template "print.R" .}}
