# What each sample counts for in a prediction by kriging: {{.State}}
{{template "process.R" .}}
# The data, in km.
X <- cbind(c({{list .X}}),
    c({{list .Y}}))
response <- c({{list .Response}})
centre <- {{.Centre}}
place <- cbind({{.east}}, {{.north}})
bandwidth <- {{.bandwidth}}
lambda <- {{.lambda}}

# The numbers.
p <- process(X, response - centre, length(response) * lambda)
k <- drop(kernel(X, place, bandwidth))
w <- drop(p$C %*% k)
values <- c(
  sum = sum(w),
  negative = sum(w < -0.001),
  deviation = sqrt(max(1 - sum(k * w), 0)),
  prediction = centre + sum(k * p$alpha),
  largest = max(w)
)
{{template "print.R" .}}
