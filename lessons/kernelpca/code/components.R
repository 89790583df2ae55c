# Kernel principal components: {{.State}}
{{template "rowkernel.R" .}}

components <- function(K, centred, count) {  # kernlab::kpca(as.kernelMatrix(K)) has them too, always centred
  n <- nrow(K)
  rounding <- 4 * n * .Machine$double.eps * max(rowSums(abs(K)))  # what is no larger is zero
  J <- diag(n) - matrix(1 / n, n, n)
  total <- sum(diag(J %*% K %*% J))
  if (centred) K <- J %*% K %*% J
  e <- eigen((K + t(K)) / 2, symmetric = TRUE)
  s <- e$values[1:count]
  list(s = ifelse(s > rounding, s, 0), A = e$vectors[, 1:count, drop = FALSE], total = if (total > rounding) total / n else 0)
}

# The data.
X <- matrix(c({{list .Points}}), ncol = {{.Inputs}}, byrow = TRUE)
labels <- c({{list .Labels}})
{{template "parameters.R" .}}
# The numbers.
K <- kernel(X, X{{template "arguments" .}})
fit <- components(K, {{if eq .centred "1"}}TRUE{{else}}FALSE{{end}}, {{.Count}})
projection <- fit$A %*% diag({{if eq .Scaling "unit"}}fit$s{{else}}sqrt(fit$s){{end}}, {{.Count}})  # {{if eq .Scaling "unit"}}a'a = 1{{else}}a'K'a = 1{{end}}
values <- fit$s[1:min(3, {{.Count}})]
names(values) <- paste0("eigenvalue_", seq_along(values))
values[["total_variance"]] <- fit$total
{{- if .Shown}}
d <- fit$s * colMeans(sweep(fit$A, 2, colMeans(fit$A))^2)  # the variances; s / n where the features are centred
if (fit$total > 0 && {{.Count}} >= {{.Last}}) {
  values[["variance_shown"]] <- 100 * (d[{{.Across}}] + d[{{.Up}}]) / fit$total
}
{{- end}}
{{template "print.R" .}}
# plot(projection[, {{.Across}}], projection[, {{.Up}}], col = labels + 1)
