plt.plot(grid, truth(grid), "--", label="truth")
plt.plot(grid, best, ":", label="best of its degree")
plt.plot(x, y, ".", label="data")
{{- if .Determined}}
plt.plot(grid, sample, label="fit")
{{- end}}
plt.ylim(min(y.min(), -1) - 0.5, max(y.max(), 1) + 0.5)
plt.gca().set(xlabel="x", ylabel="y")
plt.legend()
