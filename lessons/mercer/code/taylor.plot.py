plt.contourf(u, u, error, [0, 0.01, 0.1, 0.5, 1], extend="max")
plt.gca().set(xlabel="x", ylabel="y", aspect="equal")
plt.colorbar(label="error of k(x, y)")
plt.show()
for k in range(min(m, 20)):
    plt.plot(x, F[:, k] ** 2, color="gray")
plt.plot(x, (F**2).sum(axis=1), label=f"{m} features, squared and added")
plt.gca().set(xlabel="x", ylabel="x to itself")
plt.legend()
