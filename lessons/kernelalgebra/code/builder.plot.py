plt.plot(x, y, ".")
{{- if .Fitted}}
grid = np.linspace(0, 18, 361)
plt.plot(grid, mean + kernel(grid[:, None], x[:n]) @ alpha)
{{- end}}
plt.xlabel("years from 1980 on")
plt.ylabel("CO₂ (ppm)")
plt.show()
