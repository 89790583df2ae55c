# Clusters as dense regions, by distances in the feature space: {{.State}}
# %% Method
import numpy as np
from sklearn.cluster import DBSCAN


{{template "distances.py" .}}

def dense(D, radius, least):  # −1 is in no cluster; a border point joins its nearest core point
    found = DBSCAN(eps=radius, min_samples=least, metric="precomputed").fit(D)
    labels, core = found.labels_.copy(), found.core_sample_indices_
    for i in set(np.flatnonzero(labels >= 0)) - set(core):
        labels[i] = labels[core[np.argmin(D[i, core])]]
    return labels, core


{{template "athome.py" .}}

# %% Data
{{template "inputs.py" .}}radius, least = {{.radius}}, {{.least}}

# %% Numbers
K = kernel(X, X{{template "arguments" .}})
labels, core = dense(distances(K), radius, least)
values = {
    "at_home": at_home(labels, classes),
    "clusters": len(set(labels) - {-1}),
    "entries": len(K) * (len(K) + 1) // 2,
    "core": len(core),
    "outside": np.sum(labels < 0),
{{- if .IsGaussian}}
    "radius_in_plane": bandwidth * np.sqrt(-2 * np.log1p(-radius * radius / 2)),
{{- end}}
}
{{template "print.py" .}}