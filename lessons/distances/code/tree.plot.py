plt.plot(range(1, len(heights) + 1), heights, ".")
plt.xlabel("merge")
plt.ylabel("distance")
plt.show()
