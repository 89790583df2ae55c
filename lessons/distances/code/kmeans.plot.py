plt.scatter(X[:, 0], X[:, 1], c=labels, cmap="tab10")
{{template "plane.plot.py" .}}
