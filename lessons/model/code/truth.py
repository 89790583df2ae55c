def truth(x):  # what the noise was added to
    return {{if eq .Truth "step"}}np.where(x < 5, -1.0, 1.0){{else if eq .Truth "two-scale"}}np.where(x < 5, np.sin(2 * np.pi * x / 10), -np.sin(2 * np.pi * (x - 5) / 1.25)){{else}}np.sin(x){{end}}
