plt.plot(range(1, len(tree) + 1), tree[:, 2], ".")
plt.xlabel("merge")
plt.ylabel("distance")
plt.show()
