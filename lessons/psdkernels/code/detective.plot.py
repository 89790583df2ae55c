largest = np.abs(c) > (1 - 1e-8) * np.abs(c).max()
c *= np.sign(c[largest][0])  # c or −c: the first of the largest is positive
plt.scatter(X[:, 0], X[:, 1], s=1500 * np.abs(c) + 5, c=np.sign(c), vmin=-1, vmax=1, cmap="coolwarm_r")
plt.gca().set(xlabel="x₁", ylabel="x₂", aspect="equal")
plt.margins(0.2)
