# Principal components of the rings: {{.State}}
components <- function(K, count) {
  n <- nrow(K)
  J <- diag(n) - matrix(1 / n, n, n)
  K <- J %*% K %*% J
  e <- eigen((K + t(K)) / 2, symmetric = TRUE)
  s <- e$values[1:count]
  s[s < 1e-12 * s[1]] <- 0
  list(s = s, projection = e$vectors[, 1:count] %*% diag(sqrt(s)), total = sum(diag(K)) / n)
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
fit <- components(K, 3)
values <- c(fit$s / nrow(X), fit$total)
names(values) <- c("variance_1", "variance_2", "variance_3", "total_variance")
for (name in names(values)) cat(name, format(values[[name]], digits = 17), "\n")
# plot(fit$projection[, 1], fit$projection[, 2])
