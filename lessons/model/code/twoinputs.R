X <- cbind(
  c({{list .X1}}),
  c({{list .X2}})
)