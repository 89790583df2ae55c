# Kernel ridge regression through a few features: {{.State}}
{{template "kernel.R" .}}
features <- function(x) {
{{- if .Waves}}  # the rows sqrt(1/m) (cos omega x, sin omega x)
  phase <- outer(x, omega)
  cbind(cos(phase), sin(phase)) / sqrt(length(omega))
{{- else}}  # k(x, z) U diag(s)^(-1/2), without what is zero to rounding
  e <- eigen(kernel(z, z{{template "arguments" .}}), symmetric = TRUE)
  keep <- e$values > 2 * sqrt(length(z)) * .Machine$double.eps * max(abs(e$values))
  R <- e$vectors[, keep, drop = FALSE] %*% diag(1 / sqrt(e$values[keep]), sum(keep))
  kernel(x, z{{template "arguments" .}}) %*% R
{{- end}}
}

# The data.
x <- c({{list .X}})
y <- c({{list .Y}})
{{- if .Waves}}
omega <- c({{list .Frequencies}})
{{- else}}
z <- c({{list .Landmarks}})
{{- end}}
{{template "parameters.R" .}}lambda <- {{.Lambda}}  # of the mean loss

# The numbers.
n <- length(y)
Phi <- features(x)
{{- if .Large}}
count <- {{.Most}}  # points that K is of
some <- floor((seq_len(count) - 1) * n / count) + 1
{{- else}}
some <- seq_len(n)
{{- end}}
K <- kernel(x[some], x[some]{{template "arguments" .}})
Phi_some <- Phi[some, , drop = FALSE]
{{- if not .Large}}
exact <- drop(K %*% solve(K + n * lambda * diag(n), y))
{{- end}}
s <- svd(Phi)
h <- s$d^2 / (s$d^2 + n * lambda)
f <- drop(s$u %*% (h * drop(crossprod(s$u, y))))
values <- c(
{{- if .Apart}}
  apart = sqrt(mean((f - exact)^2)),
{{- end}}
  gram_error = 100 * sqrt(sum((K - tcrossprod(Phi_some))^2) / sum(K^2)),
  train_rmse = sqrt(mean((y - f)^2)),
{{- if not .Large}}
  exact_train_rmse = sqrt(mean((y - exact)^2)),
{{- end}}
  degrees_of_freedom = sum(h)
)
{{template "print.R" .}}
