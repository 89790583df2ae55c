# Digits told {{if .Nystrom}}through landmarks{{else}}through random waves{{end}}, and exactly: {{.State}}
pixels <- function(images) t(sapply(images, function(i) utf8ToInt(i) - utf8ToInt("a"), USE.NAMES = FALSE))

kernel <- function(x, z, ell) exp(-outer(rowSums(x^2), rowSums(z^2), "+") / (2 * ell^2) + tcrossprod(x, z) / ell^2)
{{if .Pivoted}}
pivots <- function(x, m, ell) {  # the digits of which those before them explain least
  left <- rep(1, nrow(x))
  columns <- matrix(0, nrow(x), 0)
  index <- integer(0)
  while (length(index) < m) {
    i <- which.max(left)
    column <- drop(kernel(x, x[i, , drop = FALSE], ell)) - drop(columns %*% columns[i, ])
    column <- column / sqrt(left[i])
    left <- left - column^2
    left[i] <- 0
    index <- c(index, i)
    columns <- cbind(columns, column)
  }
  x[index, ]
}
{{else if .Centres}}
means <- function(x, m) {  # k-means from the first m digits
  centres <- x[1:m, ]
  for (turn in 1:{{.Turns}}) {
    away <- outer(rep(1, nrow(x)), rowSums(centres^2) / 2) - tcrossprod(x, centres)
    nearest <- apply(away, 1, which.min)
    for (j in unique(nearest)) centres[j, ] <- colMeans(x[nearest == j, , drop = FALSE])
  }
  centres
}
{{end}}
{{- if .Nystrom}}
through <- function(x, Y, new, z, ell, lambda) {  # landmarks z
  K <- kernel(x, z, ell)
  beta <- solve(crossprod(K) + nrow(x) * lambda * kernel(z, z, ell), crossprod(K, Y), tol = 0)
  kernel(new, z, ell) %*% beta
}
{{else}}
features <- function(x, omega) {
  phase <- tcrossprod(x, omega)
  cbind(cos(phase), sin(phase)) / sqrt(nrow(omega))
}

through <- function(x, Y, new, omega, lambda) {
  Phi <- features(x, omega)
  A <- crossprod(Phi) + nrow(x) * lambda * diag(ncol(Phi))
  features(new, omega) %*% solve(A, crossprod(Phi, Y), tol = 0)
}
{{end}}
exactly <- function(x, Y, new, ell, lambda) {
  alpha <- solve(kernel(x, x, ell) + nrow(x) * lambda * diag(nrow(x)), Y, tol = 0)
  kernel(new, x, ell) %*% alpha
}

# The data: a letter for each of 64 pixels, a for no ink and q for most.
learnt <- strsplit("{{.Learnt}}", "\n")[[1]]
learnt_digits <- "
{{.LearntDigits}}
"
others <- strsplit("{{.Others}}", "\n")[[1]]
others_digits <- "
{{.OthersDigits}}
"
{{- if not .Nystrom}}
frequencies <- matrix(c({{list .Frequencies}}), ncol = 64, byrow = TRUE)
{{- end}}
m <- {{.m}}
ell <- {{.Ell}}
lambda <- {{.Lambda}}

# The numbers.
figures <- function(text) as.integer(strsplit(gsub("\n", "", text), "")[[1]])
misread <- function(decisions) 100 * mean(max.col(decisions, "first") - 1 != figures(others_digits))
x <- pixels(learnt)
Y <- 2 * outer(figures(learnt_digits), 0:9, "==") - 1
new <- pixels(others)
{{- if .Pivoted}}
decisions <- through(x, Y, new, pivots(x, m, ell), ell, lambda)
{{- else if .Centres}}
decisions <- through(x, Y, new, means(x, m), ell, lambda)
{{- else if .Nystrom}}
decisions <- through(x, Y, new, x[1:m, ], ell, lambda)
{{- else}}
decisions <- through(x, Y, new, frequencies[1:(m %/% 2), ], lambda)
{{- end}}
share <- misread(decisions)
values <- c(
  misread = share,
  misread_standard_error = sqrt(share * (100 - share) / length(others)),
  exact_misread = misread(exactly(x, Y, new, ell, lambda)),
  features = {{if .Nystrom}}m{{else}}m %/% 2 * 2{{end}}
)
{{template "print.R" .}}
