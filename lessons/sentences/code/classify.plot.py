plt.plot(np.arange(1, len(errors) + 1), errors, ".", label="kernel ridge")
plt.plot(np.arange(1, len(errors) + 1), nearest, ".", label="nearest")
plt.gca().set(xlabel="split", ylabel="missed (%)")
plt.legend()
