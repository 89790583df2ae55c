# Random problems, solved by the server whose address is given and by kernlab.
# Prints a line for each number that is compared: its name and the largest difference.
suppressPackageStartupMessages(library(kernlab))
server <- commandArgs(TRUE)[1]

engine <- function(method, ...) {
  body <- jsonlite::toJSON(list(...), auto_unbox = TRUE, digits = NA)
  handle <- curl::new_handle(postfields = body)
  curl::handle_setheaders(handle, "Content-Type" = "application/json")
  reply <- curl::curl_fetch_memory(paste0(server, "/api/v1/", method), handle)
  answer <- jsonlite::fromJSON(rawToChar(reply$content))
  if (reply$status_code != 200) stop(answer$detail)
  answer
}
compare <- function(name, got, want) {
  stopifnot(length(got) == length(want))
  cat(name, format(max(abs(got - want)) / max(1, max(abs(want))), digits = 6), "\n")
}

for (seed in 1:3) {
  set.seed(seed)
  n <- 40
  x <- matrix(rnorm(2 * n), n)
  new <- matrix(rnorm(10), 5)
  y <- sin(x[, 1])
  signs <- ifelse(x[, 1] + 0.5 * rnorm(n) > 0, 1, -1)
  kernel <- list(name = "gaussian", bandwidth = 1.2)
  k <- rbfdot(sigma = 1 / (2 * 1.2^2))
  K <- kernelMatrix(k, x)@.Data
  C <- kernelMatrix(k, new, x)@.Data
  compare("gram", engine("gram", kernel = kernel, x = x)$gram, K)

  # A Gaussian process with noise of variance n lambda has the same mean.
  krr <- engine("krr", kernel = kernel, x = x, y = y, lambda = 0.01, x_new = new)
  gp <- gausspr(x, y, kernel = k, type = "regression", scaled = FALSE, var = n * 0.01, variance.model = FALSE)
  compare("krr.alpha", krr$alpha, drop(alpha(gp)))
  compare("krr.predicted", krr$predicted, drop(predict(gp, new)))

  kpca <- engine("kpca", kernel = kernel, x = x, components = 2, x_new = new)
  ours <- kpca(x, kernel = k, features = 2)
  compare("kpca.eigenvalues", kpca$eigenvalues, unname(eig(ours)))
  # kernlab's projections have unit coefficients times n over the eigenvalue; scaled alike, they agree.
  alike <- function(theirs, mine) {
    theirs <- sweep(theirs, 2, sqrt(colMeans(rotated(ours)^2)), "/")
    mine <- sweep(mine, 2, sqrt(kpca$eigenvalues), "/")
    turn <- sign(colSums(kpca$projection * rotated(ours)))
    compare("kpca.projection", mine, sweep(theirs, 2, turn, "*"))
  }
  alike(rotated(ours), kpca$projection)
  alike(predict(ours, new), kpca$projection_new)

  svm <- engine("svm", kernel = kernel, x = x, y = signs, C = 2, x_new = new)
  fit <- ksvm(x, factor(signs, levels = c(1, -1)), type = "C-svc", kernel = k, C = 2, scaled = FALSE, tol = 1e-12,
              shrinking = FALSE)
  a <- numeric(n)
  a[alphaindex(fit)[[1]]] <- coef(fit)[[1]]
  f <- drop(C %*% a) - b(fit)
  turn <- sign(sum(a * svm$alpha))
  compare("svm.decision", svm$decision, turn * f)
}

words <- c("kernel", "kernels", "colonel", "gram", "grammar")
for (length in 1:3) {
  k <- stringdot(type = "spectrum", length = length, normalized = FALSE)
  ours <- engine("gram", kernel = list(name = "spectrum", length = length), x = paste0(words, "$"))$gram
  compare("gram.spectrum", ours, kernelMatrix(k, as.list(words))@.Data)
}
