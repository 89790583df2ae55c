truth <- function(x) {{if eq .Truth "step"}}ifelse(x < 5, -1, 1){{else}}sin(x){{end}}  # what the noise was added to
