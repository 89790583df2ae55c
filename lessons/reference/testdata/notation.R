# Reference numbers for ways to write a bandwidth and a penalty, by kernlab.
#
#     Rscript notation.R > notation_R.json
suppressPackageStartupMessages(library(kernlab))

x <- matrix(c(-1.2, -0.3, 0.1, 0.8, 2), ncol = 1)
sigma <- 1.7
K <- kernelMatrix(rbfdot(sigma = sigma), x)@.Data
numbers <- function(v) paste(sprintf("%.17g", v), collapse = ", ")
cat(sprintf('{"x": [%s], "sigma": %s, "gram": [%s]}\n', numbers(x), numbers(sigma), numbers(K)))
