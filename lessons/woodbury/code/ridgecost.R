# What theta costs, by both ways: {{.State}}
solve_cost <- function(m) m^3 / 6 + m^2  # Cholesky, to its leading term, and two triangular systems

costs <- function(n, d) {
  primal <- n * d * (d + 1) / 2 + n * d + solve_cost(d)  # Phi'Phi by half, Phi'y
  dual <- d * n * (n + 1) / 2 + n * d + solve_cost(n)  # Phi Phi' by half, Phi'alpha
  c(
    primal_multiplications = primal,
    dual_multiplications = dual,
    multiplications_ratio = primal / dual,
    primal_entries = d^2,
    dual_entries = n^2
  )
}

primal <- function(Phi, y, lambda) solve(crossprod(Phi) + nrow(Phi) * lambda * diag(ncol(Phi)), crossprod(Phi, y))
dual <- function(Phi, y, lambda) crossprod(Phi, solve(tcrossprod(Phi) + nrow(Phi) * lambda * diag(nrow(Phi)), y))

# The data.
n <- {{.n}}
d <- {{.d}}
lambda <- 0.1  # of the mean loss
points <- {{.Points}}
timed <- {{.Timed}}{{if .Fewer}}  # raise them to n and d at your own patience{{end}}

# The numbers.
values <- costs(n, d)
{{template "print.R" .}}

# The two, timed on your machine.
set.seed(1)
Phi <- matrix(rnorm(points * timed), points)
y <- rnorm(points)
first <- system.time(theta <- primal(Phi, y, lambda))
second <- system.time(other <- dual(Phi, y, lambda))
message("primal ", 1e3 * first[["elapsed"]], " ms, dual ", 1e3 * second[["elapsed"]],
  " ms, apart ", signif(max(abs(theta - other)), 2))
