# Whom each point is most like, by three similarities: {{.State}}
inner <- function(X) X %*% t(X)

cosine <- function(X) {
  len <- sqrt(rowSums(X^2))
  len[len == 0] <- 1
  X %*% t(X) / outer(len, len)
}

near <- function(X) -as.matrix(dist(X))  # in the order of a Gaussian of any bandwidth

most_like <- function(S, size) {  # of each point all that are equally so, to 1e-9 of the size
  lapply(seq_len(nrow(S)), function(i) {
    others <- setdiff(seq_len(nrow(S)), i)
    if (length(others) == 0) return(integer(0))
    top <- others[which.max(S[i, others])]
    others[S[i, top] - S[i, others] <= 1e-9 * size[i, top]]
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
  most_like(inner(X), outer(len, len)),
  most_like(cosine(X), matrix(1, nrow(X), nrow(X))),
  most_like(near(X), -near(X))
)
values <- c(
  answers = answers(lapply(best[chosen], function(b) b[[asked]])),
  agreeing = sum(sapply(seq_len(nrow(X)), function(i) answers(lapply(best, function(b) b[[i]])) == 1)),
  most = max(sapply(best[chosen], function(b) max(tabulate(unlist(b), nrow(X))))),
  points = nrow(X),
  length = sqrt(sum(X[asked, ]^2))
)
{{template "print.R" .}}
