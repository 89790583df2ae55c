# Where the error of least squares goes: {{.State}}
features <- function(x) {  # Legendre's polynomials, by their recurrence
  t <- x / 5 - 1
  L <- matrix(1, length(t), degree + 1)
  if (degree > 0) L[, 2] <- t
  if (degree > 1) for (k in 2:degree)
    L[, k + 1] <- ((2 * k - 1) * t * L[, k] - (k - 1) * L[, k - 1]) / k
  L
}

fit <- function(x, y, at) drop(features(at) %*% qr.coef(qr(features(x), LAPACK = TRUE), y))

{{template "truth.R" .}}
# The data.
{{- if .Determined}}
x <- c({{list .X}})
y <- c({{list .Y}})
{{- end}}
degree <- {{.degree}}
sigma <- {{.noise}}
grid <- 10 * (1:201 - 0.5) / 201  # the middles of equal parts: the risks are means

# The numbers.
best <- fit(grid, truth(grid), grid)
values <- c(
  bayes_risk = sigma^2,
  approximation_error = mean((best - truth(grid))^2)
)
{{- if .Determined}}
sample <- fit(x, y, grid)
values["sample_estimation_error"] <- mean((sample - best)^2)
values["sample_risk"] <- sigma^2 + mean((sample - truth(grid))^2)
values["train_risk"] <- mean((fit(x, y, x) - y)^2)
{{- end}}
{{template "print.R" .}}
