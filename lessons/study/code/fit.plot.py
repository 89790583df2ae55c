plt.pcolormesh(ells, lambdas, np.minimum(loo, 2 * loo.min()), shading="nearest", cmap="cividis_r")
plt.plot(ell, lam, "o", fillstyle="none", label="least")
plt.gca().set(xscale="log", yscale="log", xlabel="ℓ", ylabel="λ of the mean loss")
plt.colorbar(label="error, rows left out")
plt.legend()
{{- if not .Classes}}

plt.figure()
plt.plot(y[is_open], without[:, 0] + mean, ".", label="a row, left out")
plt.plot([y.min(), y.max()], [y.min(), y.max()], "--", label="as it is")
plt.gca().set(xlabel={{printf "%q" .Target.Label}}, ylabel="predicted")
plt.legend()
{{- end}}
