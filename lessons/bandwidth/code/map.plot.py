{{- if .Shown -}}
plt.plot(bandwidths, loo[i], "--", label="one λ")
plt.plot(bandwidths[:{{.Shown}}], loo.min(axis=0)[:{{.Shown}}], label="best λ")
plt.gca().set(xlabel="{{.XAxis.Label}}", ylabel="{{.YAxis.Label}}")
plt.ylim(bottom=0)
plt.legend()
{{- else -}}
{{- /* what is far from the best has one colour */ -}}
plt.pcolormesh(bandwidths, lambdas, loo, shading="nearest", cmap="cividis_r", vmax={{.Most}})
plt.plot(bandwidths[j], lambdas[i], "o", fillstyle="none", label="best")
plt.gca().set(xscale="log", yscale="log", xlabel="{{.XAxis.Label}}", ylabel="λ of the mean loss")
plt.colorbar(label="leave-one-out error")
plt.legend()
{{- end}}
