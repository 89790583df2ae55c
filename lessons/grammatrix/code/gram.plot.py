plt.imshow(K[np.ix_(order, order)])
plt.gca().set(xlabel="point j", ylabel="point i")
plt.colorbar(label="k(xᵢ, xⱼ)")
