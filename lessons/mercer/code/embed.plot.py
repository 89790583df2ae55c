sign = np.sign(Z[np.abs(Z).argmax(axis=0), np.arange(Z.shape[1])])  # the largest entry of each column is positive
first, second = [(Z * sign)[:, j] if m > j else np.zeros(len(X)) for j in (0, 1)]
plt.scatter(first, second, c=classes, cmap="tab10")
plt.gca().set(xlabel="first coordinate, √λ₁u₁", ylabel="second, √λ₂u₂")
plt.show()
order = np.argsort((Z * sign)[:, 0], kind="stable") if Z.shape[1] else np.arange(len(X))
missing = (K - rebuilt)[np.ix_(order, order)]
most = np.abs(K).max() or 1
plt.imshow(missing, cmap="RdBu_r", vmin=-most, vmax=most)
plt.gca().set(xlabel="point j", ylabel="point i", title="What is missing of K")
plt.colorbar(label="K − rebuilt")
