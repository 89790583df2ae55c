sizes = [s for s in ({{.Sizes}}){{if not .Nystrom}} if s <= m{{end}}]
plt.loglog(sizes, [misread(decide(s)) for s in sizes], "o-", label="through m features")
plt.axhline(exact, linestyle="--", color="gray", label="exact")
plt.gca().set(xlabel="features m", ylabel="misread (%)")
plt.legend()
