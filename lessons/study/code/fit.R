# {{.File}}{{if not .Plain}}, the table as it was read,{{end}} fitted on all its columns: {{.State}}

# n x p, where means, medians and standard deviations are those of the open rows, and words indicators of sqrt(1/2).
standardised <- function(columns, is_open) {
  X <- list()
  for (column in columns) {
    if (is.character(column)) {
      indicated <- lapply(sort(unique(column[column != ""]), method = "radix"), function(word) column == word)
    } else {
      missing <- is.na(column)
      there <- column[is_open & !missing]
      if (length(there) > 0 && min(there) < max(there)) {
        filled <- ifelse(missing, median(there), column)
        centred <- filled - mean(filled[is_open])
        X <- c(X, list(centred / sqrt(mean(centred[is_open]^2))))
      }
      indicated <- list(missing)
    }
    for (so in indicated) {  # unless it is so of all open rows, or of none
      if (any(so[is_open]) && !all(so[is_open])) X <- c(X, list(sqrt(0.5) * so))
    }
  }
  do.call(cbind, X)
}

squared_distances <- function(A, B) {
  d <- matrix(0, nrow(A), nrow(B))
  for (j in seq_len(ncol(A))) d <- d + outer(A[, j], B[, j], "-")^2
  d
}

gaussian <- function(A, B, ell) exp(-squared_distances(A, B) / (2 * ell^2))

median_distance <- function(X) {  # of rows that differ, where most do not
  d <- sqrt(squared_distances(X, X))
  d <- d[lower.tri(d)]
  differ <- d[d > 0]
  median(if (2 * length(differ) < length(d)) differ else d)
}
{{- if .Groups}}

# What is missed of Y with its group B of rows left out: with C = (K + n lambda I)^-1 it is C_BB^-1 alpha_B.
missed_of <- function(C, alpha) {
  for (group in unique(groups)) {
    B <- groups == group
    alpha[B, ] <- solve(C[B, B, drop = FALSE], alpha[B, , drop = FALSE])
  }
  alpha
}

# sqrt(mean square of what is missed of Y, n x q, with each group left out), at every lambda.
left_out <- function(K, Y, lambdas) {
  n <- nrow(K)
  e <- eigen(K, symmetric = TRUE)
  s <- e$values
  s[s < 2 * sqrt(n) * .Machine$double.eps * max(s)] <- 0  # rounding
  sapply(lambdas, function(lambda) {
    C <- e$vectors %*% (t(e$vectors) / (s + n * lambda))
    sqrt(mean(missed_of(C, C %*% Y)^2))
  })
}
{{- else}}

# sqrt(mean square of what is missed of Y, n x q, with each row left out), at every lambda.
left_out <- function(K, Y, lambdas) {
  n <- nrow(K)
  e <- eigen(K, symmetric = TRUE)
  s <- e$values
  s[s < 2 * sqrt(n) * .Machine$double.eps * max(s)] <- 0  # rounding
  Z <- crossprod(e$vectors, Y)
  sapply(lambdas, function(lambda) {
    d <- s + n * lambda
    missed <- (e$vectors %*% (Z / d)) / drop(e$vectors^2 %*% (1 / d))
    sqrt(mean(missed^2))
  })
}
{{- end}}
{{- if eq .Classes 2}}

# Platt's a and b of the first class's probability 1/(1 + exp(-(a + bf))), with a penalty of (a^2 + b^2)/200.
curve_of <- function(f, first) {
  A <- cbind(1, f)
  w <- c(0, 1)
  for (step in 1:60) {
    p <- drop(plogis(A %*% w))
    w <- w - drop(solve(crossprod(A, A * p * (1 - p)) + 0.01 * diag(2), crossprod(A, p - first) + 0.01 * w))
  }
  c(w[1], max(w[2], 0))
}
{{- end}}

# The data.
{{- if .Plain}}
# What was sent, in a file of this name in the folder that this runs in.
{{- else}}
# The file as it was sent takes more than a few lines to read. This is what its page made of it, which calls it "the
# table as it was read": save it into the folder that this runs in.
{{- end}}
file_name <- {{printf "%+q" .File}}
none <- c("", "na", "n/a", "nan", "null", "none", ".", "-", "\u2013", "?")  # cells that stand for no word

word <- function(cells) {
  cells <- trimws(gsub("[[:space:]]+", " ", cells))
  ifelse(tolower(cells) %in% none, "", cells)
}

number <- function(cells) {
{{- range .Replace}}
  cells <- gsub({{printf "%+q, %+q" (index . 0) (index . 1)}}, cells, fixed = TRUE)
{{- end}}
  suppressWarnings(as.numeric(cells))  # NA where there is none
}

