# {{if .Push}}The push-through identity{{else}}Woodbury's identity{{end}} of the figure: {{.State}}
n <- {{.N}}
d <- {{.D}}
{{- if .Push}}
Phi <- matrix(c({{list .V}}), n, d, byrow = TRUE)
nl <- n * {{num .Lambda}}  # nλ
left <- crossprod(Phi) + nl * diag(d)
right <- tcrossprod(Phi) + nl * diag(n)
{{- else}}
A <- matrix(c({{list .A}}), d, d, byrow = TRUE)
U <- matrix(c({{list .U}}), d, n, byrow = TRUE)
C <- matrix(c({{list .C}}), n, n, byrow = TRUE)
V <- matrix(c({{list .V}}), n, d, byrow = TRUE)
left <- A + U %*% C %*% V
right <- solve(C) + V %*% solve(A, U)
{{- end}}
rank <- function(M) { s <- svd(M)$d; sum(s > s[1] * length(s) * .Machine$double.eps) }
values <- c(left_size = d, right_size = n)
if (rank(left) == d && rank(right) == n) {
{{- if .Push}}
  first <- solve(left, t(Phi), tol = 1e-20)
  last <- t(Phi) %*% solve(right, tol = 1e-20)
{{- else}}
  first <- solve(left, tol = 1e-20)
  last <- solve(A) - solve(A, U) %*% solve(right, V %*% solve(A), tol = 1e-20)
{{- end}}
  values["condition_left"] <- kappa(left, exact = TRUE)
  values["condition_right"] <- kappa(right, exact = TRUE)
  values["norm"] <- norm(last, "F")
  message("first and last line apart: ", norm(first - last, "F") / norm(first, "F"))
} else {  # nothing to invert
  values["rank_left"] <- rank(left)
  values["rank_right"] <- rank(right)
}
for (name in names(values)) cat(name, format(values[[name]], digits = 17), "\n")
