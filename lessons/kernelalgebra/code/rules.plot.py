plt.imshow(K)
plt.colorbar()
plt.show()
