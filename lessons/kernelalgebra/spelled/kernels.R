angle <- function(st, ss, tt) {  # the cosine of that between features
  p <- pmax(ss, 0) * pmax(tt, 0)
  ifelse(p > 0, st / sqrt(ifelse(p > 0, p, 1)), 0)
}

constant <- function(s, t, value) value + 0 * s * t

cosine <- function(s, t) sign(s) * sign(t)

gaussian <- function(s, t, bandwidth) exp(-(s - t)^2 / (2 * bandwidth^2))

laplacian <- function(s, t, bandwidth) exp(-abs(s - t) / bandwidth)

linear <- function(s, t) s * t

matern32 <- function(s, t, bandwidth) {
  r <- sqrt(3) * abs(s - t) / bandwidth
  (1 + r) * exp(-r)
}

matern52 <- function(s, t, bandwidth) {
  r <- sqrt(5) * abs(s - t) / bandwidth
  (1 + r + r^2 / 3) * exp(-r)
}

periodic <- function(s, t, bandwidth, period) exp(-2 * sin(pi * (s - t) / period)^2 / bandwidth^2)

polynomial <- function(s, t, degree, offset) (s * t + offset)^degree

rationalquadratic <- function(s, t, bandwidth, shape) (1 + (s - t)^2 / (2 * shape * bandwidth^2))^-shape

sigmoid <- function(s, t, slope, offset) tanh(slope * s * t + offset)

smaller <- function(s, t) pmin(s, t)
