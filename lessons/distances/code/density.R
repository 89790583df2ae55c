# Clusters as dense regions, by distances in the feature space: {{.State}}
{{template "distances.R" .}}
dense <- function(D, radius, least) {  # -1 is in no cluster
  near <- D <= radius
  core <- which(rowSums(near) >= least)
  labels <- rep(-1, nrow(D))
  for (i in core) {
    if (labels[i] >= 0) next
    labels[i] <- max(labels) + 1
    reached <- i
    while (length(reached) > 0) {
      new <- intersect(core, which(near[reached[1], ] & labels < 0))
      labels[new] <- labels[i]
      reached <- c(reached[-1], new)
    }
  }
  for (i in setdiff(which(rowSums(near[, core, drop = FALSE]) > 0), core)) {
    labels[i] <- labels[core[which.min(D[i, core])]]  # a border point joins its nearest core point
  }
  list(labels = labels, core = core)
}

{{template "athome.R" .}}
# The data.
{{template "inputs.R" .}}radius <- {{.radius}}
least <- {{.least}}

# The numbers.
K <- kernel(X, X{{template "arguments" .}})
D <- distances(K)
diag(D) <- 0
found <- dense(D, radius, least)
values <- c(
  at_home = at_home(found$labels, classes),
  clusters = max(found$labels) + 1,
  entries = nrow(K) * (nrow(K) + 1) / 2,
  core = length(found$core),
  outside = sum(found$labels < 0){{if .IsGaussian}},
  radius_in_plane = bandwidth * sqrt(-2 * log1p(-radius * radius / 2)){{end}}
)
{{template "print.R" .}}