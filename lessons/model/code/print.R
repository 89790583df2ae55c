for (name in names(values)) cat(name, format(values[[name]], digits = 17), "\n")
