# %% [markdown]
# # Lab: kernels on strings
# You write the spectrum kernel, the normalised Gram matrix, the subsequence kernel, and the edit
# distance. NumPy is all you need. After each task a cell checks what you wrote, on strings drawn
# anew at every run.
# %% Set up
from itertools import combinations, product
import numpy as np

rng = np.random.default_rng()  # other strings at every run
def draw(length, letters="ab"):
    return "".join(rng.choice(list(letters), size=length))
# %% [markdown]
# ## 1 Substrings that two strings share
# $$k(s, t) = \sum_u c_u(s)\,c_u(t),$$ where $u$ goes through all strings of $L$ letters, and
# $c_u(s)$ counts how often $u$ is in $s$ as a substring; two of them may overlap.
# Hint: the substring of `L` letters that begins at place `i` is `s[i : i + L]`.
# %% The spectrum kernel
def spectrum(s, t, L):
    """The spectrum kernel of the strings s and t, for substrings of L letters: a number."""
    # BEGIN SOLUTION
    first = [s[i : i + L] for i in range(len(s) - L + 1)]
    second = [t[j : j + L] for j in range(len(t) - L + 1)]
    return sum(first.count(u) * second.count(u) for u in set(first))
    # END SOLUTION
    # SLIP each shared substring counts once
    # first = {s[i : i + L] for i in range(len(s) - L + 1)}
    # return len(first & {t[j : j + L] for j in range(len(t) - L + 1)})
    # SLIP the last substring is forgotten
    # I, J = range(len(s) - L), range(len(t) - L)
    # return sum(s[i : i + L] == t[j : j + L] for i in I for j in J)
    # SLIP str.count, which lets none overlap
    # return sum(s.count(u) * t.count(u) for u in {s[i : i + L] for i in range(len(s) - L + 1)})
# %% Check the spectrum kernel
for L in (1, 2, 3):
    s, t = draw(12) + "aaaa", "aaaa" + draw(9)
    pairs = sum(all(s[i + a] == t[j + a] for a in range(L))
                for i in range(len(s) - L + 1) for j in range(len(t) - L + 1))
    assert spectrum(s, t, L) == pairs, (
        "it should be the number of pairs of places at which the two agree in L letters")
assert spectrum("ab", draw(8), 3) == 0, "a string that is too short shares nothing"
print("Spectrum kernel: right.")
# %% [markdown]
# ## 2 Normalised
# $k(s, t) / \sqrt{k(s, s)\,k(t, t)}$ for a whole Gram matrix. A string that is too short has
# $k(s, s) = 0$: its row and its column stay 0. Hint: `np.outer(d, d)`.
# %% Normalised
def normalised(K):
    """The normalised Gram matrix of a Gram matrix K (n, n), with 0 where K has 0: (n, n)."""
    # BEGIN SOLUTION
    d = np.sqrt(np.diag(K))
    return K / np.where(np.outer(d, d) > 0, np.outer(d, d), 1)
    # END SOLUTION
    # SLIP the root is forgotten
    # return K / np.where(np.outer(np.diag(K), np.diag(K)) > 0, np.outer(np.diag(K), np.diag(K)), 1)
    # SLIP each row by its own, one side only
    # return K / np.where(np.diag(K) > 0, np.diag(K), 1)[:, None]
    # SLIP zero divided by zero
    # return K / np.sqrt(np.outer(np.diag(K), np.diag(K)))
# %% Check the normalised matrix
strings = [draw(m) for m in (1, 5, 9, 14, 20, 30)]
K = np.array([[spectrum(s, t, 2) for t in strings] for s in strings], dtype=float)
N = normalised(K.copy())
assert np.shape(N) == (6, 6) and np.all(np.isfinite(N)), "every entry should be a number"
assert np.allclose(np.diag(N), [0, 1, 1, 1, 1, 1]), "with itself a string should have 1, or 0"
assert np.allclose(N, N.T), "the matrix should stay symmetric"
assert np.linalg.eigvalsh(N)[0] > -1e-9, "no eigenvalue should be negative"
scale = rng.uniform(0.5, 2, size=6)
assert np.allclose(normalised(K * scale[:, None] * scale), N), "lengths should make no difference"
print("Normalised: right.")
# %% [markdown]
# ## 3 Gaps allowed
# The subsequence kernel adds up, over all places $i_1 < \dots < i_L$ of $s$ and all places
# $j_1 < \dots < j_L$ of $t$ that spell the same, $\delta$ to the power of both rooms,
# $i_L - i_1 + 1 + j_L - j_1 + 1$. There are too many to list. But let $E_{ij}$ be 1 if
# $s_i = t_j$, else 0. Then $\delta^2 E$ has the weights of what is shared of one letter and ends
# at $i$ and $j$. If $B$ has those of some letters, $E \circ (P_s B P_t^\top)$, entry by entry, has
# those of one more, with $P_{ii'} = \delta^{i - i'}$ for $i' < i$, else 0. Hint: `np.tril(M, -1)`.
# %% The subsequence kernel
def subsequence(s, t, L, decay):
    """The subsequence kernel of the strings s and t, for L letters, by the recursion: a number."""
    # BEGIN SOLUTION
    E, n, m = np.array([[float(a == b) for b in t] for a in s]), len(s), len(t)
    N = np.arange(max(n, m))
    P, B = np.tril(decay ** np.abs(N[:, None] - N), -1), decay**2 * E
    for _ in range(L - 1):
        B = E * (P[:n, :n] @ B @ P[:m, :m].T)
    return B.sum()
    # END SOLUTION
    # SLIP only substrings, no gaps
    # return decay ** (2 * L) * spectrum(s, t, L)
    # SLIP the diagonal kept
    # E, n, m = np.array([[float(a == b) for b in t] for a in s]), len(s), len(t)
    # P, B = np.tril([[decay ** abs(i - j) for j in range(99)] for i in range(99)]), E
    # for _ in range(L - 1):
    #     B = E * (P[:n, :n] @ B @ P[:m, :m].T)
    # return decay**2 * B.sum()
    # SLIP the last letters need not agree
    # B, n, m = np.array([[float(a == b) for b in t] for a in s]), len(s), len(t)
    # P = np.tril([[decay ** abs(i - j) for j in range(99)] for i in range(99)], -1)
    # for _ in range(L - 1):
    #     B = P[:n, :n] @ B @ P[:m, :m].T
    # return decay**2 * B.sum()
