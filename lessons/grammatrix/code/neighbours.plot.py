plt.scatter(X[:, 0], X[:, 1])
plt.scatter(X[[asked], 0], X[[asked], 1], marker="*", s=120, label="asked")
for k in chosen:
    near = X[[best[k][asked]]] if best[k][asked] >= 0 else X[:0]
    name = ("inner product", "cosine", "Gaussian")[k]
    plt.scatter(near[:, 0], near[:, 1], s=120 + 100 * k, facecolors="none", edgecolors=f"C{k + 2}", label=f"most like it: {name}")
plt.gca().set(xlabel="{{.XName}}", ylabel="{{.YName}}")
plt.legend()
plt.show()
