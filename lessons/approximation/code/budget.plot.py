plt.plot(grid, truth(grid), "--", label="truth")
plt.plot(grid, best, label="best of its degree")
{{- if .Determined}}
plt.plot(x, y, ".")
plt.plot(grid, sample, label="fit")
{{- end}}
plt.legend()
plt.show()
