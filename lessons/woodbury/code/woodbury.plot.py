for inverts, line in (left, "first"), (right, "last"):
    plt.imshow(inverts)
    plt.gca().set(xlabel="column", ylabel="row", title=f"what the {line} line inverts")
    plt.colorbar()
    plt.show()
