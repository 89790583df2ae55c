# Polynomial regression of the figure: {{.State}}
features <- function(x) outer((x - centre) / half, 0:degree, "^")  # the rows (1, t, ..., t^degree)
{{if .Truth}}
{{template "truth.R" .}}{{end}}
ridge <- function(x, y, lambda) {  # lambda of the mean loss
  Phi <- features(x)
  n <- nrow(Phi)
  d <- ncol(Phi)
  stacked <- rbind(Phi, sqrt(n * lambda) * diag(d))
  v <- svd(stacked, 0, 0)$d  # of which kappa would leave zeros out
  condition <- v[1] / v[d]
  values <- c(features = d, condition = condition)
{{- if or .Lambdas (not .Fitted)}}
  if (condition * max(n, d) * .Machine$double.eps >= 1) return(list(values = values))  # singular to working precision
{{- end}}
  theta <- qr.coef(qr(stacked, LAPACK = TRUE), c(y, rep(0, d)))
  f <- drop(Phi %*% theta)
  s <- svd(Phi)
  h <- s$d^2 / (s$d^2 + n * lambda)
  leverage <- drop(s$u^2 %*% h)
  values["train_rmse"] <- sqrt(mean((y - f)^2))
  values["degrees_of_freedom"] <- sum(h)
  values["norm"] <- sqrt(sum(theta^2))
  if (max(leverage) < 1 - n * .Machine$double.eps * condition)
    values["loo_rmse"] <- sqrt(mean(((y - f) / (1 - leverage))^2))
{{- if .Truth}}
  values["test_rmse"] <- sqrt(mean((features(grid) %*% theta - truth(grid))^2) + noise^2)
{{- end}}
  list(theta = theta, values = values)
}

# The data.
x <- c({{list .X}})
y <- c({{list .Y}})
degree <- {{.degree}}
centre <- {{.Centre}}
half <- {{.Half}}
grid <- seq({{.Low}}, {{.High}}, length.out = 201)
{{- if .Truth}}
noise <- {{.Noise}}
{{- end}}
lambda <- {{.Lambda}}
{{- if .Lambdas}}
lambdas <- c({{list .Lambdas}})
{{- end}}

# The numbers.
fit <- ridge(x, y, lambda){{if not .Fitted}}  # there is no fit at this lambda{{end}}
values <- fit$values
{{- if .Lambdas}}
error <- sapply(lambdas, function(lambda) {
  values <- ridge(x, y, lambda)$values
  if ("{{.Unseen}}" %in% names(values)) values[["{{.Unseen}}"]] else Inf
})
if (any(is.finite(error))) {
  values["best_lambda"] <- lambdas[which.min(error)]{{if .Sum}} * length(y)  # as that of the sum of losses{{end}}
  values["best_{{.Unseen}}"] <- min(error)
}
{{- end}}
{{template "print.R" .}}
{{- if and .Fitted (not .Lambdas)}}

# The curve.
curve <- drop(features(grid) %*% fit$theta)
# plot(x, y); lines(grid, curve)
{{- end}}
