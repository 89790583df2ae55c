# Kernel principal components: {{.State}}
{{template "rowkernel.R" .}}

components <- function(K, centred, count) {  # kernlab::kpca(as.kernelMatrix(K)) has them too, always centred
  n <- nrow(K)
  rounding <- n * .Machine$double.eps * max(rowSums(abs(K)))
  if (centred) {
    J <- diag(n) - matrix(1 / n, n, n)
    K <- J %*% K %*% J
  }
  e <- eigen((K + t(K)) / 2, symmetric = TRUE)
  s <- e$values[1:count]
  list(s = ifelse(s > rounding, s, 0), A = e$vectors[, 1:count, drop = FALSE], total = sum(diag(K)) / n)
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
values[["total_variance"]] <- max(fit$total, 0)
{{- if .Shown}}
if (max(fit$total, 0) > 0 && {{.Count}} >= {{.Last}}) {
  values[["variance_shown"]] <- 100 * (fit$s[{{.Across}}] + fit$s[{{.Up}}]) / nrow(X) / fit$total
}
{{- end}}
for (name in names(values)) cat(name, format(values[[name]], digits = 17), "\n")
# plot(projection[, {{.Across}}], projection[, {{.Up}}], col = labels + 1)
