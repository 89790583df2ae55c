plt.bar(range(1, d + 1), products)
plt.axhline(values["kernel"], linestyle="--", label="their sum, the kernel")
plt.gca().set(xlabel="feature", ylabel="product")
plt.legend()
