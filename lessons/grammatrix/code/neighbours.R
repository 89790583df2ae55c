# Whom each point is most like, by three similarities: {{.State}}
inner <- function(X) X %*% t(X)

cosine <- function(X) {
  len <- sqrt(rowSums(X^2))
  len[len == 0] <- 1
  X %*% t(X) / outer(len, len)
}

near <- function(X) -as.matrix(dist(X))  # in the order of a Gaussian of any bandwidth

most_like <- function(S) {  # of equally alike ones the first; 0 for nobody
  if (nrow(S) == 1) return(0)
  diag(S) <- min(S) - 1
  apply(S, 1, function(row) which(row >= max(row) - 1e-12 * abs(max(row)))[1])
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
best <- list(most_like(inner(X)), most_like(cosine(X)), most_like(near(X)))
values <- c(
  answers = length(setdiff(sapply(best[chosen], function(b) b[asked]), 0)),
  agreeing = sum(best[[1]] == best[[2]] & best[[2]] == best[[3]] & best[[1]] > 0),
  most = max(sapply(best[chosen], function(b) max(tabulate(b[b > 0], nrow(X))))),
  points = nrow(X),
  length = sqrt(sum(X[asked, ]^2))
)
{{template "print.R" .}}
