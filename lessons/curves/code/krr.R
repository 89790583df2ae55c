# Kernel ridge regression of the figure: {{.State}}
x <- c({{list .X}})
y <- c({{list .Y}})
n <- length(x)
lambda <- {{num .Lambda}}  # of the mean loss

kernel <- function(a, b) {
{{- if eq .Kernel "gaussian"}}
  exp(-outer(a, b, "-")^2 / (2 * {{num .Bandwidth}}^2))
{{- else if or (eq .Kernel "laplacian") (eq .Kernel "exponential")}}
  exp(-abs(outer(a, b, "-")) / {{num .Bandwidth}})
{{- else if eq .Kernel "matern32"}}
  r <- sqrt(3) * abs(outer(a, b, "-")) / {{num .Bandwidth}}
  (1 + r) * exp(-r)
{{- else if eq .Kernel "matern52"}}
  r <- sqrt(5) * abs(outer(a, b, "-")) / {{num .Bandwidth}}
  (1 + r + r^2 / 3) * exp(-r)
{{- else if eq .Kernel "polynomial"}}
  (outer(a, b) + {{num .Offset}})^{{.Degree}}
{{- else if eq .Kernel "rational-quadratic"}}
  (1 + outer(a, b, "-")^2 / (2 * {{num .Shape}} * {{num .Bandwidth}}^2))^-{{num .Shape}}
{{- else if eq .Kernel "periodic"}}
  exp(-2 * sin(pi * outer(a, b, "-") / {{num .Period}})^2 / {{num .Bandwidth}}^2)
{{- else if eq .Kernel "cosine"}}
  outer(sign(a), sign(b))
{{- else if eq .Kernel "min"}}
  outer(a, b, pmin)
{{- else if eq .Kernel "sigmoid"}}
  tanh({{num .Slope}} * outer(a, b) + {{num .Offset}})
{{- else}}
  outer(a, b)
{{- end}}
}

K <- kernel(x, x)
C <- solve(K + n * lambda * diag(n), tol = 1e-20)  # (K + nλI)⁻¹
a <- drop(C %*% y)
f <- drop(K %*% a)
s <- eigen(K, symmetric = TRUE, only.values = TRUE)$values
values <- c(
  loo_rmse = sqrt(mean((a / diag(C))^2)),
  train_rmse = sqrt(mean((y - f)^2)),
  degrees_of_freedom = sum(diag(K %*% C)),
  condition = (s[1] + n * lambda) / (s[n] + n * lambda)
)
if (sum(a * f) >= 0) values[["rkhs_norm"]] <- sqrt(sum(a * f))
for (name in names(values)) cat(name, format(values[[name]], digits = 17), "\n")
{{- if .Lambdas}}

# The path: the leave-one-out error at every λ, from one eigendecomposition.
lambdas <- c({{list .Lambdas}})
e <- eigen(K, symmetric = TRUE)
loo <- sapply(lambdas, function(l) {
  d <- e$values + n * l
  if (d[n] <= n * .Machine$double.eps * d[1]) return(Inf)  # singular
  C <- e$vectors %*% (t(e$vectors) / d)
  sqrt(mean((drop(C %*% y) / diag(C))^2))
})
cat("best_lambda", format(lambdas[which.min(loo)]{{if .Sum}} * n{{end}}, digits = 17), "\n")
cat("best_loo_rmse", format(min(loo), digits = 17), "\n")
{{- end}}

# The curve: f(x) = Σ αᵢ k(xᵢ, x).
grid <- seq({{num .Low}}, {{num .High}}, length.out = 201)
curve <- drop(kernel(grid, x) %*% a)
# plot(x, y); lines(grid, curve)
