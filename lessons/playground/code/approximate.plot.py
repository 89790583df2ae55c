order = np.argsort(x)
plt.plot(x, y, ".", label="data")
{{- if not .Large}}
plt.plot(x[order], exact[order], "--", label="exact")
{{- end}}
plt.plot(x[order], f[order], label="through a few")
plt.gca().set({{axes .XAxis .YAxis}})
plt.legend()
