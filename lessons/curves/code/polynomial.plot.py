{{if .Lambdas -}}
plt.loglog(lambdas, error)
plt.gca().set(xlabel="λ of the mean loss", ylabel="{{if eq .Unseen "loo_rmse"}}leave-one-out{{else}}test{{end}} error")
{{else -}}
plt.plot(x, y, ".", label="data")
{{if .Truth}}plt.plot(grid, truth(grid), "--", label="truth")
{{end}}{{if .Fitted}}plt.plot(grid, features(grid) @ theta, label="f")  # f(x) = φ(x)ᵀθ
{{end -}}
plt.gca().set({{axes .XAxis .YAxis}})
plt.legend()
{{end -}}
