# The Gram matrix of the figure: {{.State}}
x <- c({{list .X}})
n <- length(x)
D <- abs(outer(x, x, "-"))
{{if eq .Kernel "gaussian"}}K <- exp(-D^2 / (2 * {{num .Bandwidth}}^2))
{{- else if or (eq .Kernel "laplacian") (eq .Kernel "exponential")}}K <- exp(-D / {{num .Bandwidth}})
{{- else if eq .Kernel "matern32"}}r <- sqrt(3) * D / {{num .Bandwidth}}
K <- (1 + r) * exp(-r)
{{- else}}r <- sqrt(5) * D / {{num .Bandwidth}}
K <- (1 + r + r^2 / 3) * exp(-r)
{{- end}}
values <- c(
  median_heuristic = median(D[upper.tri(D)]),
  offdiagonal_mean = mean(K[upper.tri(K)]),
  distance_to_identity = norm(K - diag(n), "F"),
  distance_to_ones = norm(K - 1, "F")
)
for (name in names(values)) cat(name, format(values[[name]], digits = 17), "\n")
