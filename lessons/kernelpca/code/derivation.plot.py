shown = np.arange(min(n, 6))
kept = np.where(n * variances > rounding, variances, np.nan)  # what is not is 0 to rounding
plt.semilogy(shown + 1, np.where(d > 0, d, np.nan)[shown], "o", label="d of Σ̂")
plt.semilogy(shown + 1, kept[shown], "s", fillstyle="none", markersize=12, label="λ/n of K′")
plt.gca().set(xlabel="component", ylabel="variance")
plt.legend()
