g1 = np.linspace({{.XAxis.Min}}, {{.XAxis.Max}}, 81)
g2 = np.linspace({{.YAxis.Min}}, {{.YAxis.Max}}, 81)
nodes = np.array([(a, b) for b in g2 for a in g1])
p = expit(kernel(nodes, X{{template "arguments" .}}) @ alpha).reshape(81, 81)
plt.contourf(g1, g2, p, np.linspace(0, 1, 11), cmap="Greys", alpha=0.4)
plt.colorbar(label="probability of the class 1")
if p.min() < 0.5 < p.max():
    plt.contour(g1, g2, p, [0.5], colors="black")
plt.scatter(X[:, 0], X[:, 1], c=y, cmap="coolwarm_r")
{{template "plane.plot.py" .}}
