grid = np.linspace(-3, 6, 401)
for at, bump in zip(x, kernel(x, grid{{template "arguments" .}})):
    plt.plot(grid, bump, label=f"k({at:g}, ·)")
plt.gca().set(xlabel="x", ylabel="k(xᵢ, x)")
plt.legend()
