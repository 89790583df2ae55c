grid = np.linspace({{.Low}}, {{.High}}, 201)
plt.plot(x, y, ".")
plt.plot(grid, kernel(grid, x) @ alpha)
plt.show()
