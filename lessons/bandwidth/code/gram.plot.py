plt.imshow(K, vmin=min(0, K.min()))
plt.gca().set(xlabel="point j", ylabel="point i")
plt.colorbar(label="k(xᵢ, xⱼ)")
