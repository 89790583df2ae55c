# Kernel ridge regression of the figure: {{.State}}
{{template "kernel.R" .}}
decompose <- function(K) {  # what is zero to working precision is rounding, of either sign
  e <- eigen(K, symmetric = TRUE)
  noise <- 2 * sqrt(length(e$values)) * .Machine$double.eps * max(abs(e$values))
  e$values[abs(e$values) <= noise] <- 0
  e
}
{{if .Fitted}}
ridge <- function(K, y, lambda) {  # lambda of the mean loss
  n <- length(y)
  e <- decompose(K)
  s <- e$values
  d <- s + n * lambda
  z <- drop(crossprod(e$vectors, y))
  alpha <- drop(e$vectors %*% (z / d))  # (K + n lambda I) alpha = y
  f <- drop(e$vectors %*% (s / d * z))  # K alpha
  diagonal <- drop(e$vectors^2 %*% (1 / d))  # of the inverse
  values <- c(
    loo_rmse = sqrt(mean((alpha / diagonal)^2)),
    train_rmse = sqrt(mean((y - f)^2)),
    degrees_of_freedom = sum(s / d),
    condition = max(abs(d)) / min(abs(d))
  )
  if (min(s) >= -4 * n * .Machine$double.eps * max(abs(s))) {  # else alpha' K alpha is no square of a norm
    values[["rkhs_norm"]] <- sqrt(sum(pmax(s, 0) * (z / d)^2))
  }
  list(alpha = alpha, values = values)
}
{{end}}
{{- if .Lambdas}}
path <- function(K, y, lambdas) {  # the leave-one-out error at every lambda, from one eigendecomposition
  n <- length(y)
  e <- decompose(K)
  sapply(lambdas, function(lambda) {
    d <- e$values + n * lambda
    if (min(abs(d)) <= n * .Machine$double.eps * max(abs(d))) return(Inf)  # singular to working precision
    alpha <- e$vectors %*% (crossprod(e$vectors, y) / d)
    sqrt(mean((alpha / (e$vectors^2 %*% (1 / d)))^2))
  })
}
{{end}}
# The data.
x <- c({{list .X}})
y <- c({{list .Y}})
{{template "parameters.R" .}}
{{- if .Fitted}}lambda <- {{.Lambda}}
{{end}}
{{- if .Lambdas}}lambdas <- c({{list .Lambdas}})
{{end}}
# The numbers.
K <- kernel(x, x{{template "arguments" .}})
{{- if .Fitted}}
fit <- ridge(K, y, lambda)
values <- fit$values
{{- else}}
values <- c()  # at lambda = {{.Lambda}} there is no fit: K + n lambda I is singular to working precision
{{- end}}
{{- if .Lambdas}}
loo <- path(K, y, lambdas)
values[["best_lambda"]] <- lambdas[which.min(loo)]{{if .Sum}} * length(y)  # as that of the sum of losses{{end}}
values[["best_loo_rmse"]] <- min(loo)
{{- end}}
{{template "print.R" .}}
{{- if and .Fitted (not .Lambdas)}}

# The curve, f(x) = sum of alpha_i k(x_i, x).
grid <- seq({{.Low}}, {{.High}}, length.out = 201)
curve <- drop(kernel(grid, x{{template "arguments" .}}) %*% fit$alpha)
# plot(x, y); lines(grid, curve)
{{- end}}
