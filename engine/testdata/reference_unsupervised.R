# Reference numbers for the methods without labels, by kernlab and base R.
#
#     Rscript reference_unsupervised.R > reference_unsupervised_R.json
#
# kernlab's pcv is u/sqrt(lambda/n), so its rotated data are sqrt(n) times the
# engine's. Signs are fixed as in the engine. Matrices are written by columns.
suppressPackageStartupMessages(library(kernlab))

x <- as.matrix(iris[seq(1, 150, by = 3), 1:4])
n <- nrow(x)
x <- x + outer(sin(1:n), cos(1:4)) / 50 # or distances would tie
signs <- function(a) apply(a, 2, function(v) sign(v[which.max(abs(v) >= max(abs(v)) * (1 - 1e-8))]))

K <- kernelMatrix(rbfdot(sigma = 1 / (2 * 1.5^2)), x)
p <- kpca(K, features = 3)
scores <- rotated(p) / sqrt(n)
linear <- prcomp(x)$x[, 1:3]
D <- sqrt(pmax(outer(diag(K), diag(K), "+") - 2 * K@.Data, 0))
lloyd <- kmeans(x, centers = x[c(1, 20, 40), ], iter.max = 100, algorithm = "Lloyd")

results <- list(
  points = t(x),
  kpca_variances = eig(p),
  kpca_scores = t(t(scores) * signs(scores)),
  prcomp_variances = prcomp(x)$sdev[1:3]^2 * (n - 1) / n,
  prcomp_scores = t(t(linear) * signs(linear)),
  kmeans_labels = lloyd$cluster,
  kmeans_objective = lloyd$tot.withinss,
  single_heights = hclust(as.dist(D), "single")$height,
  complete_heights = hclust(as.dist(D), "complete")$height,
  average_heights = hclust(as.dist(D), "average")$height,
  ward_heights = hclust(as.dist(D), "ward.D2")$height
)

lines <- vapply(names(results), function(name) {
  sprintf('  "%s": [%s]', name, paste(sprintf("%.17g", results[[name]]), collapse = ", "))
}, "")
cat("{\n", paste(lines, collapse = ",\n"), "\n}\n", sep = "")
