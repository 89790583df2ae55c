plt.bar(list(took), list(took.values()))
plt.ylabel("time (ms)")
plt.show()
