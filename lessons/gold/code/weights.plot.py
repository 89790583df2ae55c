plt.plot(np.hypot(*(X - place).T), w, ".")
plt.gca().set(xlabel="distance from the place (km)", ylabel="weight")
