# The Gram matrix of the figure: {{.State}}
{{template "kernel.R" .}}
summarise <- function(K, x) {
  pairs <- upper.tri(K)
  c(
    median_heuristic = median(abs(outer(x, x, "-"))[pairs]),
    offdiagonal_mean = mean(K[pairs]),
    distance_to_identity = norm(K - diag(length(x)), "F"),
    distance_to_ones = norm(K - 1, "F")
  )
}

# The data.
x <- c({{list .X}})
{{template "parameters.R" .}}
# The numbers.
values <- summarise(kernel(x, x{{template "arguments" .}}), x)
{{template "print.R" .}}
