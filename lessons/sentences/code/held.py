languages, topics = np.repeat(np.arange(4), {{len .Sentences}} // 4), np.tile(np.arange({{len .Sentences}} // 4), 4)
signs = np.where(languages[:, None] == np.arange(4), 1, -1)
