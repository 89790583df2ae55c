# The language of new sentences by kernel ridge regression: {{.State}}
{{template "likeness.R" .}}{{template "heldmethod.R" .}}
# The data.
{{template "texts.R" .}}{{template "held.R" .}}splits <- matrix(c({{list .Splits}}), ncol = {{.Learned}}, byrow = TRUE)  # topics that are learned from

# The numbers.
K <- normalised(gram(sentences{{template "arguments.py" .}}))
errors <- tally(K, splits, {{.Lambda}})
values <- c(
  error = mean(errors[1, ]),
  deviation = sd(errors[1, ]),
  neighbour_error = mean(errors[2, ]),
  nothing = mean(errors[3, ]),
  new = 4 * (length(unique(topics)) - {{.Learned}})
)
{{template "print.R" .}}
