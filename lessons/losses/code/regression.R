# A curve with the {{.loss}} loss, no offset: {{.State}}
kernel <- function(s, t) exp(-outer(s, t, "-")^2 / (2 * ell^2))
{{- if ne .loss "squared"}}

# The least z'Hz/2 + c'z with Gz <= h, from some z inside, by an interior-point method.
qp <- function(H, c, G, h, z) {
  s <- drop(h - G %*% z)
  u <- rep(max(abs(c)), length(h))
  least <- 1e-22 * mean(s * u)
  for (i in 1:200) {
    mu <- mean(s * u)
    if (mu <= max(1e-15 * abs(c * z), least)) break
    A <- rbind(cbind(H, t(G)), cbind(G, -diag(s / u)))
    centre <- 0
    bend <- 0
    for (look in c(TRUE, FALSE)) {  # how far one can see, then the step
      corner <- s * u + bend - centre * mu
      step <- solve(A, c(-drop(H %*% z + c + t(G) %*% u), corner / u), tol = 0)
      dz <- step[seq_along(z)]
      du <- step[-seq_along(z)]
      ds <- -drop(G %*% dz)
      t1 <- min(1, (if (look) 1 else 0.99) / max(-ds / s, -du / u, 1e-9))
      centre <- (sum((s + t1 * ds) * (u + t1 * du)) / sum(s * u))^3
      bend <- ds * du
    }
    z <- z + t1 * dz
    s <- s + t1 * ds
    u <- u + t1 * du
  }
  z
}
{{- end}}

heights <- function(K, y, lambda) {  # the alpha of least loss + lambda alpha' K alpha, from the dual problem
  n <- length(y)
{{- if eq .loss "squared"}}
  solve(K + n * lambda * diag(n), y, tol = 0)
{{- else if eq .loss "absolute" "huber"}}
  box <- {{if eq .loss "huber"}}delta / (n * lambda){{else}}1 / (2 * n * lambda){{end}}  # |alpha_i| is at most that
  qp(K{{if eq .loss "huber"}} + n * lambda * diag(n){{end}}, -y, rbind(-diag(n), diag(n)), rep(box, 2 * n), rep(0, n))
{{- else}}
  I <- diag(2 * n)  # alpha = z+ - z-, both >= 0
{{- if eq .loss "epsilon"}}
  box <- 1 / (2 * n * lambda)  # |alpha_i| is at most that, which kernlab calls C
  G <- rbind(-I, I)
  h <- c(rep(0, 2 * n), rep(box, 2 * n))
{{- else}}
  box <- 1 / (2 * n * lambda)  # the sum of |alpha_i| is at most n times that
  G <- rbind(-I, rep(1, 2 * n))
  h <- c(rep(0, 2 * n), n * box)
{{- end}}
  H <- rbind(cbind(K, -K), cbind(-K, K))
  z <- qp(H, c(-y, y){{if eq .loss "epsilon"}} + epsilon{{end}}, G, h, rep(box / 4, 2 * n))
  z[1:n] - z[n + 1:n]
{{- end}}
}

{{if eq .loss "squared"}}loss <- function(r) mean(r^2)
{{else if eq .loss "absolute"}}loss <- function(r) mean(abs(r))
{{else if eq .loss "huber"}}loss <- function(r) mean(ifelse(abs(r) <= delta, r^2, 2 * delta * abs(r) - delta^2))
{{else if eq .loss "epsilon"}}loss <- function(r) mean(pmax(abs(r) - epsilon, 0))
{{else}}loss <- function(r) max(abs(r))
{{end}}
# The data.
x <- c({{list .X}})
y <- c({{list .Y}})
ell <- {{.bandwidth}}
lambda <- {{.lambda}}  # of the mean loss{{if eq .loss "brittle"}}, here the largest{{end}}
{{- if eq .loss "huber"}}
delta <- {{.delta}}
{{- else if eq .loss "epsilon"}}
epsilon <- {{.epsilon}}
{{- end}}

# The numbers.
K <- kernel(x, x)
alpha <- heights(K, y, lambda)
fitted <- drop(K %*% alpha)
residual <- y - fitted
values <- c(
  mean_absolute = mean(abs(residual)),
  largest_residual = max(abs(residual)),
  train_rmse = sqrt(mean(residual^2)),
  rkhs_norm = sqrt(max(sum(alpha * fitted), 0)),
  objective = loss(residual) + lambda * sum(alpha * fitted)
)
{{template "print.R" .}}

# The curve.
grid <- seq({{.Low}}, {{.High}}, length.out = 201)
curve <- drop(kernel(grid, x) %*% alpha)
# plot(x, y); lines(grid, curve)
