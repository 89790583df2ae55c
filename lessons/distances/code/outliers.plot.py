plt.scatter(X[:, 0], X[:, 1], d)
plt.xlabel("x₁")
plt.ylabel("x₂")
plt.show()
