for phi in Phi:
    plt.axline((0, 0), phi, linestyle="--", color="gray")
plt.scatter(theta[0], theta[1], label="price of ‖θ‖₁")
plt.scatter(ridge[0], ridge[1], label="price of ‖θ‖²")
plt.scatter(Phi[:, 0], Phi[:, 1], marker="x", label="φ(xᵢ)")
plt.gca().set(xlabel="θ₁", ylabel="θ₂", aspect="equal")
plt.legend()
