plt.semilogy(np.arange(1, 7), d, "o", label="d of Σ̂")
plt.semilogy(np.arange(1, min(n, 6) + 1), variances[:6], "s", fillstyle="none", markersize=12, label="λ/n of K′")
plt.legend()
plt.show()