text <- iconv(list(readBin(file_name, "raw", file.size(file_name))), "{{.Iconv}}", "UTF-8")
text <- gsub("\r\n?", "\n", sub("^\ufeff", "", text))
{{- if eq .Apart " "}}
cells <- strsplit(trimws(strsplit(text, "\n")[[1]]), "[[:space:]]+")
cells <- cells[lengths(cells) > 0]
table <- data.frame(do.call(rbind, lapply(cells, function(row) gsub("^\"+|\"+$", "", row)[1:{{.Width}}])))
{{- else}}
table <- read.table(
  text = text, sep = {{printf "%q" .Apart}}, quote = "\"", comment.char = "", fill = TRUE, encoding = "UTF-8",
  colClasses = "character", na.strings = character(), col.names = paste0("V", 1:{{.Width}})
)
table <- table[apply(table, 1, function(row) any(grepl("[^[:space:]]", row))), , drop = FALSE]
{{- end}}
{{- if .Before}}
table <- table[-(1:{{.Before}}), , drop = FALSE]  # its rows, from 1 on as the page counts them
{{- end}}
{{- if .Between}}
no_rows <- 1 + c({{list .Between}})
table <- table[-no_rows, , drop = FALSE]
{{- end}}
columns <- list(
{{- range $i, $in := .Inputs}}{{if $i}},{{end}}
  {{.ASCII}} = {{.Read}}(table[[{{.From1}}]])
{{- end}}
)
y <- {{.Target.Read}}(table[[{{.Target.From1}}]])  # {{.Target.ASCII}}
{{- if .Classes}}
classes <- sort(unique(y[{{if eq .Target.Read "word"}}y != ""{{else}}!is.na(y){{end}}]), method = "radix")
{{- end}}

# The page's random numbers are not R's: what it drew stands here, rows by their numbers.
{{- if .Rows}}
rows <- c({{list .Rows}})
{{- else}}
rows <- which({{if eq .Target.Read "word"}}y != ""{{else}}!is.na(y){{end}})
{{- if .LeaveOut}}
for (column in columns) {
  rows <- rows[(if (is.character(column)) column != "" else !is.na(column))[rows]]
}
{{- end}}
{{- end}}
sealed_rows <- {{if .SealedTo}}{{.SealedFrom}}:{{.SealedTo}}{{else}}c({{list .Sealed}}){{end}}
is_open <- !(rows %in% sealed_rows)
{{- if .Groups}}
groups <- c({{list .Groups}})  # of the open rows; those of one are left out together
{{- end}}
X <- standardised(lapply(columns, function(column) column[rows]), is_open)
y <- y[rows]

# The numbers.
x <- X[is_open, , drop = FALSE]
n <- nrow(x)
{{- if .Classes}}
Y <- 2 * outer(y[is_open], classes, "==") - 1  # of each class against the rest
{{- if eq .Classes 2}}
Y <- Y[, 1, drop = FALSE]  # the second is the opposite
{{- end}}
{{- else}}
mean_y <- mean(y[is_open])
Y <- matrix(y[is_open] - mean_y)
{{- end}}
spaced <- function(from, to, n) exp(seq(log(from), log(to), length.out = n))
ells <- median_distance(x) * spaced({{index .Widths 0}}, {{index .Widths 1}}, {{index .Widths 2}})
lambdas <- spaced({{index .Lambdas 0}}, {{index .Lambdas 1}}, {{index .Lambdas 2}})
loo <- sapply(ells, function(ell) left_out(gaussian(x, x, ell), Y, lambdas))
at <- which(loo == min(loo), arr.ind = TRUE)
at <- at[which.max(at[, 1]), ]  # of several as small the largest lambda
lambda <- lambdas[at[[1]]]
ell <- ells[at[[2]]]
C <- solve(gaussian(x, x, ell) + n * lambda * diag(n))
alpha <- C %*% Y  # (K + n lambda I) alpha = y
{{- if .Groups}}
without <- Y - missed_of(C, alpha)  # what is predicted of each row without its group
{{- else}}
without <- Y - alpha / diag(C)  # what is predicted of each row without it
{{- end}}
values <- c(
  bandwidth = ell, lambda = lambda, loo_rmse = min(loo), rows = n, sealed = length(sealed_rows), inputs = ncol(X)
)
{{- if .Classes}}
{{- if eq .Classes 2}}
w <- curve_of(without, y[is_open] == classes[1])
decide <- function(f) classes[ifelse(w[1] + w[2] * f[, 1] >= 0, 1, 2)]
{{- else}}
decide <- function(f) classes[max.col(f, ties.method = "first")]
{{- end}}
values[["loo_wrong"]] <- 100 * mean(decide(without) != y[is_open])  # per cent
{{- end}}
{{template "print.R" .}}
{{- if .Sealed}}

# The sealed rows. Open them once, when you have decided: what you change after that is chosen with their help.
opened <- {{if .Opened}}TRUE{{else}}FALSE{{end}}
if (opened) {
  f <- gaussian(X[!is_open, , drop = FALSE], x, ell) %*% alpha
{{- if .Classes}}
  cat("sealed_wrong", format(100 * mean(decide(f) != y[!is_open]), digits = 17), "\n")  # per cent
{{- else}}
  cat("sealed_rmse", format(sqrt(mean((mean_y + f - y[!is_open])^2)), digits = 17), "\n")
{{- end}}
}
{{- end}}
