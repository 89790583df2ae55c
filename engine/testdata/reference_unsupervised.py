"""Reference numbers for the methods without labels, by scikit-learn, SciPy and NumPy.

    /usr/bin/python3 reference_unsupervised.py > reference_unsupervised.json

Run in this directory. scikit-learn's gamma is 1/(2 l^2). Signs are fixed as in
the engine: in each column the first entry of largest modulus is positive.
"""
import json
import sys

import numpy as np
from scipy.cluster.hierarchy import cut_tree, linkage
from scipy.spatial.distance import squareform
from sklearn.cluster import DBSCAN, KMeans
from sklearn.decomposition import PCA, KernelPCA
from sklearn.metrics.pairwise import pairwise_kernels
from sklearn.neighbors import KNeighborsClassifier


def gram(a, b, name, *p):
    if name == "linear":
        return pairwise_kernels(a, b, metric="linear")
    if name == "polynomial":
        return pairwise_kernels(a, b, metric="poly", degree=p[0], gamma=1, coef0=p[1])
    return pairwise_kernels(a, b, metric="rbf", gamma=1 / (2 * p[0] ** 2))


def distances(K, own=None, cross=None):
    """d_H within the data, or from new points with k(x, x) in own."""
    d = np.diag(K)
    if own is None:
        square = d[:, None] - 2 * K + d[None, :]
    else:
        square = own[:, None] - 2 * cross + d[None, :]
    return np.sqrt(np.maximum(square, 0))


def signs(a):
    peak = np.argmax(np.abs(a) >= np.abs(a).max(axis=0) * (1 - 1e-8), axis=0)
    return np.sign(a[peak, np.arange(a.shape[1])])


def rings(n, rng):
    label = np.arange(n) % 2
    radius = np.where(label == 0, 0.4, 1.0)
    angle = rng.uniform(0, 2 * np.pi, n)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]) + 0.05 * rng.normal(size=(n, 2)), label


rng = np.random.default_rng(3)
sets = {}
x, label = rings(60, rng)
new, _ = rings(12, rng)
sets["rings"] = (x, label, new)
x, label = rings(220, rng)
new, _ = rings(5, rng)
sets["manyrings"] = (x, label, new)
label = np.arange(75) % 3
x = np.array([[0, 0, 0], [2.5, 0, 1], [0, 2.5, -1]])[label] + rng.normal(size=(75, 3))
new = rng.normal(size=(12, 3))
sets["blobs"] = (x, label, new)
sets = {k: (np.round(x, 4), label, np.round(new, 4)) for k, (x, label, new) in sets.items()}

out = {"data": {k: {"x": x.tolist(), "labels": y.tolist(), "new": z.tolist()} for k, (x, y, z) in sets.items()},
       "kpca": [], "pca": [], "kmeans": [], "knn": [], "linkage": [], "dbscan": [], "outliers": []}

for data, m, name, *p in [("rings", 3, "gaussian", 0.4), ("rings", 4, "gaussian", 1), ("rings", 2, "linear"),
                          ("rings", 4, "polynomial", 2, 1), ("manyrings", 3, "gaussian", 0.4),
                          ("manyrings", 3, "gaussian", 0.15), ("blobs", 5, "gaussian", 2), ("blobs", 3, "linear")]:
    x, _, new = sets[data]
    K, C = gram(x, x, name, *p), gram(new, x, name, *p)
    model = KernelPCA(n_components=m, kernel="precomputed", eigen_solver="dense")
    scores = model.fit_transform(K)
    s = signs(scores)
    raw, vectors = np.linalg.eigh(K)
    raw, vectors = raw[::-1][:m], vectors[:, ::-1][:, :m]
    vectors = vectors * signs(vectors)
    out["kpca"].append({
        "data": data, "kernel": name, "parameters": p, "components": m,
        "eigenvalues": model.eigenvalues_.tolist(),
        "scores": (scores * s).tolist(), "projected": (model.transform(C) * s).tolist(),
        # Not centred: by NumPy.
        "raw_eigenvalues": raw.tolist(),
        "raw_scores": (vectors * np.sqrt(raw)).tolist(),
        "raw_projected": (C @ vectors / np.sqrt(raw)).tolist(),
    })

