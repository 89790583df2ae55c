# A kernel that was typed, and its fit: {{.State}}
{{template "kernel.R" .}}
# The data: years from 1970 on, and ppm.
x <- c({{list .X}})
y <- c({{list .Y}})
n <- {{.N}}  # so many are fitted
lambda <- {{.Lambda}}

# The numbers.
K <- kernel(x[1:n], x[1:n])
m <- mean(y[1:n])
s <- eigen((K + t(K)) / 2, symmetric = TRUE)$values  # the largest first
values <- c(
  smallest = if (abs(s[n]) <= 4 * n * .Machine$double.eps * max(abs(s))) 0 else s[n],  # rounding
  largest = s[1],
  mean = m
)
{{- if .Fitted}}
alpha <- solve(K + n * lambda * diag(n), y[1:n] - m, tol = 0)
f <- m + drop(kernel(x, x[1:n]) %*% alpha)
values[["train_rmse"]] <- sqrt(mean((f[1:n] - y[1:n])^2))
values[["held_out_rmse"]] <- sqrt(mean((f[-(1:n)] - y[-(1:n)])^2))
{{- else}}
# At this lambda there is no fit.
{{- end}}
{{template "print.R" .}}