grid = np.linspace(-3, 6, 401)
for bump in kernel(x, grid{{template "arguments" .}}):
    plt.plot(grid, bump)
plt.xlabel("x")
plt.ylabel("k(xᵢ, x)")
plt.show()
