said = [p[bin == b].mean() for b in range(10) if (bin == b).sum() >= {{.Enough}}]
share = [(new_y[bin == b] > 0).mean() for b in range(10) if (bin == b).sum() >= {{.Enough}}]
plt.plot([0, 1], [0, 1], "--")
plt.plot(said, share, "o-")
plt.xlabel("said")
plt.ylabel("share")
plt.show()
