plt.scatter(projection[:, {{.Across}} - 1], projection[:, min({{.Up}}, len(s)) - 1], c=labels)
plt.xlabel("PC{{.Across}}")
plt.ylabel("PC{{.Up}}")
plt.show()
