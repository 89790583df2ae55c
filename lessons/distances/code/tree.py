# A tree of merges by the distances in the feature space: {{.State}}
# %% Method
import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform


{{template "distances.py" .}}

{{template "athome.py" .}}

# %% Data
{{template "inputs.py" .}}merges = {{.Merges}}  # below the cut

# %% Numbers
K = kernel(X, X{{template "arguments" .}})
tree = linkage(squareform(distances(K), checks=False), "{{.linkage}}")
clusters = fcluster(tree, len(X) - merges, "maxclust")
values = {
    "at_home": at_home(clusters, classes),
    "entries": len(K) * (len(K) + 1) // 2,
    "clusters": len(set(clusters)),
    "last_merge": tree[-1, 2],
    "largest_cluster": np.bincount(clusters).max(),
}
{{template "print.py" .}}