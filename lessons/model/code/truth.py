def truth(x):  # what the noise was added to
    return {{if eq .Truth "step"}}np.where(x < 5, -1.0, 1.0){{else}}np.sin(x){{end}}
