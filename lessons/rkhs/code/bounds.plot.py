t = np.linspace(0, 6.5, 400)
f = kernel(t, centres{{template "arguments" .}}) @ alpha
top = norm * np.sqrt([k(s, s) for s in t])
cone = norm * np.sqrt([max(k(x, x) - 2 * k(x, s) + k(s, s), 0) for s in t])
for sign in (-1, 1):
    plt.plot(t, sign * top, color="grey")
    plt.plot(t, fx + sign * cone, "--")
plt.plot(t, f, label="f")
plt.show()
