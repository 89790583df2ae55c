{{template "rowkernel.py" .}}

def distances(K):  # in the feature space: d² = k(x, x) − 2k(x, x′) + k(x′, x′)
    d = np.diag(K)
    squares = (d[:, None] - K) + (d - K)
    rounding = 16 * np.finfo(float).eps * np.abs(d[:, None] + d)  # what is no larger is zero
    return np.sqrt(np.where(squares > rounding, squares, 0))
