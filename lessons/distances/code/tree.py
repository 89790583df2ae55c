# A tree of merges by the distances in the feature space: {{.State}}
# %% Method
import numpy as np


{{template "distances.py" .}}

def merge(D, until):  # heights of all merges, and the clusters after so many
    D, clusters, heights, cut = D.copy(), np.arange(len(D)), [], None
    np.fill_diagonal(D, np.inf)
    for merges in range(len(D)):
        if merges == until:
            cut = clusters.copy()
        a, b = np.unravel_index(D.argmin(), D.shape)
        if not np.isfinite(D[a, b]):
            break
        heights.append(D[a, b])
{{- if eq .linkage "average"}}
        m, n = np.sum(clusters == a), np.sum(clusters == b)
        D[a] = D[:, a] = (m * D[a] + n * D[b]) / (m + n)
{{- else if eq .linkage "ward"}}
        m, n, k = np.sum(clusters == a), np.sum(clusters == b), np.bincount(clusters, minlength=len(D))
        D[a] = D[:, a] = np.sqrt(((m + k) * D[a] ** 2 + (n + k) * D[b] ** 2 - k * D[a, b] ** 2) / (m + n + k))
{{- else if eq .linkage "single"}}
        D[a] = D[:, a] = np.minimum(D[a], D[b])
{{- else}}
        D[a] = D[:, a] = np.maximum(D[a], D[b])
{{- end}}
        D[b] = D[:, b] = D[a, a] = np.inf
        clusters[clusters == b] = a
    return np.array(heights), cut


{{template "athome.py" .}}

# %% Data
{{template "inputs.py" .}}merges = {{.Merges}}  # below the cut

# %% Numbers
K = kernel(X, X{{template "arguments" .}})
heights, clusters = merge(distances(K), merges)  # scipy.cluster.hierarchy.linkage is faster
values = {
    "at_home": at_home(clusters, classes),
    "entries": len(K) * (len(K) + 1) // 2,
    "clusters": len(set(clusters)),
    "last_merge": heights.max(),
    "largest_cluster": np.bincount(clusters).max(),
}
{{template "print.py" .}}