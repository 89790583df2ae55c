# {{if .Push}}The push-through identity{{else}}Woodbury's identity{{end}} of the figure: {{.State}}
{{if .Push -}}
left_of <- function(Phi, c) crossprod(Phi) + c * diag(ncol(Phi))  # what the first line inverts
right_of <- function(Phi, c) tcrossprod(Phi) + c * diag(nrow(Phi))  # and the last

first_line <- function(left, Phi) solve(left, t(Phi), tol = 0)
last_line <- function(right, Phi) t(Phi) %*% solve(right, tol = 0)
{{- else -}}
left_of <- function(A, U, C, V) A + U %*% C %*% V  # what the first line inverts
right_of <- function(A, U, C, V) solve(C) + V %*% solve(A, U)  # and the last

first_line <- function(left) solve(left, tol = 0)
last_line <- function(right, A, U, V) solve(A) - solve(A, U) %*% solve(right, V %*% solve(A), tol = 0)
{{- end}}
{{- if not .Derived}}

rank <- function(M) {  # the singular values above what rounding may leave of zero, 4 n eps |M|
  s <- svd(M)$d
  sum(s > 4 * length(s) * .Machine$double.eps * s[1])
}
{{- end}}

# The data.
n <- {{.n}}
d <- {{.d}}
{{- if .Push}}
Phi <- matrix(c({{list .V}}), n, d, byrow = TRUE)
lambda <- {{.lambda}}
{{- else}}
A <- matrix(c({{list .A}}), d, d, byrow = TRUE)
U <- matrix(c({{list .U}}), d, n, byrow = TRUE)
C <- matrix(c({{list .C}}), n, n, byrow = TRUE)
V <- matrix(c({{list .V}}), n, d, byrow = TRUE)
{{- end}}

# The numbers.
left <- left_of({{if .Push}}Phi, n * lambda{{else}}A, U, C, V{{end}})
right <- right_of({{if .Push}}Phi, n * lambda{{else}}A, U, C, V{{end}})
values <- c(left_size = d, right_size = n)
{{- if .Derived}}
first <- first_line(left{{if .Push}}, Phi{{end}})
last <- last_line(right, {{if .Push}}Phi{{else}}A, U, V{{end}})
values["condition_left"] <- kappa(left, exact = TRUE)
values["condition_right"] <- kappa(right, exact = TRUE)
values["norm"] <- norm(last, "F")
message("first and last line apart: ", norm(first - last, "F") / norm(first, "F"))
{{- else}}  # there is nothing to invert
values["rank_left"] <- rank(left)
values["rank_right"] <- rank(right)
{{- end}}
{{template "print.R" .}}
