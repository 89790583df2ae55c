# A likeness of words that is no kernel: {{.State}}
# The data.
words <- c({{range $i, $w := .Words}}{{if $i}}, {{end}}{{$w}}{{end}})
rate <- {{.rate}}

# The numbers.
K <- exp(-rate * adist(words))  # adist: letters to insert, delete or replace
eigenvalues <- eigen(K, symmetric = TRUE, only.values = TRUE)$values
values <- c(
  least_eigenvalue = min(eigenvalues),
  negative = sum(eigenvalues < -4 * length(words) * .Machine$double.eps * max(eigenvalues)),
  one_step = exp(-rate),
  words = length(words),
  largest_eigenvalue = max(eigenvalues)
)
{{template "print.R" .}}
