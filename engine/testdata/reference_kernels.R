# Reference numbers for kernels, by kernlab.
#
#     Rscript reference_kernels.R > reference_kernels_R.json
#
# kernlab's spectrum kernel counts the end of a string as one more letter.
suppressPackageStartupMessages(library(kernlab))

x <- cbind(c(1, -2, 0.5, 3), c(2, 0, -1, 1))
s <- c("kernel methods", "kernels and methods", "the cat", "a car", "catcat", "aaaa", "ab")
strings <- function(length, normalized) {
  k <- stringdot(type = "spectrum", length = length, normalized = normalized)
  outer(seq_along(s), seq_along(s), Vectorize(function(i, j) k(s[i], s[j])))
}
results <- list(
  points = t(x),
  sigmoid_0.3_0.5 = kernelMatrix(tanhdot(scale = 0.3, offset = 0.5), x)@.Data,
  polynomial_2_1 = kernelMatrix(polydot(degree = 2, scale = 1, offset = 1), x)@.Data,
  spectrum_1 = strings(1, FALSE), spectrum_2 = strings(2, FALSE), spectrum_3 = strings(3, FALSE),
  normalized_1 = strings(1, TRUE), normalized_2 = strings(2, TRUE), normalized_3 = strings(3, TRUE)
)
lines <- vapply(names(results), function(name) {
  sprintf('  "%s": [%s]', name, paste(sprintf("%.17g", results[[name]]), collapse = ", "))
}, "")
cat("{\n", paste(lines, collapse = ",\n"), "\n}\n", sep = "")
