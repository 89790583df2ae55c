# Reference numbers for the engine, by R's own solve() and by kernlab.
#
#     Rscript reference.R > reference_R.json
#
# kernlab's rbfdot(sigma) is exp(-sigma |x-y|^2), so sigma = 1/(2 l^2); its
# laplacedot(sigma) is exp(-sigma |x-y|) with the Euclidean norm, the engine's
# exponential kernel with l = 1/sigma.
suppressPackageStartupMessages({library(kernlab); library(MASS)})
options(digits = 17)

x <- as.matrix(mcycle$times)
y <- mcycle$accel
n <- length(y)

krr <- function(kernel, lambda) solve(kernelMatrix(kernel, x)@.Data + n * lambda * diag(n), y)

z <- cbind(c(1, -2, 0.5, 3), c(2, 0, -1, 1))
results <- list(
  median_heuristic = median(dist(x)),
  quantile_0.1 = unname(quantile(dist(x), 0.1)),
  krr_gaussian_7.3_3e_4 = krr(rbfdot(sigma = 1 / (2 * 7.3^2)), 3e-4),
  krr_exponential_5_0.01 = krr(laplacedot(sigma = 1 / 5), 0.01),
  points = t(z),
  gram_gaussian_1.5 = kernelMatrix(rbfdot(sigma = 1 / (2 * 1.5^2)), z)@.Data,
  gram_exponential_2 = kernelMatrix(laplacedot(sigma = 1 / 2), z)@.Data,
  gram_polynomial_3_1 = kernelMatrix(polydot(degree = 3, scale = 1, offset = 1), z)@.Data
)

lines <- vapply(names(results), function(name) {
  sprintf('  "%s": [%s]', name, paste(sprintf("%.17g", results[[name]]), collapse = ", "))
}, "")
cat("{\n", paste(lines, collapse = ",\n"), "\n}\n", sep = "")
