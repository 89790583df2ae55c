# What θ costs, by both ways: {{.State}}
n <- {{.N}}
d <- {{.D}}
lambda <- 0.1  # of the mean loss

solve_cost <- function(m) m^3 / 6 + m^2  # Cholesky, to its leading term, and two triangular systems
primal <- n * d * (d + 1) / 2 + n * d + solve_cost(d)  # ΦᵀΦ by half, Φᵀy
dual <- d * n * (n + 1) / 2 + n * d + solve_cost(n)  # ΦΦᵀ by half, Φᵀα
values <- c(
  primal_multiplications = primal,
  dual_multiplications = dual,
  multiplications_ratio = primal / dual,
  primal_entries = d^2,
  dual_entries = n^2
)
for (name in names(values)) cat(name, format(values[[name]], digits = 17), "\n")

# The two, timed on your machine{{if lt .Timed .D}} with d = {{.Timed}}; raise it at your own patience{{end}}.
set.seed(1)
Phi <- matrix(rnorm(n * {{.Timed}}), n)
y <- rnorm(n)
first <- system.time(theta <- solve(crossprod(Phi) + n * lambda * diag({{.Timed}}), crossprod(Phi, y)))
second <- system.time(other <- crossprod(Phi, solve(tcrossprod(Phi) + n * lambda * diag(n), y)))
message("primal ", 1e3 * first[["elapsed"]], " ms, dual ", 1e3 * second[["elapsed"]],
  " ms, apart ", signif(max(abs(theta - other)), 2))