for data, m in [("rings", 2), ("blobs", 3)]:
    x, _, new = sets[data]
    n = len(x)
    model = PCA(n_components=m, svd_solver="full")
    scores = model.fit_transform(x)
    s = signs(scores)
    out["pca"].append({
        "data": data, "components": m,
        "variances": (model.explained_variance_ * (n - 1) / n).tolist(),
        "directions": (model.components_.T * s).tolist(),
        "scores": (scores * s).tolist(), "projected": (model.transform(new) * s).tolist(),
    })

for data, seeds in [("blobs", [0, 1, 2]), ("blobs", [0, 3, 6]), ("rings", [0, 2]), ("blobs", [4, 9, 20, 33, 50])]:
    x = sets[data][0]
    start = np.argmin(((x[:, None] - x[None, seeds]) ** 2).sum(axis=2), axis=1)
    # The means of the start: from there both programs do the same.
    centres = np.array([x[start == c].mean(axis=0) for c in range(len(seeds))])
    model = KMeans(len(seeds), init=centres, n_init=1, tol=0, algorithm="lloyd").fit(x)
    out["kmeans"].append({"data": data, "start": start.tolist(), "labels": model.labels_.tolist(),
                          "objective": float(model.inertia_)})

for data, k, name, *p in [("blobs", 1, "gaussian", 1), ("blobs", 5, "gaussian", 1), ("blobs", 7, "polynomial", 2, 1),
                          ("rings", 3, "linear")]:
    x, y, new = sets[data]
    K, C = gram(x, x, name, *p), gram(new, x, name, *p)
    D = distances(K, np.array([gram(z[None], z[None], name, *p)[0, 0] for z in new]), C)
    model = KNeighborsClassifier(k, metric="precomputed").fit(distances(K), y)
    d, i = model.kneighbors(D)
    out["knn"].append({"data": data, "kernel": name, "parameters": p, "neighbours": k,
                       "labels": model.predict(D).tolist(), "distances": d.tolist(), "indices": i.tolist(),
                       "shares": model.predict_proba(D).tolist()})

for data, name, *p in [("rings", "gaussian", 0.4), ("blobs", "gaussian", 1.5), ("blobs", "polynomial", 2, 1)]:
    x = sets[data][0]
    D = distances(gram(x, x, name, *p))
    for method in ["single", "complete", "average"]:
        Z = linkage(squareform(D, checks=False), method)
        out["linkage"].append({"data": data, "kernel": name, "parameters": p, "method": method,
                               "merges": Z.tolist(), "cut": cut_tree(Z, 4)[:, 0].tolist()})
    for radius, least in [(0.3, 3), (0.45, 5), (0.6, 4)]:
        if name == "polynomial":
            radius *= 6
        model = DBSCAN(eps=radius, min_samples=least, metric="precomputed").fit(D)
        out["dbscan"].append({"data": data, "kernel": name, "parameters": p, "radius": radius, "least": least,
                              "labels": model.labels_.tolist(), "core": model.core_sample_indices_.tolist()})

for data, name, *p in [("blobs", "linear"), ("blobs", "polynomial", 2, 1), ("rings", "gaussian", 0.4)]:
    x, _, new = sets[data]
    if name == "linear":  # in the input space, where the mean can be written down
        phi, psi = x, new
    elif name == "polynomial":  # with the ten features of degree 2 in three inputs
        def features(z):
            a, b, c = z.T
            r = np.sqrt(2)
            return np.column_stack([a * a, b * b, c * c, r * a * b, r * a * c, r * b * c, r * a, r * b, r * c, np.ones(len(z))])
        phi, psi = features(x), features(new)
    else:  # with the coordinates that the eigenvectors of K and of the new rows give
        both = np.vstack([x, new])
        values, vectors = np.linalg.eigh(gram(both, both, name, *p))
        both = vectors * np.sqrt(np.maximum(values, 0))
        phi, psi = both[: len(x)], both[len(x):]
    mean = phi.mean(axis=0)
    out["outliers"].append({"data": data, "kernel": name, "parameters": p,
                            "scores": np.linalg.norm(phi - mean, axis=1).tolist(),
                            "new": np.linalg.norm(psi - mean, axis=1).tolist()})

json.dump(out, sys.stdout)
print()
