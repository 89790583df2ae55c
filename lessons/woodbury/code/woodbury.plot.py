plt.matshow(left)
plt.matshow(right)
plt.show()
