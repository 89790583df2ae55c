plt.plot(np.hypot(*(X - place).T), w, ".")
plt.xlabel("distance from the place (km)")
plt.ylabel("weight")
plt.show()
