plt.contourf(u, u, error, levels=[0, 0.01, 0.1, 0.5, 1])
plt.colorbar()
plt.show()
for k in range(min(m, 20)):
    plt.plot(x, F[:, k] ** 2)
plt.plot(x, (F**2).sum(axis=1))
plt.show()
