t = np.linspace(-1, 1, 101)
X1, X2 = np.meshgrid(centre[0] + half[0] * t, centre[1] + half[1] * t)
U = (np.stack([X1, X2, added(X1, X2)], axis=-1) - centre) / half
plt.contour(X1, X2, theta[0] + U @ theta[1:], [0])
plt.scatter(x1, x2, c=y)
plt.show()
