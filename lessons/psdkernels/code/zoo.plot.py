plt.plot(grid, kernel(grid, x{{template "arguments" .}}) @ alpha)
plt.scatter(x, 0 * x)
plt.show()
