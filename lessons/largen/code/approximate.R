# A whistle, {{if .Exact}}exactly{{else if .Nystrom}}through landmarks{{else}}through random waves{{end}}: {{.State}}
lehmer <- function(state, count) {  # numbers between 0 and 1, the same in every language
  u <- numeric(count)
  for (k in seq_len(count + 3)) {
    state <- (state * 48271) %% (2^31 - 1)
    if (k > 3) u[k - 3] <- state / (2^31 - 1)
  }
  u
}

normal <- function(u, v) sqrt(-2 * log(u)) * cos(2 * pi * v)

truth <- function(x) sin((11 - x)^2 / 2)

kernel <- function(x, z, ell) exp(-outer(x, z, "-")^2 / (2 * ell^2))
{{if .Nystrom}}{{if .Pivoted}}
pivots <- function(x, m, ell) {  # the points of which those before them explain least
  left <- rep(1, length(x))
  columns <- list()
  index <- integer(0)
  while (length(index) < m && max(left) > 1e-8) {
    i <- which.max(left)
    column <- drop(kernel(x, x[i], ell))
    for (b in columns) column <- column - b[i] * b
    column <- column / sqrt(left[i])
    left <- left - column^2
    left[i] <- 0
    index <- c(index, i)
    columns[[length(index)]] <- column
  }
  x[index]
}
{{end}}
newton <- function(z, ell) {  # landmarks that those before them do not explain, and L with LL' = K
  K <- kernel(z, z, ell)
  kept <- integer(0)
  L <- matrix(0, 0, length(z))  # row j: L's column j, of all landmarks
  for (i in seq_along(z)) {
    rest <- K[i, ] - drop(L[, i] %*% L)
    if (rest[i] > 1e-8 * K[i, i]) {
      kept <- c(kept, i)
      L <- rbind(L, rest / sqrt(rest[i]))
    }
  }
  list(z = z[kept], L = t(L[, kept, drop = FALSE]))
}

features <- function(x, f, ell) t(forwardsolve(f$L, kernel(f$z, x, ell)))
{{else if not .Exact}}
features <- function(x, omega) {
  phase <- outer(x, omega)
  cbind(cos(phase), sin(phase)) / sqrt(length(omega))
}
{{end}}
# The data.
n <- {{.N}}
seed <- {{.Seed}}
u <- matrix(lehmer(seed, 3 * n), 3)
x <- 10 * u[1, ]
y <- truth(x) + 0.5 * normal(u[2, ], u[3, ])
ell <- {{.bandwidth}}
lambda <- {{.lambda}}
places <- seq(0, 10, length.out = 401)

# The fit.
{{- if .Exact}}
K <- kernel(x, x, ell)
alpha <- solve(K + n * lambda * diag(n), y)
fitted <- K %*% alpha
curve <- kernel(places, x, ell) %*% alpha
used <- n
multiplications <- n^3 / 6
{{- else}}
m <- {{.M}}
{{- if .Nystrom}}
known <- x[seq_len(min({{.Known}}, n))]
{{- if .Pivoted}}
places_of <- pivots(known, m, ell)
{{- else if .Centres}}
places_of <- suppressWarnings(  # {{.Turns}} turns may leave means that still move
  c(kmeans(known, known[1:m], iter.max = {{.Turns}}, algorithm = "Lloyd")$centers))
{{- else}}
places_of <- known[seq_len(min(m, n))]
{{- end}}
landmarks <- newton(places_of, ell)
Phi <- features(x, landmarks, ell)
new <- features(places, landmarks, ell)
used <- ncol(Phi)
multiplications <- n * used^2
{{- else}}
v <- matrix(lehmer(seed + 1000000, 2 * (m %/% 2)), 2)
omega <- normal(v[1, ], v[2, ]) / ell
Phi <- features(x, omega)
new <- features(places, omega)
used <- ncol(Phi)
multiplications <- n * used^2 / 2
{{- end}}
G <- crossprod(Phi)
A <- G + n * lambda * diag(used)
theta <- solve(A, crossprod(Phi, y))
fitted <- Phi %*% theta
curve <- new %*% theta
{{- end}}

# The numbers.
values <- c(
  error = sqrt(mean((curve - truth(places))^2)),
  multiplications = multiplications,
  megabytes = 8 * used^2 / 1e6,
  features = used,
  train_rmse = sqrt(mean((fitted - y)^2)){{if .Freedom}},
  degrees_of_freedom = sum(diag(solve(A, G))){{end}}
)
{{template "print.R" .}}
