def alone(F, size):  # the place of each row's largest; -1 where there is none, or another as large
    near = np.abs(F - F.max(axis=1, keepdims=True)) <= 1e-9 * size[:, None]
    return np.where(near.sum(axis=1) == 1, near.argmax(axis=1), -1)


def held_out(K, learned, lam):  # what new sentences are taken for, and by their nearest
    old, new = np.isin(topics, learned), ~np.isin(topics, learned)
    A = np.linalg.solve(K[np.ix_(old, old)] + old.sum() * lam * np.eye(old.sum()), signs[old])
    C = K[np.ix_(new, old)]
    named = alone(C @ A, (np.abs(C) @ np.abs(A)).max(axis=1))
    likest = np.stack([C[:, languages[old] == c].max(axis=1) for c in range(4)], axis=1)
    return named, alone(likest, likest.max(axis=1)), languages[new], C.max(axis=1) == 0


def tally(K, splits, lam):  # in % of the new sentences, for each split: missed, by the nearest, sharing nothing
    errors = []
    for learned in splits:
        named, nearest, true, strange = held_out(K, learned, lam)
        errors.append([100 * np.mean(named != true), 100 * np.mean(nearest != true), 100 * np.mean(strange)])
    return np.array(errors).T
