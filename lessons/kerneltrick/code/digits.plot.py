heights = odd + np.linspace(-0.7, 0.7, len(odd))
wrong = f * odd <= 0
plt.plot(f, heights, ".")
plt.plot(f[wrong], heights[wrong], "o", fillstyle="none", markersize=10, label="misread")
plt.axvline(0, color="gray")
plt.gca().set(xlabel="f(x)", ylabel="even below, odd above")
plt.legend()
