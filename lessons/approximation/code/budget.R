# Where the error of least squares goes: {{.State}}
x <- c({{list .X}})
y <- c({{list .Y}})
degree <- {{.Degree}}
sigma <- {{num .Noise}}
grid <- seq(0, 10, length.out = 201)  # X is one of these, each as likely: the risks are means
truth <- {{if eq .Truth "step"}}ifelse(grid < 5, -1, 1){{else}}sin(grid){{end}}

features <- function(x) {  # Legendre's polynomials, by their recurrence
  t <- x / 5 - 1
  L <- matrix(1, length(t), degree + 1)
  if (degree > 0) L[, 2] <- t
  if (degree > 1) for (k in 2:degree)
    L[, k + 1] <- ((2 * k - 1) * t * L[, k] - (k - 1) * L[, k - 1]) / k
  L
}

best <- drop(features(grid) %*% qr.coef(qr(features(grid), LAPACK = TRUE), truth))
values <- c(
  bayes_risk = sigma^2,
  approximation_error = mean((best - truth)^2)
)
{{- if .Determined}}
theta <- qr.coef(qr(features(x), LAPACK = TRUE), y)
fit <- drop(features(grid) %*% theta)
values["sample_estimation_error"] <- mean((fit - best)^2)
values["sample_risk"] <- sigma^2 + mean((fit - truth)^2)
values["train_risk"] <- mean((features(x) %*% theta - y)^2)
{{- end}}
for (name in names(values)) cat(name, format(values[[name]], digits = 17), "\n")
# plot(x, y); lines(grid, truth, lty = 2); lines(grid, best)
