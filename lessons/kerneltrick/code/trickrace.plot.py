if took:
    plt.semilogy(list(took), [1e3 * t for t in took.values()], "o")
    plt.gca().set(xlabel="way", ylabel="time (ms)")
