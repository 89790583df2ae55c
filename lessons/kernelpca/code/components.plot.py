plt.scatter(projection[:, {{.Across}} - 1], projection[:, min({{.Up}}, len(s)) - 1], c=labels, cmap="tab10")
plt.gca().set(xlabel="PC{{.Across}}", ylabel="PC{{.Up}}")
