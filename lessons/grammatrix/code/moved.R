# K, K̂ and predictions of points turned and shifted: {{.State}}
{{template "rowkernel.R" .}}
moved <- function(X, turn, shift) {
  a <- turn * pi / 180
  Y <- X %*% rbind(c(cos(a), sin(a)), c(-sin(a), cos(a)))
  Y[, 1] <- Y[, 1] + shift
  Y
}

see <- function(turn, shift) {  # K with K̂ under it, sqrt(k(x, x) k(z, z)), and K̂(K + nλI)⁻¹y
  X1 <- moved(X, turn, shift)
  K <- kernel(X1, X1{{template "arguments" .}})
  Z1 <- moved(Z, turn, shift)
  K_hat <- kernel(Z1, X1{{template "arguments" .}})
  n <- nrow(K)
  own <- abs(c(diag(K), diag(kernel(Z1, Z1{{template "arguments" .}}))))
  most <- sqrt(outer(own, own[1:n]))  # no entry of a kernel is above it
  list(S = rbind(K, K_hat), most = most, predicted = as.vector(K_hat %*% solve(K + n * lambda * diag(n), y, tol = 0)))
}

apart <- function(a, b) {  # the largest change; 0 where each entry has nine digits of the other, or is rounding
  gap <- abs(a$S - b$S)
  told <- gap > pmax(1e-9 * pmax(abs(a$S), abs(b$S)), 1.5e-14 * pmax(a$most, b$most))
  max(0, gap[told])
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
  change_by_turn = apart(before, see(turn, 0)),
  change_by_shift = apart(before, see(0, shift)),
  change_of_predictions = if (apart(before, now) > 0) max(abs(before$predicted - now$predicted)) else 0,
  largest = max(abs(now$S)),
  points = nrow(X)
)
{{template "print.R" .}}
