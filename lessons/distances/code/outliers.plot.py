plt.scatter(X[:, 0], X[:, 1], c=d)
{{template "plane.plot.py" .}}
plt.colorbar(label="distance from the mean")
