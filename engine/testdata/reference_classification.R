# Reference numbers for the support vector machine, by kernlab.
#
#     Rscript reference_classification.R > reference_classification_R.json
#
# kernlab's rbfdot(sigma) is exp(-sigma |x-y|^2), so sigma = 1/(2 l^2); its b is
# minus the engine's offset. The first level of the factor is its +1.
suppressPackageStartupMessages(library(kernlab))
options(digits = 17)

two <- iris[51:150, ]
x <- as.matrix(two[, c("Petal.Length", "Petal.Width")])
y <- ifelse(two$Species == "virginica", 1, -1)
sigma <- 1 / (2 * 0.8^2)
fit <- ksvm(x, factor(y, levels = c(1, -1)), type = "C-svc", kernel = rbfdot(sigma = sigma),
            C = 2, scaled = FALSE, tol = 1e-12, shrinking = FALSE)
alpha <- numeric(length(y))
alpha[alphaindex(fit)[[1]]] <- coef(fit)[[1]]
f <- drop(kernelMatrix(rbfdot(sigma = sigma), x)@.Data %*% alpha) - b(fit)
sign <- if (mean(f * y) > 0) 1 else -1
results <- list(x = t(x), y = y, alpha = sign * alpha, offset = -sign * b(fit), decision = sign * f)

lines <- vapply(names(results), function(name) {
  sprintf('  "%s": [%s]', name, paste(sprintf("%.17g", results[[name]]), collapse = ", "))
}, "")
cat("{\n", paste(lines, collapse = ",\n"), "\n}\n", sep = "")
