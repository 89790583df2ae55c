# Needs the packages curl and jsonlite.
engine <- function(method, ...) {
  body <- jsonlite::toJSON(list(...), auto_unbox = TRUE, digits = NA)
  handle <- curl::new_handle(postfields = body)
  curl::handle_setheaders(handle, "Content-Type" = "application/json")
  reply <- curl::curl_fetch_memory(paste0("http://localhost:8080/api/v1/", method), handle)
  answer <- jsonlite::fromJSON(rawToChar(reply$content))
  if (reply$status_code != 200) stop(answer$detail)  # it says which field is wrong
  answer
}

fit <- engine("krr",
  kernel = list(name = "gaussian", bandwidth = "median"),
  x = matrix(0:4, ncol = 1), y = c(1, 2, 0, -1, 0.5), lambda = "loo",
  x_new = matrix(2.5, ncol = 1), deviation = TRUE
)
cat("bandwidth", format(fit$chosen$bandwidth, digits = 15), "\n")
cat("lambda", format(fit$chosen$lambda, digits = 15), "\n")
cat("alpha", format(fit$alpha, digits = 15), "\n")
cat("predicted", format(fit$predicted, digits = 15), "\n")
cat("deviation", format(fit$deviation, digits = 15), "\n")
