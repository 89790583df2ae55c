plt.plot(f, odd + np.linspace(-0.7, 0.7, len(odd)), ".")
plt.axvline(0)
plt.xlabel("f(x)")
plt.show()
