plt.imshow(K, vmin=0, vmax=1)
plt.colorbar()
plt.show()
