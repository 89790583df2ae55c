plt.plot(np.arange(1, len(words) + 1), eigenvalues[::-1], "o")
plt.xlabel("eigenvalue")
plt.ylabel("value")
plt.show()
