# Odd from even digits by products of pixels, without writing them: {{.State}}
pixels <- function(images) t(sapply(images, function(i) utf8ToInt(i) - utf8ToInt("a"), USE.NAMES = FALSE)) / 128

signs <- function(text) ifelse(strsplit(text, "")[[1]] == "o", 1, -1)

decide <- function(x, y, new, q, lambda) {
  K <- (1 + tcrossprod(x))^q
  alpha <- solve(K + length(y) * lambda * diag(length(y)), y, tol = 0)
  drop((1 + tcrossprod(new, x))^q %*% alpha)
}

# The data: a letter for each of 64 pixels, a for no ink and q for most.
learnt <- strsplit("{{.Learnt}}", "\n")[[1]]
others <- strsplit("{{.Others}}", "\n")[[1]]
y <- signs("{{.LearntOdd}}")
odd <- signs("{{.OthersOdd}}")
q <- {{.degree}}
lambda <- {{.Lambda}}

# The numbers.
f <- decide(pixels(learnt), y, pixels(others), q, lambda)
share <- mean(f * odd <= 0)
values <- c(
  misread_percent = 100 * share,
  misread_standard_error = 100 * sqrt(share * (1 - share) / length(odd)),
  features = choose(64 + q, q),
  misread = sum(f * odd <= 0)
)
{{template "print.R" .}}
