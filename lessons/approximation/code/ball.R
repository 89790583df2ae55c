# The best in a ball and the bound on what it costs: {{.State}}
erf <- function(z) 2 * pnorm(z * sqrt(2)) - 1

risk <- function(f) {  # E|truth + sigma Z - f|, a folded normal
  e <- truth - f
  mean(sigma * sqrt(2 / pi) * exp(-e^2 / (2 * sigma^2)) + e * erf(e / sigma / sqrt(2)))
}

minimize <- function(c, mu) {  # risk + mu |theta|^2 by Newton's method, with a parabola above it far away
  value <- function(c) risk(drop(Q %*% c)) + mu * sum(c * (S %*% c))
  for (i in 1:500) {
    e <- drop(truth - Q %*% c)
    slope <- erf(e / sigma / sqrt(2))
    g <- drop(-crossprod(Q, slope) / n + 2 * mu * S %*% c)
    w <- sqrt(2 / pi) / sigma * exp(-e^2 / (2 * sigma^2))
    step <- -solve(crossprod(Q, w * Q) / n + 2 * mu * S, g, tol = 0)
    gain <- -sum(g * step)
    if (gain < 1e-10) {
      if (gain < 1e-26) break
    } else if (!(value(c + step) < value(c) - 0.01 * gain)) {
      w <- ifelse(abs(e) < 1e-6 * sigma, sqrt(2 / pi) / sigma, slope / e)
      step <- -solve(crossprod(Q, w * Q) / n + 2 * mu * S, g, tol = 0)
    }
    c <- c + step
  }
  c
}

norm2 <- function(c) sqrt(sum(c * (S %*% c)))

in_ball <- function(star, D) {  # the best with |theta| <= D
  if (D == 0) return(0 * star)
  if (D >= norm2(star)) return(star)
  low <- 0  # the mu at which the minimum lies on the rim, by bisection
  high <- 1e-6
  best <- star
  while (norm2(best <- minimize(best, high)) > D) {
    low <- high
    high <- 10 * high
  }
  for (i in 1:60) {
    mu <- (low + high) / 2
    best <- minimize(best, mu)
    if (norm2(best) > D) low <- mu else high <- mu
  }
  best
}

# The data.
degree <- {{.degree}}
sigma <- {{.noise}}
D <- {{.radius}}
x <- 10 * (1:201 - 0.5) / 201  # the middles of equal parts: the risks are means
n <- length(x)
truth <- sin(x)
Phi <- outer((x - {{.Centre}}) / {{.Half}}, 0:degree, "^")
qrPhi <- qr(Phi / sqrt(n), tol = 0)
Q <- qr.Q(qrPhi) * sqrt(n)
T <- solve(qr.R(qrPhi), tol = 0)  # coordinates: theta = Tc, better conditioned
S <- crossprod(T)                 # |theta|^2 = c'Sc

# The numbers.
star <- minimize(drop(crossprod(Q, truth)) / n, 0)
size <- norm2(star)
best <- in_ball(star, D)
f <- drop(Q %*% star)
reach <- min(1, D / size)  # theta1 = reach * theta*
values <- c(
  theta_star_norm = size,
  mean_feature_norm = mean(sqrt(rowSums(Phi^2))),
  class_error = risk(f) - sigma * sqrt(2 / pi),
  gap = risk(drop(Q %*% best)) - risk(f),
  projection_gap = risk(reach * f) - risk(f),
  lipschitz_step = (1 - reach) * mean(abs(f))
)
values["bound"] <- values[["mean_feature_norm"]] * max(size - D, 0)
{{template "print.R" .}}
