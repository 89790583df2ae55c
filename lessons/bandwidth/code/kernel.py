{{- if eq .Kernel "gaussian"}}K = np.exp(-(D**2) / (2 * {{num .Bandwidth}} ** 2))
{{- else if or (eq .Kernel "laplacian") (eq .Kernel "exponential")}}K = np.exp(-D / {{num .Bandwidth}})
{{- else if eq .Kernel "matern32"}}r = np.sqrt(3) * D / {{num .Bandwidth}}
K = (1 + r) * np.exp(-r)
{{- else}}r = np.sqrt(5) * D / {{num .Bandwidth}}
K = (1 + r + r**2 / 3) * np.exp(-r)
{{- end}}
