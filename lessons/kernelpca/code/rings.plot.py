plt.scatter(projection[:, 0], projection[:, 1])
plt.xlabel("PC1")
plt.ylabel("PC2")
plt.show()
