plt.plot(range(1, len(heights) + 1), heights, ".", label="merges")
plt.axhline({{.Cut}}, linestyle="--", label="cut")
plt.gca().set(xlabel="merge", ylabel="distance")
plt.legend()
