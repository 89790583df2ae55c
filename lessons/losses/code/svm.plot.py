g1 = np.linspace({{.XAxis.Min}}, {{.XAxis.Max}}, 81)
g2 = np.linspace({{.YAxis.Min}}, {{.YAxis.Max}}, 81)
nodes = np.array([(a, b) for b in g2 for a in g1])
border = (kernel(nodes, X{{template "arguments" .}}) @ alpha + b).reshape(81, 81)
plt.contourf(g1, g2, border, [-1, 0, 1], extend="both", cmap="coolwarm_r", alpha=0.4)
plt.scatter(X[:, 0], X[:, 1], c=y, cmap="coolwarm_r")
plt.scatter(*X[held].T, s=80, facecolors="none", edgecolors="black", label="support vectors")
{{template "plane.plot.py" .}}
plt.legend()
