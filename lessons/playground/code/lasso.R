# The lasso on waves: {{.State}}
features <- function(x) cos(pi * outer((x - low) / (high - low), 1:waves))  # the rows cos(j pi u)

# By coordinate descent; from time to time the coefficients that are not zero are all solved for.
lasso <- function(Phi, y, lambda) {  # (1/n)||y - Phi theta||^2 + lambda sum |theta|
  n <- nrow(Phi)
  theta <- numeric(ncol(Phi))
  squares <- colSums(Phi^2) / n
  r <- y
  for (sweep in 1:20000) {
    before <- theta
    for (j in seq_along(theta)) {
      slope <- sum(Phi[, j] * r) / n + squares[j] * theta[j]
      now <- sign(slope) * max(abs(slope) - lambda / 2, 0) / squares[j]
      r <- r - Phi[, j] * (now - theta[j])
      theta[j] <- now
    }
    if (max(abs(theta - before)) <= 1e-14 * max(abs(theta), 1e-300)) break
    kept <- which(theta != 0)
    if (sweep %% 10 == 0 && length(kept) > 0) {
      A <- crossprod(Phi[, kept, drop = FALSE])
      b <- crossprod(Phi[, kept, drop = FALSE], y) - n * lambda / 2 * sign(theta[kept])
      solved <- tryCatch(drop(solve(A, b)), error = function(e) NULL)
      if (!is.null(solved) && all(sign(solved) == sign(theta[kept]))) {
        theta[kept] <- solved
        r <- y - drop(Phi %*% theta)
      }
    }
  }
  theta
}

# The data.
x <- c({{list .X}})
y <- c({{list .Y}})
low <- {{.Low}}
high <- {{.High}}
waves <- {{.waves}}
lambda <- {{.Lambda}}  # of the mean loss

# The numbers.
Phi <- features(x)
means <- colMeans(Phi)
Phi <- sweep(Phi, 2, means)
theta <- {{if .Lambda}}lasso(Phi, y - mean(y), lambda){{else}}qr.coef(qr(Phi), y - mean(y)){{end}}
r <- y - mean(y) - drop(Phi %*% theta)
values <- c(
  kept = sum(theta != 0),
  train_rmse = sqrt(mean(r^2)),
  sum = sum(abs(theta)),
  objective = mean(r^2) + lambda * sum(abs(theta)),
  mean = mean(y)
)
{{template "print.R" .}}
