X = np.array([{{list .X}}], dtype=float).reshape(-1, {{.Inputs}})
classes = np.array([{{list .Labels}}])
{{template "parameters.py" .}}