plt.plot(f, odd + np.linspace(-0.7, 0.7, len(odd)), ".")
plt.plot([0, 0], [-2, 2])
plt.xlabel("f(x)")
plt.show()
