# Three species, each told from the others by kernel logistic regression: {{.State}}
{{template "rowkernel.R" .}}
{{template "klr.R" .}}
# The data.
{{template "twoinputs.R" .}}
species <- c({{list .Y}})
{{template "parameters.R" .}}lambda <- {{.lambda}}  # of the mean loss

# The numbers.
K <- kernel(X, X{{template "arguments" .}})
f <- sapply(0:2, function(c) klr(K, ifelse(species == c, 1, -1), lambda)$f)
p <- plogis(f)
sums <- rowSums(p)
share <- p / sums
named <- max.col(share, ties.method = "first") - 1
ordered <- apply(share, 1, sort)
tied <- ordered[3, ] - ordered[2, ] <= {{.Agreement}}  # has no name
values <- c(
  train_accuracy = mean(named == species & !tied),
  least_sum = min(sums),
  greatest_sum = max(sums),
  log_loss = -mean(log(p[cbind(seq_along(species), species + 1)] / sums))
)
{{template "print.R" .}}
