{{if eq .kernel "expression"}}{{written "kernel.py" .expr}}{{else}}def kernel(a, b{{template "arguments" .}}):  # the matrix of k(aᵢ, bⱼ)
{{- if eq .kernel "gaussian"}}
    return np.exp(-(np.subtract.outer(a, b) ** 2) / (2 * bandwidth**2))
{{- else if eq .kernel "laplacian" "exponential"}}
    return np.exp(-np.abs(np.subtract.outer(a, b)) / bandwidth)
{{- else if eq .kernel "matern32"}}
    r = np.sqrt(3) * np.abs(np.subtract.outer(a, b)) / bandwidth
    return (1 + r) * np.exp(-r)
{{- else if eq .kernel "matern52"}}
    r = np.sqrt(5) * np.abs(np.subtract.outer(a, b)) / bandwidth
    return (1 + r + r**2 / 3) * np.exp(-r)
{{- else if eq .kernel "rational-quadratic"}}
    return (1 + np.subtract.outer(a, b) ** 2 / (2 * shape * bandwidth**2)) ** -shape
{{- else if eq .kernel "periodic"}}
    return np.exp(-2 * np.sin(np.pi * np.subtract.outer(a, b) / period) ** 2 / bandwidth**2)
{{- else if eq .kernel "polynomial"}}
    return (np.outer(a, b) + offset) ** degree
{{- else if eq .kernel "linear"}}
    return np.outer(a, b)
{{- else if eq .kernel "cosine"}}
    return np.outer(np.sign(a), np.sign(b))
{{- else if eq .kernel "min"}}
    return np.minimum.outer(a, b)
{{- else if eq .kernel "sigmoid"}}
    return np.tanh(slope * np.outer(a, b) + offset)
{{- else if eq .kernel "constant"}}
    return np.full((len(a), len(b)), float(value))
{{- end}}
{{- end}}
