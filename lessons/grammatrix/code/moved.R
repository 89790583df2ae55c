# K, K̂ and predictions of points turned and shifted: {{.State}}
{{template "rowkernel.R" .}}
moved <- function(X, turn, shift) {
  a <- turn * pi / 180
  Y <- X %*% rbind(c(cos(a), sin(a)), c(-sin(a), cos(a)))
  Y[, 1] <- Y[, 1] + shift
  Y
}

see <- function(turn, shift) {  # K with K̂ under it, and K̂(K + nλI)⁻¹y
  X1 <- moved(X, turn, shift)
  K <- kernel(X1, X1{{template "arguments" .}})
  K_hat <- kernel(moved(Z, turn, shift), X1{{template "arguments" .}})
  n <- nrow(K)
  list(S = rbind(K, K_hat), predicted = as.vector(K_hat %*% solve(K + n * lambda * diag(n), y, tol = 0)),
       rounding = 1e-14 * (1 + sum(diag(K)) / (n * lambda)))
}

change <- function(a, b, slack) {  # the largest; 0 where it is rounding
  gap <- max(abs(a - b))
  if (gap > slack) gap else 0
}

apart <- function(a, b) change(a, b, 1e-12 * max(abs(a), abs(b)))

# The data.
X <- matrix(c({{list .X}}), ncol = 2, byrow = TRUE)
y <- c({{list .Y}})
Z <- matrix(c({{list .Tests}}), ncol = 2, byrow = TRUE)  # test points
turn <- {{.Turn}}
shift <- {{.Shift}}
lambda <- {{.Lambda}}
{{template "parameters.R" .}}
# The numbers.
before <- see(0, 0)
now <- see(turn, shift)
values <- c(
  change_by_turn = apart(before$S, see(turn, 0)$S),
  change_by_shift = apart(before$S, see(0, shift)$S),
  change_of_predictions = change(before$predicted, now$predicted, max(before$rounding, now$rounding)),
  largest = max(abs(now$S)),
  points = nrow(X)
)
{{template "print.R" .}}
