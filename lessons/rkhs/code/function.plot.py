t = np.linspace(0, 6.5, 400)
bumps = kernel(t, centres{{template "arguments" .}}) * alpha
for bump in bumps.T:
    plt.plot(t, bump, color="grey")
plt.plot(t, bumps.sum(axis=1), label="f")
plt.scatter(centres, K @ alpha)
plt.show()
