plt.scatter(theta[0], theta[1])
plt.scatter(ridge[0], ridge[1])
for phi in Phi:
    plt.plot([-phi[0], phi[0]], [-phi[1], phi[1]])
plt.show()
