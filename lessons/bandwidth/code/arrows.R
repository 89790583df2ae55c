# The angles between the images of three points: {{.State}}
{{template "kernel.R" .}}
degrees <- function(k) acos(pmin(k, 1)) * 180 / pi  # of two arrows of length 1 whose inner product is k

# The data.
x <- c({{list .X}})
{{template "parameters.R" .}}
# The numbers.
K <- kernel(x, x{{template "arguments" .}})
values <- c(
  angle_12 = degrees(K[1, 2]),
  angle_23 = degrees(K[2, 3]),
  angle_13 = degrees(K[1, 3]),
  offdiagonal_mean = mean(K[upper.tri(K)])
)
{{template "print.R" .}}
