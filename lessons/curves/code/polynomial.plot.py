{{if .Lambdas -}}
plt.loglog(lambdas, error)
plt.xlabel("λ of the mean loss")
plt.ylabel("{{.Unseen}}")
{{else -}}
plt.plot(x, y, ".")
{{if .Truth}}plt.plot(grid, truth(grid), "--")
{{end}}{{if .Fitted}}plt.plot(grid, features(grid) @ theta)  # f(x) = φ(x)ᵀθ
{{end}}{{end -}}
plt.show()
