# A function x'Sx, its norm, and an inner product: {{.State}}
# The data.
S <- matrix(c({{.a}}, {{.b}}, {{.b}}, {{.c}}), 2)
x <- c({{.x1}}, {{.x2}})
other <- matrix(c({{list .Other}}), 2)

# The numbers: S is a sum of lambda_i u_i u_i', so f is one of lambda_i k(u_i, .).
e <- eigen(S, symmetric = TRUE)
values <- c(
  value = sum(e$values * drop(crossprod(e$vectors, x))^2),
  inner = sum(S * other),
  norm = sqrt(sum(S^2)),
  bound = sqrt(sum(S^2)) * sum(x^2),
  lambda1 = e$values[1],
  lambda2 = e$values[2]
)
{{template "print.R" .}}
