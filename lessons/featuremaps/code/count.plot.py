degrees = range(13)
plt.semilogy(degrees, [count(p, k)[0] for k in degrees])
plt.semilogy([q], [d], "o")
plt.gca().set(xlabel="degree q", ylabel=f"features of {p} inputs")
