# Monomials of {{.p}} inputs up to degree {{.q}}: {{.State}}
count <- function(p, q) c(choose(p + q, q), choose(p + q - 1, q))  # up to degree q, and of degree q exactly

# The same without the formula. Of no inputs there is one monomial, of degree 0.
# A new input may take any part of the degree: each count becomes the sum of
# those up to it.
count_inputs <- function(p, q) {
  counts <- c(1, rep(0, q))
  for (input in seq_len(p)) counts <- cumsum(counts)
  c(sum(counts), counts[q + 1])
}

# The data.
p <- {{.p}}
q <- {{.q}}
n <- {{.N}}

# The numbers.
stopifnot(all.equal(count(p, q), count_inputs(p, q)))
d <- count(p, q)[1]
values <- c(
  features = d,
  top_terms = count(p, q)[2],
  theta_bytes = 8 * d,
  phi_bytes = 8 * d * n,
  log10_features = log10(d)
)
{{template "print.R" .}}