# %% Check the subsequence kernel
s, t, decay = draw(6) + "ab", draw(8) + "ab", rng.uniform(0.3, 0.9)
for L in (1, 2, 3):
    all_places = [list(combinations(range(len(w)), L)) for w in (s, t)]
    listed = sum(decay ** (i[-1] - i[0] + j[-1] - j[0] + 2) for i in all_places[0]
                 for j in all_places[1] if all(s[a] == t[b] for a, b in zip(i, j)))
    found = subsequence(s, t, L, decay)
    assert np.isclose(found, listed), f"with all places listed the sum is another, for L = {L}"
print("Subsequence kernel: right.")
# %% [markdown]
# ## 4 The edit distance
# $D_{ij}$, the distance of the first $i$ letters of $s$ and the first $j$ of $t$, is the least of
# $D_{i-1,j} + 1$ (delete), $D_{i,j-1} + 1$ (insert), and $D_{i-1,j-1}$, plus 1 if letter $i$ of $s$
# is not letter $j$ of $t$ (replace). Hint: what are $D_{i0}$ and $D_{0j}$?
# %% The edit distance
def distance(s, t):
    """The least number of letters to insert, delete or replace that turns s into t."""
    # BEGIN SOLUTION
    D = np.add.outer(np.arange(len(s) + 1), np.arange(len(t) + 1))
    for i, a in enumerate(s):
        for j, b in enumerate(t):
            D[i + 1, j + 1] = min(D[i, j + 1] + 1, D[i + 1, j] + 1, D[i, j] + (a != b))
    return D[-1, -1]
    # END SOLUTION
    # SLIP to begin with nothing costs nothing
    # D = np.zeros((len(s) + 1, len(t) + 1))
    # for i, j in product(range(len(s)), range(len(t))):
    #     D[i + 1, j + 1] = min(D[i, j + 1] + 1, D[i + 1, j] + 1, D[i, j] + (s[i] != t[j]))
    # return D[-1, -1]
    # SLIP to replace costs 2
    # D = np.add.outer(np.arange(len(s) + 1), np.arange(len(t) + 1))
    # for i, j in product(range(len(s)), range(len(t))):
    #     D[i + 1, j + 1] = min(D[i, j + 1] + 1, D[i + 1, j] + 1, D[i, j] + 2 * (s[i] != t[j]))
    # return D[-1, -1]
    # SLIP place by place, and the lengths
    # return sum(a != b for a, b in zip(s, t)) + abs(len(s) - len(t))
# %% Check the edit distance
words = ["".join(w) for m in range(5) for w in product("ab", repeat=m)]  # of up to four letters
steps = np.full((31, 31), 99)  # from word to word; one step: w is v with a letter out, or another
for v in words:
    for i in range(len(v)):
        for w in (v[:i] + v[i + 1 :], v[:i] + "a" + v[i + 1 :], v[:i] + "b" + v[i + 1 :]):
            steps[words.index(v), words.index(w)] = steps[words.index(w), words.index(v)] = v != w
steps[0, 0] = 0
for k in range(31):  # the shortest way may go by word k
    steps = np.minimum(steps, steps[:, [k]] + steps[[k]])
for i, j in product(range(31), repeat=2):
    assert distance(words[i], words[j]) == steps[i, j], (
        f"step by step, from {words[i]!r} to {words[j]!r}, the shortest way is another")
r, s, t = draw(9), draw(12), draw(10, "abc")  # longer ones
assert distance(r, t) <= distance(r, s) + distance(s, t), "a detour should not be shorter"
print("Edit distance: right.")
# %% The lesson's number
K = np.array([[spectrum(s, t, 2) for t in ("banana", "ananas")] for s in ("banana", "ananas")])
assert np.isclose(normalised(K)[0, 1], 0.89, atol=0.005), "banana and ananas should have 0.89"
K = np.array([[subsequence(s, t, 2, 0.5) for t in ("cat", "car")] for s in ("cat", "car")])
assert np.isclose(normalised(K)[0, 1], 1 / (2 + 0.5**2)), "cat and car should have 1/(2 + δ²)"
five = ("aa", "b", "bab", "ab", "ba")
D = np.array([[distance(s, t) for t in five] for s in five])
least = [np.linalg.eigvalsh(np.exp(-rate * D))[0] for rate in (0.346, 0.347)]
assert least[0] < 0 < least[1], "the least eigenvalue should change its sign at γ = ln 2 / 2"
print("As in the lesson: 0.89, 1/(2 + δ²), and a threshold between 0.346 and 0.347.")
# %% [markdown]
# ## To go on with
# - Write six sentences in two languages. For which $L$ does the normalised matrix have two blocks?
# - For which $\gamma$ has $e^{-\gamma d}$ no negative eigenvalue on the words of the last check?
# - Time `subsequence` on strings of 50, 100 and 200 letters. How does the time grow?
