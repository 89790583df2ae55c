plt.imshow(K)
plt.xlabel("second sentence")
plt.ylabel("first sentence")
plt.show()
