{{if eq .kernel "expression"}}{{written "rowkernel.py" .expr}}{{else}}def kernel(A, B{{template "arguments" .}}):  # the matrix of k(aᵢ, bⱼ), of rows
{{- if eq .kernel "gaussian"}}
    return np.exp(-((A[:, None] - B) ** 2).sum(axis=2) / (2 * bandwidth**2))
{{- else if eq .kernel "laplacian"}}
    return np.exp(-np.abs(A[:, None] - B).sum(axis=2) / bandwidth)
{{- else if eq .kernel "exponential"}}
    return np.exp(-np.sqrt(((A[:, None] - B) ** 2).sum(axis=2)) / bandwidth)
{{- else if eq .kernel "matern32"}}
    r = np.sqrt(3 * ((A[:, None] - B) ** 2).sum(axis=2)) / bandwidth
    return (1 + r) * np.exp(-r)
{{- else if eq .kernel "matern52"}}
    r = np.sqrt(5 * ((A[:, None] - B) ** 2).sum(axis=2)) / bandwidth
    return (1 + r + r**2 / 3) * np.exp(-r)
{{- else if eq .kernel "rational-quadratic"}}
    return (1 + ((A[:, None] - B) ** 2).sum(axis=2) / (2 * shape * bandwidth**2)) ** -shape
{{- else if eq .kernel "periodic"}}
    return np.exp(-2 * (np.sin(np.pi * (A[:, None] - B) / period) ** 2).sum(axis=2) / bandwidth**2)
{{- else if eq .kernel "polynomial"}}
    return (A @ B.T + offset) ** degree
{{- else if eq .kernel "linear"}}
    return A @ B.T
{{- else if eq .kernel "cosine"}}
    a, b = np.linalg.norm(A, axis=1), np.linalg.norm(B, axis=1)
    a[a == 0], b[b == 0] = 1, 1
    return (A @ B.T) / np.outer(a, b)
{{- else if eq .kernel "min"}}
    return np.minimum(A[:, None], B).sum(axis=2)
{{- else if eq .kernel "sigmoid"}}
    return np.tanh(slope * (A @ B.T) + offset)
{{- else if eq .kernel "arc"}}
    cross = np.outer(A[:, 0], B[:, 1]) - np.outer(A[:, 1], B[:, 0])
    arc = np.abs(np.arctan2(cross, A @ B.T))
    none = np.logical_or.outer(~A.any(axis=1), ~B.any(axis=1))  # zeros have no direction
    return np.where(none, 0, np.exp(-(arc**2) / (2 * bandwidth**2)))
{{- else if eq .kernel "maximum"}}
    return np.exp(-((A[:, None] - B) ** 2).min(axis=2) / (2 * bandwidth**2))
{{- else if eq .kernel "difference"}}
    d2 = ((A[:, None] - B) ** 2).sum(axis=2)
    return np.exp(-d2 / (2 * bandwidth**2)) - weight * np.exp(-d2 / (8 * bandwidth**2))
{{- else if eq .kernel "constant"}}
    return np.full((len(A), len(B)), float(value))
{{- end}}
{{- end}}
