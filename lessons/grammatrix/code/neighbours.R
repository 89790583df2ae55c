# Whom each point is most like, by three similarities: {{.State}}
inner <- function(X) X %*% t(X)

cosine <- function(X) {
  len <- sqrt(rowSums(X^2))
  len[len == 0] <- 1
  inner(X / len)
}

near <- function(X) -as.matrix(dist(X))  # in the order of a Gaussian of any bandwidth

most_like <- function(S, size) {  # of each point all that are equally so, as far as rounding tells
  rounding <- 2^-49 * size
  S[abs(S) <= rounding] <- 0
  lapply(seq_len(nrow(S)), function(i) {
    others <- setdiff(seq_len(nrow(S)), i)
    if (length(others) == 0) return(integer(0))
    top <- others[which.max(S[i, others])]
    r <- pmax(rounding[i, top], rounding[i, others])
    a <- S[i, top]
    b <- S[i, others]
    others[a == b | a - b <= 2 * r & 1000 * r <= pmax(abs(a), abs(b))]  # equal, and known to three digits
  })
}

answers <- function(sets) {  # points needed to have one of each set
  all <- unlist(sets)
  if (length(all) == 0) 0 else length(sets) - max(tabulate(all)) + 1
}

# The data.
X <- matrix(c({{list .X}}), ncol = 2, byrow = TRUE)
asked <- {{.Asked}} + 1
chosen <- c({{list .Chosen}}) + 1  # 1 the inner product, 2 the cosine, 3 the Gaussian
even <- {{.Even}}
L <- {{.Length}}

# The numbers.
len <- sqrt(rowSums(X^2))
if (even > 0) X <- X * ifelse(len > 0, L / len, 1)^even  # x(L/‖x‖)ᵗ
len <- sqrt(rowSums(X^2))
best <- list(
  most_like(inner(X), inner(abs(X))),
  most_like(cosine(X), cosine(abs(X))),
  most_like(near(X), outer(len, len, "+"))
)
values <- c(
  answers = answers(lapply(best[chosen], function(b) b[[asked]])),
  agreeing = sum(sapply(seq_len(nrow(X)), function(i) answers(lapply(best, function(b) b[[i]])) == 1)),
  most = max(sapply(best[chosen], function(b) max(tabulate(unlist(b), nrow(X))))),
  points = nrow(X),
  length = sqrt(sum(X[asked, ]^2))
)
{{template "print.R" .}}
