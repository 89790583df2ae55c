# Ridge regression on features beside kernel ridge regression: {{.State}}
kernel <- function(s, t) (outer(s, t) {{if eq .compare "none"}}-{{else}}+{{end}} 1)^q
{{- if .Primal}}

features <- function(t) outer(t, 0:q, "^"){{if ne .compare "plain"}} %*% diag(sqrt(choose(q, 0:q))){{end}}

primal <- function(t, y, lambda) {  # q + 1 numbers theta
  stacked <- rbind(features(t), sqrt(length(y) * lambda) * diag(q + 1))
  qr.coef(qr(stacked, LAPACK = TRUE), c(y, rep(0, q + 1)))
}
{{- end}}
{{- if .Dual}}

dual <- function(K, y, lambda) {  # n numbers alpha, and no feature anywhere
{{- if eq .compare "none"}}
  solve(K + length(y) * lambda * diag(length(y)), y, tol = 0)  # symmetric, and perhaps indefinite
{{- else}}
  R <- chol(K + length(y) * lambda * diag(length(y)))
  backsolve(R, forwardsolve(t(R), y))
{{- end}}
}
{{- end}}

# The data.
x <- c({{list .X}})
y <- c({{list .Y}})
q <- {{.degree}}
lambda <- {{.Lambda}}  # of the mean loss
centre <- {{.Centre}}
half <- {{.Half}}

# The numbers.
t <- (x - centre) / half
K <- kernel(t, t)
s <- eigen(K, symmetric = TRUE)$values
shift <- length(y) * lambda
values <- c({{if ne .compare "none"}}features = q + 1, {{end}}points = length(y), shift = shift, largest_eigenvalue = s[1])
{{- if .Primal}}
theta <- primal(t, y, lambda)
values[["train_rmse"]] <- sqrt(mean((y - features(t) %*% theta)^2))
values[["norm"]] <- sqrt(sum(theta^2))
{{- end}}
{{- if .Dual}}
alpha <- dual(K, y, lambda)
values[["kernel_train_rmse"]] <- sqrt(mean((y - K %*% alpha)^2))
if (sum(alpha * (K %*% alpha)) >= 0) values[["rkhs_norm"]] <- sqrt(sum(alpha * (K %*% alpha)))
values[["condition"]] <- max(abs(s + shift)) / min(abs(s + shift))
{{- end}}
{{template "print.R" .}}

# The curves.
grid <- (seq({{.Low}}, {{.High}}, length.out = 201) - centre) / half
{{- if .Primal}}
curve_primal <- drop(features(grid) %*% theta)
{{- end}}
{{- if .Dual}}
curve_dual <- drop(kernel(grid, t) %*% alpha)
{{- end}}
