plt.scatter(X[:, 0], X[:, 1], s=1500 * np.abs(c), c=np.sign(c))
plt.show()
