X <- matrix(c({{list .X}}), ncol = {{.Inputs}}, byrow = TRUE)
classes <- c({{list .Labels}})
{{template "parameters.R" .}}