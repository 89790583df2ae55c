# What training costs, exactly and through 100 features: {{.State}}
costs <- function(n, m = 100) {
  c(
    exact_multiplications = n^3 / 6,  # Cholesky, to its leading term
    landmark_multiplications = n * m^2,  # half for the features, half for their products
    wave_multiplications = n * m^2 / 2,
    multiplications_ratio = n^2 / (6 * m^2),
    gigabytes = 8 * n^2 / 1e9
  )
}

exact <- function(x, y, ell, lambda) {
  K <- exp(-outer(x, x, "-")^2 / (2 * ell^2))
  solve(K + length(x) * lambda * diag(length(x)), y)
}

# The data.
n <- {{.N}}
timed <- {{.Timed}}{{if .Fewer}}  # raise it to n at your own patience{{end}}

# The numbers.
values <- costs(n)
{{template "print.R" .}}

# The exact fit, timed on your machine, and what its cube says of n.
set.seed(1)
x <- 10 * runif(timed)
took <- system.time(exact(x, rnorm(timed), 0.2, 1e-5))[["elapsed"]]
message(timed, " points: ", took, " s; ", n, " points, by the cube: ", signif(took * (n / timed)^3, 3), " s")
