most = np.abs(K).max() or 1
plt.imshow(K, cmap="RdBu_r", vmin=-most, vmax=most)
plt.gca().set(xlabel="point j", ylabel="point i")
plt.colorbar()
