# The leave-one-out error over bandwidth and λ of the figure: {{.State}}
x <- c({{list .X}})
y <- c({{list .Y}})
n <- length(y)
D <- abs(outer(x, x, "-"))
bandwidths <- c({{list .Bandwidths}})
lambdas <- c({{list .Lambdas}})

gram <- function(ell) {
{{- if eq .Kernel "gaussian"}}
  exp(-D^2 / (2 * ell^2))
{{- else if or (eq .Kernel "laplacian") (eq .Kernel "exponential")}}
  exp(-D / ell)
{{- else if eq .Kernel "matern32"}}
  r <- sqrt(3) * D / ell
  (1 + r) * exp(-r)
{{- else}}
  r <- sqrt(5) * D / ell
  (1 + r + r^2 / 3) * exp(-r)
{{- end}}
}

loo <- sapply(bandwidths, function(ell) {
  e <- eigen(gram(ell), symmetric = TRUE)
  sapply(lambdas, function(lambda) {
    C <- e$vectors %*% (t(e$vectors) / (e$values + n * lambda))
    sqrt(mean((drop(C %*% y) / diag(C))^2))
  })
})
best <- arrayInd(which.min(loo), dim(loo))
values <- c(
  best_loo_rmse = min(loo),
  best_bandwidth = bandwidths[best[2]],
  best_lambda = lambdas[best[1]]{{if .Sum}} * n{{end}},
  median_heuristic = median(D[upper.tri(D)])
)
for (name in names(values)) cat(name, format(values[[name]], digits = 17), "\n")
