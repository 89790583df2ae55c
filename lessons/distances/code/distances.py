{{template "rowkernel.py" .}}

def distances(K):  # in the feature space: d² = k(x, x) − 2k(x, x′) + k(x′, x′)
    d = np.diag(K)
    return np.sqrt(np.maximum((d[:, None] - K) + (d - K), 0))
