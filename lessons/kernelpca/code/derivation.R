# Components of six features, from d x d and from n x n: {{.State}}
features <- function(X, c) {  # of (x'x + c)^2
  x1 <- X[, 1]
  x2 <- X[, 2]
  cbind(c, sqrt(2 * c) * x1, sqrt(2 * c) * x2, x1^2, sqrt(2) * x1 * x2, x2^2)
}

# The data.
X <- matrix(c({{list .Points}}), ncol = 2, byrow = TRUE)
offset <- {{.offset}}

# The numbers.
n <- nrow(X)
Phi <- features(X, offset)
K <- (tcrossprod(X) + offset)^2  # no features here
rounding <- 4 * n * .Machine$double.eps * max(rowSums(abs(K)))  # what is no larger is zero
{{- if eq .centred "1"}}
J <- diag(n) - matrix(1 / n, n, n)
Phi <- J %*% Phi
K <- J %*% K %*% J
{{- end}}
d <- eigen(crossprod(Phi) / n, symmetric = TRUE)$values
eigenvalues <- eigen((K + t(K)) / 2, symmetric = TRUE)$values
d[n * d <= rounding] <- 0
values <- d[1:{{.Count}}]
names(values) <- paste0("variance_", seq_along(values))
values[["rank"]] <- sum(eigenvalues > rounding)
{{template "print.R" .}}
