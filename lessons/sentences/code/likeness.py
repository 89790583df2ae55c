{{if eq .kernel "spectrum" -}}
def gram(sentences, length):  # what two share of their substrings of that length
    counter = CountVectorizer(analyzer="char", ngram_range=(length, length), lowercase=False)
    counts = counter.fit_transform(sentences).astype(float)
    return (counts @ counts.T).toarray()
{{else if eq .kernel "words" -}}
def words_of(sentence):  # letters with none before or behind
    return "".join(c if c.isalpha() else " " for c in sentence).split()


def gram(sentences):  # what two share of their words
    counts = CountVectorizer(analyzer=words_of).fit_transform(sentences).astype(float)
    return (counts @ counts.T).toarray()
{{else -}}
def grams(sentences, longest, decay):  # what two share of their subsequences, for each length
    letters = [np.array([ord(c) for c in s]) for s in sentences]
    room = [np.arange(len(s))[:, None] - np.arange(len(s)) for s in letters]
    powers = [np.where(r > 0, decay ** np.maximum(r, 0.0), 0) for r in room]
    K = np.zeros((longest, len(letters), len(letters)))
    for i, s in enumerate(letters):
        for j, t in enumerate(letters[: i + 1]):
            same = (s[:, None] == t).astype(float)
            ends = decay**2 * same  # weights of all shared ones that end at these two letters
            for length in range(longest):
                K[length, i, j] = K[length, j, i] = ends.sum()
                ends = same * (powers[i] @ ends @ powers[j].T)
    return K


def gram(sentences, length, decay):
    return grams(sentences, length, decay)[-1]
{{end}}

def normalised(K):
    d = np.sqrt(np.diag(K))
    return K / np.where(np.outer(d, d) > 0, np.outer(d, d), 1)
