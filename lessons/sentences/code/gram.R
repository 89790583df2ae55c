# Likeness of sentences, by what they share: {{.State}}
{{template "likeness.R" .}}
# The data.
{{template "texts.R" .}}languages <- c({{list .Languages}})  # {{.Ours}} of ours, in four
i <- {{.I}} + 1
j <- {{.J}} + 1

# The numbers.
counted <- gram(sentences{{template "arguments.py" .}})
K <- {{if .Normalised}}normalised(counted){{else}}counted{{end}}
ours <- seq_len({{.Ours}})
pairs <- upper.tri(K[ours, ours])
same <- outer(languages[ours], languages[ours], "==")
values <- c(
  k = K[i, j],
  mean_same = mean(K[ours, ours][pairs & same]),
  mean_other = mean(K[ours, ours][pairs & !same]),
{{- if ne .kernel "subsequence"}}
  shared = length(intersect(pieces(sentences[i]{{template "arguments.py" .}}), pieces(sentences[j]{{template "arguments.py" .}}))),
{{- end}}
  counted = counted[i, j]
)
{{template "print.R" .}}
