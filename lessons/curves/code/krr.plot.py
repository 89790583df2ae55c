{{if .Lambdas -}}
plt.loglog(lambdas, loo)
plt.xlabel("λ of the mean loss")
plt.ylabel("leave-one-out error")
{{else -}}
{{if .Fitted}}grid = np.linspace({{.Low}}, {{.High}}, 201)
{{end -}}
plt.plot(x, y, ".")
{{if .Fitted}}plt.plot(grid, kernel(grid, x{{template "arguments" .}}) @ alpha)  # f(x) = Σ αᵢ k(xᵢ, x)
{{end}}{{end -}}
plt.show()
