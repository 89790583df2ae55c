t = np.linspace(-1, 1, 101)
X1, X2 = np.meshgrid(centre[0] + half[0] * t, centre[1] + half[1] * t)
f = theta[0] + ((np.stack([X1, X2, added(X1, X2)], axis=-1) - centre) / half) @ theta[1:]
if f.min() < 0 < f.max():
    plt.contour(X1, X2, f, [0])
plt.scatter(x1, x2, c=y, cmap="tab10")
plt.gca().set(xlabel="{{.XAxis.Label}}", ylabel="{{.YAxis.Label}}", aspect="equal")
