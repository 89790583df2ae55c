# Polynomial regression of the figure: {{.State}}
x <- c({{list .X}})
y <- c({{list .Y}})
n <- length(x)
degree <- {{.Degree}}
lambda <- {{num .Lambda}}  # of the mean loss

features <- function(x) {  # the rows (1, t, ..., t^degree)
  t <- (x - {{num .Centre}}) / {{num .Half}}
  outer(t, 0:degree, "^")
}

Phi <- features(x)
d <- ncol(Phi)
stacked <- rbind(Phi, sqrt(n * lambda) * diag(d))
theta <- qr.coef(qr(stacked, LAPACK = TRUE), c(y, rep(0, d)))
f <- drop(Phi %*% theta)
s <- svd(Phi)
h <- s$d^2 / (s$d^2 + n * lambda)
leverage <- drop(s$u^2 %*% h)
values <- c(
  train_rmse = sqrt(mean((y - f)^2)),
  features = d,
  degrees_of_freedom = sum(h),
  norm = sqrt(sum(theta^2)),
  condition = kappa(stacked, exact = TRUE)
)
if (max(leverage) < 1 - n * .Machine$double.eps * values[["condition"]])
  values["loo_rmse"] <- sqrt(mean(((y - f) / (1 - leverage))^2))
{{- if eq .Truth "sine" "gap"}}
new <- seq({{num .Low}}, {{num .High}}, length.out = 201)
values["test_rmse"] <- sqrt(mean((features(new) %*% theta - sin(new))^2) + {{num .Noise}}^2)
{{- end}}
for (name in names(values)) cat(name, format(values[[name]], digits = 17), "\n")

# The curve.
grid <- seq({{num .Low}}, {{num .High}}, length.out = 201)
curve <- drop(features(grid) %*% theta)
# plot(x, y); lines(grid, curve)
