# Ridge regression on features beside kernel ridge regression: {{.State}}
x <- c({{list .X}})
y <- c({{list .Y}})
n <- length(x)
q <- {{.Degree}}
lambda <- {{num .Lambda}}  # of the mean loss
t <- (x - {{num .Centre}}) / {{num .Half}}

features <- function(t) {
{{- if eq .Compare "plain"}}
  outer(t, 0:q, "^")
{{- else}}
  outer(t, 0:q, "^") %*% diag(sqrt(choose(q, 0:q)))
{{- end}}
}
kernel <- function(s, t) (outer(s, t) {{if eq .Compare "none"}}-{{else}}+{{end}} 1)^q

K <- kernel(t, t)
s <- eigen(K, symmetric = TRUE)$values
values <- c({{if ne .Compare "none"}}features = q + 1, {{end}}points = n, shift = n * lambda, largest_eigenvalue = s[1])
{{- if .Primal}}

# Primal: q + 1 numbers theta.
Phi <- features(t)
d <- ncol(Phi)
theta <- qr.coef(qr(rbind(Phi, sqrt(n * lambda) * diag(d)), LAPACK = TRUE), c(y, rep(0, d)))
values[["train_rmse"]] <- sqrt(mean((y - Phi %*% theta)^2))
values[["norm"]] <- sqrt(sum(theta^2))
{{- end}}
{{- if .Dual}}

# Dual: n numbers alpha, and no feature anywhere.
{{- if eq .Compare "none"}}
alpha <- solve(K + n * lambda * diag(n), y, tol = 0) # symmetric, and perhaps indefinite
{{- else}}
R <- chol(K + n * lambda * diag(n))
alpha <- backsolve(R, forwardsolve(t(R), y))
{{- end}}
values[["kernel_train_rmse"]] <- sqrt(mean((y - K %*% alpha)^2))
if (sum(alpha * (K %*% alpha)) >= 0) values[["rkhs_norm"]] <- sqrt(sum(alpha * (K %*% alpha)))
values[["condition"]] <- max(abs(s + n * lambda)) / min(abs(s + n * lambda))
{{- end}}
for (name in names(values)) cat(name, format(values[[name]], digits = 17), "\n")

# The curves.
grid <- (seq({{num .Low}}, {{num .High}}, length.out = 201) - {{num .Centre}}) / {{num .Half}}
{{- if .Primal}}
primal <- drop(features(grid) %*% theta)
{{- end}}
{{- if .Dual}}
dual <- drop(kernel(grid, t) %*% alpha)
{{- end}}
