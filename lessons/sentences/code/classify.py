# The language of new sentences by kernel ridge regression: {{.State}}
# %% Method
import numpy as np
{{- if ne .kernel "subsequence"}}
from sklearn.feature_extraction.text import CountVectorizer
{{- end}}


{{template "likeness.py" .}}

{{template "heldmethod.py" .}}

# %% Data
{{template "texts.py" .}}{{template "held.py" .}}splits = np.array([{{list .Splits}}]).reshape(-1, {{.Learned}})  # topics that are learned from

# %% Numbers
K = normalised(gram(sentences{{template "arguments.py" .}}))
errors, nearest, nothing = tally(K, splits, {{.Lambda}})  # sklearn.kernel_ridge.KernelRidge(alpha=nλ, kernel="precomputed") fits the same
values = {
    "error": errors.mean(),
    "deviation": errors.std(ddof=1),
    "nothing": nothing.mean(),
    "neighbour_error": nearest.mean(),
    "new": 4 * (len(set(topics)) - {{.Learned}}),
}
{{template "print.py" .}}
