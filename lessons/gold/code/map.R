# Kriging of zinc on the flood plain, and how well it tells what is left out: {{.State}}
{{template "process.R" .}}
left_out <- function(p, folds) {  # y less what the others say, at the same n lambda
  r <- p$alpha
  for (B in folds) r[B] <- solve(p$C[B, B], p$alpha[B], tol = 0)
  r
}

# The data, in km.
X <- cbind(c({{list .X}}),
    c({{list .Y}}))
log_zinc <- log10(c({{list .Zinc}}))  # of mg/kg
bandwidth <- {{.bandwidth}}
lambda <- {{.lambda}}

# The numbers.
n <- length(log_zinc)
centre <- mean(log_zinc)
noise <- n * lambda
p <- process(X, log_zinc - centre, noise)
one <- left_out(p, seq_len(n))
block <- left_out(p, split(seq_len(n), floor(X[, 1] / 0.5) + 100 * floor(X[, 2] / 0.5)))
values <- c(
  block_rmse = sqrt(mean(block^2)),
  loo_rmse = sqrt(mean(one^2)),
  signal = p$tau,
  noise = p$tau * sqrt(noise),
  noise_share = noise,
  log_likelihood = -n / 2 * (1 + log(2 * pi * p$tau^2)) - c(determinant(p$A)$modulus) / 2,
  centre = centre
)
{{template "print.R" .}}
