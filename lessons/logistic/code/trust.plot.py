said = [p[bin == b].mean() for b in range(10) if (bin == b).sum() >= {{.Enough}}]
share = [(new_y[bin == b] > 0).mean() for b in range(10) if (bin == b).sum() >= {{.Enough}}]
plt.plot([0, 1], [0, 1], "--", label="honest")
plt.plot(said, share, "o-", label="this fit")
plt.gca().set(xlabel="what the fit says: probability of the class 1", ylabel="share of it among those")
plt.legend()
