g1 = np.linspace({{.XAxis.Min}}, {{.XAxis.Max}}, 81)
g2 = np.linspace({{.YAxis.Min}}, {{.YAxis.Max}}, 81)
nodes = np.array([(a, b) for b in g2 for a in g1])
named = (kernel(nodes, X{{template "arguments" .}}) @ alpha).argmax(axis=1).reshape(81, 81)
plt.pcolormesh(g1, g2, named, vmin=0, vmax=2, alpha=0.3)
plt.scatter(X[:, 0], X[:, 1], c=species)
{{template "plane.plot.py" .}}
