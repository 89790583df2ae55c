# A tree of merges by the distances in the feature space: {{.State}}
{{template "distances.R" .}}
{{template "athome.R" .}}
# The data.
{{template "inputs.R" .}}merges <- {{.Merges}}  # below the cut

# The numbers.
K <- kernel(X, X{{template "arguments" .}})
tree <- hclust(as.dist(distances(K)), "{{if eq .linkage "ward"}}ward.D2{{else}}{{.linkage}}{{end}}")
clusters <- cutree(tree, k = nrow(X) - merges)
values <- c(
  at_home = at_home(clusters, classes),
  entries = nrow(K) * (nrow(K) + 1) / 2,
  clusters = max(clusters),
  last_merge = max(tree$height),
  largest_cluster = max(table(clusters))
)
{{template "print.R" .}}