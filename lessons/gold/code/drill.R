# Twenty holes and some more, and how well their map tells the rest: {{.State}}
{{template "process.R" .}}
survey <- function(holes, noise) {  # what the holes say of all places
  y <- log_zinc[holes]
  p <- process(X[holes, , drop = FALSE], y - mean(y), noise)
  k <- kernel(X, X[holes, , drop = FALSE], bandwidth)
  list(mean = mean(y) + drop(k %*% p$alpha), sd = p$tau * sqrt(pmax(1 - rowSums((k %*% p$C) * k), 0)))
}

error <- function(f) sqrt(mean((log_zinc[judges] - f[judges])^2))

# The data, in km.
X <- cbind(c({{list .X}}),
    c({{list .Y}}))
log_zinc <- log10(c({{list .Zinc}}))  # of mg/kg
start <- c({{list .Start}})
judges <- c({{list .Judges}})
drilled <- c({{list .Drilled}})
{{if .Learned}}
# The likeliest pair for the first holes alone.
y <- log_zinc[start] - mean(log_zinc[start])
likeliest <- -1e300
for (bandwidth in c({{list .Widths}})) {
  for (share in c({{list .Noises}})) {
    p <- process(X[start, ], y, share)
    likely <- -length(y) * log(p$tau) - c(determinant(p$A)$modulus) / 2
    if (likely > likeliest) {
      likeliest <- likely
      width <- bandwidth
      noise <- share  # n lambda, whatever n
    }
  }
}
bandwidth <- width
{{else}}bandwidth <- {{.bandwidth}}
noise <- {{.Noise}}  # n lambda, whatever n
{{end}}
# The numbers.
holes <- c(start, drilled)
begun <- survey(start, noise)
now <- survey(holes, noise)
sites <- setdiff(seq_len(nrow(X)), c(holes, judges))
values <- c(
  error = error(now$mean),
  richest = round(10^max(log_zinc[holes])),
  holes = length(drilled),
  begun = error(begun$mean),
  greatest_deviation = max(now$sd[sites]),
  width = bandwidth,
  noise = noise
)
{{template "print.R" .}}
