# Likeness of sentences, by what they share: {{.State}}
# %% Method
import numpy as np
{{- if ne .kernel "subsequence"}}
from sklearn.feature_extraction.text import CountVectorizer
{{- end}}


{{template "likeness.py" .}}

# %% Data
{{template "texts.py" .}}languages = np.array([{{list .Languages}}])  # {{.Ours}} of ours, in four
i, j = {{.I}}, {{.J}}

# %% Numbers
counted = gram(sentences{{template "arguments.py" .}})
K = {{if .Normalised}}normalised(counted){{else}}counted{{end}}
a, b = np.triu_indices({{.Ours}}, 1)
same = languages[a] == languages[b]
values = {
    "k": K[i, j],
    "mean_same": K[a, b][same].mean(),
    "mean_other": K[a, b][~same].mean(),
    "counted": counted[i, j],
{{- if eq .kernel "spectrum"}}
    "shared": len({sentences[i][a : a + {{.Length}}] for a in range(len(sentences[i]) - {{.Length}} + 1)} & {sentences[j][a : a + {{.Length}}] for a in range(len(sentences[j]) - {{.Length}} + 1)}),
{{- else if eq .kernel "words"}}
    "shared": len(set(words_of(sentences[i])) & set(words_of(sentences[j]))),
{{- end}}
}
{{template "print.py" .}}
