grid = np.linspace(x[0], x[-1], 201)
plt.plot(grid, np.exp(grid * x[-1]), "--")
plt.plot(grid, sum((grid * x[-1]) ** j / factorial(j) for j in range(terms)))
plt.show()
