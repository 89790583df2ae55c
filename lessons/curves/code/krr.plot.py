{{if .Lambdas -}}
plt.loglog(lambdas, loo)
plt.xlabel("λ of the mean loss")
plt.ylabel("leave-one-out error")
{{else -}}
grid = np.linspace({{.Low}}, {{.High}}, 201)
plt.plot(x, y, ".")
plt.plot(grid, kernel(grid, x{{template "arguments" .}}) @ alpha)  # f(x) = Σ αᵢ k(xᵢ, x)
{{end -}}
plt.show()
