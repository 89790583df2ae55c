plt.scatter(X[:, 0], X[:, 1])
plt.scatter(X[[asked], 0], X[[asked], 1], marker="*", s=120, label="asked")
for k in chosen:
    like = X[sorted(best[k][asked])]  # more than one where they tie
    name = ("inner product", "cosine", "Gaussian")[k]
    plt.scatter(like[:, 0], like[:, 1], s=120 + 100 * k, facecolors="none", edgecolors=f"C{k + 2}", label=f"most like it: {name}")
plt.gca().set(xlabel="{{.XName}}", ylabel="{{.YName}}")
plt.legend()
