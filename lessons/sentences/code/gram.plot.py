plt.imshow(K{{if .Most}}, vmin=0, vmax={{.Most}}{{end}})
plt.gca().set(xlabel="second sentence", ylabel="first sentence")
plt.colorbar(label="k(s, t)")
