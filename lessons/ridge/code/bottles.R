# Alcohol from twelve other measures, at a price: {{.State}}
ridge <- function(Phi, y, lambda) {  # lambda of the mean loss
  n <- length(y)
  S <- svd(Phi)
  share <- S$d^2 / (S$d^2 + n * lambda)  # what each direction keeps
  list(
    theta = drop(S$v %*% (share / S$d * crossprod(S$u, y))),
    share = share,
    leverage = 1 / n + drop(S$u^2 %*% share)  # 1/n is the intercept's, which is free
  )
}

# The data: each column has mean 0 and mean square 1, and y has mean 0.
Phi <- cbind(
{{- range $i, $column := .Columns}}{{if $i}},{{end}}
  c({{list $column}})
{{- end}}
)
y <- c({{list .Y}})
lambda <- {{.lambda}}

# The numbers.
fit <- ridge(Phi, y, lambda)
residuals <- drop(y - Phi %*% fit$theta)
values <- c(
  train_rmse = sqrt(mean(residuals^2)),
  loo_rmse = sqrt(mean((residuals / (1 - fit$leverage))^2)),
  degrees_of_freedom = sum(fit$share),
  norm = sqrt(sum(fit$theta^2))
)
{{template "print.R" .}}
