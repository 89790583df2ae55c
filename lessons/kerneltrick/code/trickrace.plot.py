plt.bar(list(took), [1e3 * t for t in took.values()])
plt.ylabel("time (ms)")
plt.show()
