least = np.linalg.lstsq(Phi, y, rcond=None)[0]
t = np.linspace(-2.3, 3.4, 201)
T = np.stack(np.meshgrid(t, t), axis=-1)
rise = np.mean((T @ Phi.T - y) ** 2, axis=-1)
plt.contour(t, t, rise, rise.min() + np.ptp(rise) * np.linspace(0, 1, 12) ** 2, alpha=0.6)
if np.any(theta):
    plt.contour(t, t, {{if .Lasso}}np.abs(T).sum(axis=-1), [np.abs(theta).sum()]{{else}}np.linalg.norm(T, axis=-1), [np.linalg.norm(theta)]{{end}}, colors="purple")
plt.plot(*least, "+", label="least squares")
plt.plot(*theta, "o", label="at the price λ")
plt.gca().set(xlabel="θ₁", ylabel="θ₂", aspect="equal")
plt.legend()
