# What a rule makes of two Gram matrices: {{.State}}
smallest <- function(K) {  # eigenvalue; zero where rounding may have made it
  s <- eigen((K + t(K)) / 2, symmetric = TRUE)$values
  if (abs(min(s)) <= 4 * length(s) * .Machine$double.eps * max(abs(s))) 0 else min(s)
}

# The data.
K1 <- matrix(c({{list .K1}}), {{.N}}, byrow = TRUE)
K2 <- matrix(c({{list .K2}}), {{.N}}, byrow = TRUE)

# The numbers.
{{- if eq .rule "sum"}}
K <- {{.Alpha}} * K1 + {{.Beta}} * K2
{{- else if eq .rule "both-sum"}}
K <- K1 + K2
{{- else if eq .rule "product" "both-product"}}
K <- K1 * K2  # entry by entry
{{- else if eq .rule "power"}}
K <- K1^3
{{- else if eq .rule "exp"}}
K <- exp(K1)
{{- else if eq .rule "weighted"}}
f <- c({{list .F}})
K <- outer(f, f) * K1
{{- else if eq .rule "mapped"}}
K <- matrix(c({{list .Mapped}}), {{.N}}, byrow = TRUE)  # k1 at the images
{{- else if eq .rule "limit"}}
K <- (1 + K1 / 100)^100
{{- else if eq .rule "difference"}}
K <- K1 - K2
{{- else if eq .rule "max"}}
K <- pmax(K1, K2)
{{- else}}
K <- log(K1)
{{- end}}
values <- c(
  smallest = smallest(K),
  smallest_1 = smallest(K1),
  smallest_2 = smallest(K2),
  largest = eigen((K + t(K)) / 2, symmetric = TRUE)$values[1],
  trace = sum(diag(K))
)
{{template "print.R" .}}