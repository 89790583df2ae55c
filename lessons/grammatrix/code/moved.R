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
  list(S = rbind(K, K_hat), predicted = as.vector(K_hat %*% solve(K + n * lambda * diag(n), y, tol = 0)))
}

apart <- function(a, b) {  # the largest change; 0 where they agree
  gap <- max(abs(a - b))
  if (gap > 1e-9 * max(abs(a), abs(b))) gap else 0
}

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
  change_of_predictions = if (apart(before$S, now$S) > 0) max(abs(before$predicted - now$predicted)) else 0,
  largest = max(abs(now$S)),
  points = nrow(X)
)
{{template "print.R" .}}
