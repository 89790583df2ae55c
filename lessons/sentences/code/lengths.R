# Error on new sentences against the length of what is counted: {{.State}}
{{template "likeness.R" .}}{{template "heldmethod.R" .}}
{{- if .Whole}}
words <- function(sentences) {
  of <- regmatches(sentences, gregexpr("\\p{L}+", sentences, perl = TRUE))
  all <- unique(unlist(of))
  counts <- t(vapply(of, function(p) as.numeric(tabulate(match(p, all), length(all))), numeric(length(all))))
  counts %*% t(counts)
}
{{end}}
# The data.
{{template "texts.R" .}}{{template "held.R" .}}splits <- matrix(c({{list .Splits}}), ncol = {{.Learned}}, byrow = TRUE)  # topics that are learned from
lambda <- {{.Lambda}}

# The numbers.
{{if eq .kernel "spectrum" -}}
Ks <- lapply(seq_len({{if .Whole}}{{.Longest}}{{else}}2{{end}}), function(length) gram(sentences, length))
{{else -}}
Ks <- grams(sentences, {{.Longest}}, {{.Decay}})
Ks <- lapply(seq_len({{.Longest}}), function(length) Ks[, , length])
{{end -}}
all <- lapply(Ks, function(K) tally(normalised(K), splits, lambda))
errors <- vapply(all, function(e) mean(e[1, ]), 0)
values <- c(
  one_letter_error = errors[1],
  two_letter_error = errors[2],
  one_letter_deviation = sd(all[[1]][1, ]),
{{- if .Whole}}
  best_error = min(errors),
  best_length = which.min(errors),
  longest_nothing = mean(all[[{{.Longest}}]][3, ]),
  words_error = mean(tally(normalised(words(sentences)), splits, lambda)[1, ]),
{{- end}}
  one_letter_neighbour_error = mean(all[[1]][2, ])
)
{{template "print.R" .}}
