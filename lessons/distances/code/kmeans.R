# Kernel k-means from one start, step by step: {{.State}}
{{template "rowkernel.R" .}}
squares <- function(K, labels, c) {  # the squared distances of every point from the mean of c
  own <- labels == c
  diag(K) - 2 * rowMeans(K[, own, drop = FALSE]) + mean(K[own, own])
}

objective <- function(K, labels) {
  J <- sum(vapply(unique(labels), function(c) sum(squares(K, labels, c)[labels == c]), 0))
  if (J > 4 * nrow(K) * .Machine$double.eps * max(rowSums(abs(K)))) J else 0  # what is no larger is zero
}

step <- function(K, labels, clusters) {
  S <- vapply(seq_len(clusters) - 1, function(c) if (c %in% labels) squares(K, labels, c) else rep(Inf, nrow(K)), K[, 1])
  tie <- 1e-9 * max(abs(K))  # what differs by no more is as near
  at <- function(l) S[cbind(seq_along(l), l + 1)]
  new <- labels
  least <- at(labels)
  for (c in seq_len(clusters)) {
    nearer <- S[, c] < least - tie
    new[nearer] <- c - 1
    least[nearer] <- S[nearer, c]
  }
  for (c in setdiff(seq_len(clusters) - 1, new)) {  # one that lost all its points gets the farthest
    crowded <- tabulate(new + 1, clusters)[new + 1] > 1
    far <- at(new)
    new[which(crowded & far >= max(far[crowded]) - tie)[1]] <- c
  }
  new
}

{{template "athome.R" .}}
# The data.
{{template "inputs.R" .}}labels <- c({{list .Start}})
clusters <- {{.Clusters}}
steps <- {{.Steps}}

# The numbers.
K <- kernel(X, X{{template "arguments" .}})
moved <- 0
for (i in seq_len(steps)) {
  last <- labels
  labels <- step(K, labels, clusters)
  moved <- sum(labels != last)
}
values <- c(
  at_home = at_home(labels, classes),
  objective = objective(K, labels),
  entries = nrow(K) * (nrow(K) + 1) / 2,
  moved = moved{{if .HasClasses}},
  classes = objective(K, classes){{end}}
)
{{template "print.R" .}}