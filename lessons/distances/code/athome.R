at_home <- function(clusters, classes) {  # of each cluster the points of its largest class
  sum(vapply(setdiff(unique(clusters), -1), function(c) max(table(classes[clusters == c])), 0L))
}
