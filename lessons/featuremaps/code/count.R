# Monomials of {{.P}} inputs up to degree {{.Q}}: {{.State}}
p <- {{.P}}
q <- {{.Q}}
n <- {{.N}}

d <- choose(p + q, q)
top <- choose(p + q - 1, q)  # of degree q exactly

# The same without the formula. Of no inputs there is one monomial, of degree 0.
# A new input may take any part of the degree: each count becomes the sum of
# those up to it.
counts <- c(1, rep(0, q))
for (input in seq_len(p)) counts <- cumsum(counts)
stopifnot(all.equal(c(sum(counts), counts[q + 1]), c(d, top)))

values <- c(
  features = d,
  top_terms = top,
  theta_bytes = 8 * d,
  phi_bytes = 8 * d * n,
  log10_features = log10(d)
)
for (name in names(values)) cat(name, format(values[[name]], digits = 17), "\n")
