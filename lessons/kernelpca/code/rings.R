# Principal components of the rings: {{.State}}
components <- function(K, count) {
  n <- nrow(K)
  rounding <- 4 * n * .Machine$double.eps * max(rowSums(abs(K)))  # what is no larger is zero
  J <- diag(n) - matrix(1 / n, n, n)
  K <- J %*% K %*% J
  e <- eigen((K + t(K)) / 2, symmetric = TRUE)
  s <- e$values[1:count]
  s[s <= rounding] <- 0
  list(s = s, projection = e$vectors[, 1:count, drop = FALSE] %*% diag(sqrt(s), count), total = if (sum(diag(K)) > rounding) sum(diag(K)) / n else 0)
}

# The data.
X <- matrix(c({{list .Points}}), ncol = 2, byrow = TRUE)

# The numbers.
{{- if eq .method "kernel"}}
K <- exp(-as.matrix(dist(X))^2 / (2 * {{.Bandwidth}}^2))
{{- else if eq .method "added"}}
w <- {{.weight}}
K <- tcrossprod(cbind(X, w * rowSums(X^2)))
{{- else}}
K <- tcrossprod(X)
{{- end}}
fit <- components(K, {{.Count}})
values <- c(fit$s / nrow(X), fit$total)
names(values) <- c(paste0("variance_", 1:{{.Count}}), "total_variance")
{{template "print.R" .}}
# plot(fit$projection[, 1], fit$projection[, 2])
