# Three readings and a line, as vectors of space: {{.State}}
project <- function(Phi, y, theta) {
  fitted <- drop(Phi %*% theta)
  residual <- y - fitted
  c(
    length = sqrt(sum(residual^2)),
    with_ones = sum(residual * Phi[, 1]),
    with_x = sum(residual * Phi[, 2]),
    length_y = sqrt(sum(y^2)),
    length_fitted = sqrt(sum(fitted^2))
  )
}

# The data.
x <- c(-1, 0, 1)
Phi <- cbind(1, x)
y <- c({{list .Y}})
theta <- c({{list .Theta}})

# The numbers.
values <- project(Phi, y, theta)
for (name in names(values)) cat(name, format(round(values[[name]], 9), digits = 17), "\n")

# The nearest place on the plane: the normal equations say that the residual there is
# at right angles to both columns.
nearest <- solve(crossprod(Phi), crossprod(Phi, y))
