plt.scatter(projection[:, 0], projection[:, min({{.Count}}, 2) - 1], c=labels, cmap="tab10")
plt.gca().set(xlabel="PC1", ylabel="PC2", aspect="equal")
