plt.scatter(X[:, 0], X[:, 1], called == classes)
plt.xlabel("x₁")
plt.ylabel("x₂")
plt.show()
