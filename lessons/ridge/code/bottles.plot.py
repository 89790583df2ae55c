plt.axline((0, 0), slope=1, color="gray")
plt.plot(y, Phi @ theta, "o")
plt.gca().set(xlabel="alcohol as measured, less the mean (%)", ylabel="alcohol as the fit says, less the mean (%)", aspect="equal")
