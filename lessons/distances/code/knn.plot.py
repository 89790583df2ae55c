wrong = called != classes
plt.scatter(X[:, 0], X[:, 1], c=classes, cmap="tab10")
plt.scatter(X[wrong, 0], X[wrong, 1], s=120, facecolors="none", edgecolors="black", label="outvoted")
{{template "plane.plot.py" .}}
plt.legend()
