plt.scatter(X[:, 0], X[:, 1], labels)
plt.xlabel("x₁")
plt.ylabel("x₂")
plt.show()
