# Three species, each told from the others by kernel logistic regression: {{.State}}
{{template "rowkernel.R" .}}
{{template "klr.R" .}}
# The data.
X <- cbind(
  c({{list .X1}}),
  c({{list .X2}})
)
species <- c({{list .Y}})
{{template "parameters.R" .}}lambda <- {{.lambda}}  # of the mean loss

# The numbers.
K <- kernel(X, X{{template "arguments" .}})
p <- sapply(0:2, function(c) plogis(klr(K, ifelse(species == c, 1, -1), lambda)$f))
sums <- rowSums(p)
values <- c(
  train_accuracy = mean(max.col(p, ties.method = "first") - 1 == species),
  least_sum = min(sums),
  greatest_sum = max(sums),
  log_loss = -mean(log(p[cbind(seq_along(species), species + 1)] / sums))
)
for (name in names(values)) cat(name, format(values[[name]], digits = 17), "\n")
