for inverts, line in (left, "first"), (right, "last"):
    plt.figure()
    plt.imshow(inverts)
    plt.gca().set(xlabel="column", ylabel="row", title=f"what the {line} line inverts")
    plt.colorbar()
