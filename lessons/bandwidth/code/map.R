# The leave-one-out error over bandwidth and lambda of the figure: {{.State}}
{{template "kernel.R" .}}
leave_one_out <- function(x, y, bandwidths, lambdas) {  # lambda down, bandwidth across
  n <- length(y)
  sapply(bandwidths, function(bandwidth) {
    e <- eigen(kernel(x, x{{template "arguments" .}}), symmetric = TRUE)
    sapply(lambdas, function(lambda) {
      d <- e$values + n * lambda
      alpha <- e$vectors %*% (crossprod(e$vectors, y) / d)
      sqrt(mean((alpha / (e$vectors^2 %*% (1 / d)))^2))
    })
  })
}

# The data.
{{range .Parameters}}{{if ne . "bandwidth"}}{{.}} <- {{index $ .}}
{{end}}{{end -}}
x <- c({{list .X}})
y <- c({{list .Y}})
bandwidths <- c({{list .Bandwidths}})
lambdas <- c({{list .Lambdas}})

# The numbers.
loo <- leave_one_out(x, y, bandwidths, lambdas)
best <- arrayInd(which.min(loo), dim(loo))
D <- abs(outer(x, x, "-"))
values <- c(
  best_loo_rmse = min(loo),
  best_bandwidth = bandwidths[best[2]],
  best_lambda = lambdas[best[1]]{{if .Sum}} * length(y){{end}},
  median_heuristic = median(D[upper.tri(D)])
)
{{template "print.R" .}}
