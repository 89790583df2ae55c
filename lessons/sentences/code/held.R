languages <- rep(0:3, each = {{len .Sentences}} / 4)
topics <- rep(seq_len({{len .Sentences}} / 4) - 1, 4)
signs <- ifelse(outer(languages, 0:3, "=="), 1, -1)
