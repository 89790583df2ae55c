plt.semilogy(list(took), list(took.values()), "o")
plt.gca().set(xlabel="way", ylabel="time (ms)")
