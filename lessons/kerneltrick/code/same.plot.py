grid = np.linspace({{.Low}}, {{.High}}, 201)
plt.plot(x, y, ".")
{{- if .Primal}}
plt.plot(grid, features((grid - centre) / half) @ theta, label="from features")
{{- end}}
{{- if .Dual}}
plt.plot(grid, kernel((grid - centre) / half, t) @ alpha, "--", label="from the kernel")
{{- end}}
plt.legend()
plt.show()
