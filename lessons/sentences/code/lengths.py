# Error on new sentences against the length of what is counted: {{.State}}
# %% Method
import numpy as np
from sklearn.feature_extraction.text import CountVectorizer


{{template "likeness.py" .}}

{{- if .Whole}}

def words_of(sentence):  # letters with none before or behind
    return "".join(c if c.isalpha() else " " for c in sentence).split()


def words(sentences):
    counts = CountVectorizer(analyzer=words_of).fit_transform(sentences).astype(float)
    return (counts @ counts.T).toarray()

{{end}}

{{template "heldmethod.py" .}}

# %% Data
{{template "texts.py" .}}{{template "held.py" .}}splits = np.array([{{list .Splits}}]).reshape(-1, {{.Learned}})  # topics that are learned from
lam = {{.Lambda}}

# %% Numbers
{{if eq .kernel "spectrum" -}}
Ks = [gram(sentences, length) for length in range(1, {{if .Whole}}{{.Longest}}{{else}}2{{end}} + 1)]
{{else -}}
Ks = grams(sentences, {{.Longest}}, {{.Decay}})
{{end -}}
all = np.array([tally(normalised(K), splits, lam) for K in Ks])
errors, nearest, nothing = all.mean(axis=2).T
deviations = all[:, 0].std(axis=1, ddof=1)
values = {
    "one_letter_error": errors[0],
    "two_letter_error": errors[1],
    "one_letter_deviation": deviations[0],
    "one_letter_neighbour_error": nearest[0],
{{- if .Whole}}
    "best_error": errors.min(),
    "best_length": 1 + errors.argmin(),
    "longest_nothing": nothing[-1],
    "words_error": tally(normalised(words(sentences)), splits, lam)[0].mean(),
{{- end}}
}
{{template "print.py" .}}
