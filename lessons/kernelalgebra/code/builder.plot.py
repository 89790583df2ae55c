plt.plot(x[:n], y[:n], ".", label="fitted")
plt.plot(x[n:], y[n:], ".", label="left out")
{{- if .Fitted}}
grid = np.linspace(0, 18, 361)
plt.plot(grid, mean + kernel(grid, x[:n]) @ alpha, label="f")
{{- end}}
plt.gca().set(xlabel="years from 1970 on", ylabel="CO₂ (ppm)", ylim=(320, 360))
plt.legend()
