grid = np.linspace({{.Low}}, {{.High}}, 201)
plt.plot(x, y, ".", label="data")
{{- if .Primal}}
plt.plot(grid, features((grid - centre) / half) @ theta, linewidth=5, label="from features")
{{- end}}
{{- if .Dual}}
plt.plot(grid, kernel((grid - centre) / half, t) @ alpha, "--", label="from the kernel")
{{- end}}
plt.gca().set({{axes .XAxis .YAxis}})
plt.legend()
