plt.plot(np.arange(1, len(words) + 1), eigenvalues[::-1], "o")
plt.axhline(0, color="gray")
plt.gca().set(xlabel="eigenvalue, the largest first", ylabel="value")
