# What kernel logistic regression says of new points, and what is so: {{.State}}
{{template "rowkernel.R" .}}
{{template "klr.R" .}}
# The data.
{{template "twoinputs.R" .}}
y <- c({{list .Y}})
new <- cbind(
  c({{list .N1}}),
  c({{list .N2}})
)
new_y <- c({{list .NY}})
{{template "parameters.R" .}}lambda <- {{.lambda}}  # of the mean loss

# The numbers.
fit <- klr(kernel(X, X{{template "arguments" .}}), y, lambda)
f <- drop(kernel(new, X{{template "arguments" .}}) %*% fit$alpha)
p <- plogis(f)
bin <- pmin(floor(p * 10 + {{.Agreement}}), 9)
off <- 0
told <- 0
for (b in 0:9) {
  of <- bin == b
  if (sum(of) >= {{.Enough}}) {
    off <- off + sum(of) * abs(mean(p[of]) - mean(new_y[of] > 0))
    told <- told + sum(of)
  }
}
softplus <- function(m) pmax(m, 0) + log1p(exp(-abs(m)))
values <- c(
  said = 100 * mean(pmax(p, 1 - p)),
  right = 100 * mean((f >= 0) == (new_y > 0)),
  off = 100 * off / told,
  held_out_loss = mean(softplus(-new_y * f))
)
{{template "print.R" .}}
