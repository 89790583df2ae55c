def klr(K, y, lam):  # the f of least mean log(1 + exp(-y f)) + λ‖f‖², f = Kα, by Newton's method
    n = len(y)
    s, U = np.linalg.eigh(K)
    keep = s > n * np.finfo(float).eps * s[-1]
    Phi = U[:, keep] * np.sqrt(s[keep])  # K = ΦΦᵀ: in θ with f = Φθ nothing cancels, as it does in α ~ 1/λ

    def J(theta):
        return np.mean(np.logaddexp(0, -y * (Phi @ theta))) + lam * theta @ theta

    theta = np.zeros(Phi.shape[1])
    for _ in range(200):
        f = Phi @ theta
        q, w = y * expit(-y * f), expit(f) * expit(-f)
        H = Phi.T @ (w[:, None] * Phi) / n + 2 * lam * np.eye(len(theta))
        delta = np.linalg.solve(H, Phi.T @ q / n - 2 * lam * theta)
        t, now = 1.0, J(theta)
        while J(theta + t * delta) > now * (1 + 1e-14) and t > 1e-9:
            t /= 2
        theta = theta + t * delta
        if np.abs(Phi @ delta).max() < 1e-10:
            break
    f = Phi @ theta
    return y * expit(-y * f) / (2 * n * lam), f, J(theta)
