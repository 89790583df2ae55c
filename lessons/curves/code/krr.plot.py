{{if .Lambdas -}}
plt.semilogx(lambdas, loo, label="leave-one-out")
plt.gca().set(xlabel="λ of the mean loss", ylabel="{{.Error}}", ylim=(0, {{.Most}}))
{{else -}}
plt.plot(x, y, ".", label="data")
{{if .Fitted}}grid = np.linspace({{.Low}}, {{.High}}, 1001)
plt.plot(grid, kernel(grid, x{{template "arguments" .}}) @ alpha, label="f")  # f(x) = Σ αᵢ k(xᵢ, x)
{{end -}}
plt.gca().set({{axes .XAxis .YAxis}})
{{end -}}
plt.legend()
