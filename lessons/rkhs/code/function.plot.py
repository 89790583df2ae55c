t = np.linspace(0, 6.5, 400)
bumps = kernel(t, centres{{template "arguments" .}}) * alpha
for bump in bumps.T:
    plt.plot(t, bump, color="gray")
plt.plot(t, bumps.sum(axis=1), label="f")
plt.scatter(centres, K @ alpha, label="at its centres")
plt.gca().set(xlabel="{{.XAxis.Label}}", ylabel="{{.YAxis.Label}}")
plt.legend()
