{{if eq .kernel "spectrum" -}}
# kernlab::stringdot(type = "spectrum") counts the end of a string as one more letter.
pieces <- function(sentence, length) {
  from <- seq_len(max(0, nchar(sentence) - length + 1))
  substring(sentence, from, from + length - 1)
}
{{else if eq .kernel "words" -}}
pieces <- function(sentence) regmatches(sentence, gregexpr("\\p{L}+", sentence, perl = TRUE))[[1]]
{{else -}}
grams <- function(sentences, longest, decay) {  # what two share of their subsequences, for each length
  letters <- lapply(sentences, utf8ToInt)
  powers <- lapply(letters, function(s) {
    room <- outer(seq_along(s), seq_along(s), "-")
    ifelse(room > 0, decay^room, 0)
  })
  K <- array(0, c(length(letters), length(letters), longest))
  for (i in seq_along(letters)) for (j in seq_len(i)) {
    same <- outer(letters[[i]], letters[[j]], "==") * 1
    ends <- decay^2 * same  # weights of all shared ones that end at these two letters
    for (l in seq_len(longest)) {
      K[i, j, l] <- K[j, i, l] <- sum(ends)
      if (l < longest) ends <- same * (powers[[i]] %*% ends %*% t(powers[[j]]))
    }
  }
  K
}
gram <- function(sentences, length, decay) grams(sentences, length, decay)[, , length]
{{end -}}
{{if ne .kernel "subsequence" -}}
gram <- function(sentences, ...) {  # what two share of their pieces
  of <- lapply(sentences, pieces, ...)
  all <- unique(unlist(of))
  counts <- t(vapply(of, function(p) as.numeric(tabulate(match(p, all), length(all))), numeric(length(all))))
  counts %*% t(counts)
}
{{end -}}
normalised <- function(K) {
  d <- sqrt(diag(K))
  K / ifelse(outer(d, d) > 0, outer(d, d), 1)
}
