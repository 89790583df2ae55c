# Classes by the votes of the nearest in the feature space: {{.State}}
{{template "distances.R" .}}
vote <- function(near) {  # the classes of the nearest, the nearest first
  counts <- table(near)
  near[near %in% names(counts)[counts == max(counts)]][1]  # of equals, that of the nearest
}

# The data.
{{template "inputs.R" .}}k <- {{.Neighbours}}

# The numbers.
K <- kernel(X, X{{template "arguments" .}})
D <- distances(K)
diag(D) <- Inf  # nobody votes about itself
order <- lapply(seq_along(classes), function(i) order(D[i, ])[seq_len(k)])
called <- vapply(order, function(near) vote(classes[near]), 0)
values <- c(
  loo_errors = sum(called != classes),
  majority_errors = length(classes) - max(table(classes)),
  entries = 2 * length(classes) + 1,
  points = length(classes),
  farthest_neighbour = mean(vapply(seq_along(classes), function(i) D[i, order[[i]][k]], 0))
)
{{template "print.R" .}}