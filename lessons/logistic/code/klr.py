def klr(K, y, lam):  # the least of J(α) = mean log(1 + exp(-y f)) + λ αᵀKα, f = Kα, by Newton's method
    n = len(y)

    def J(alpha):
        f = K @ alpha
        return np.mean(np.logaddexp(0, -y * f)) + lam * alpha @ f

    alpha = np.zeros(n)
    for _ in range(200):
        f = K @ alpha
        q, w = y * expit(-y * f), expit(f) * expit(-f)
        delta = np.linalg.solve(w[:, None] * K + 2 * n * lam * np.eye(n), q - 2 * n * lam * alpha)
        t, now = 1.0, J(alpha)
        while J(alpha + t * delta) > now * (1 + 1e-14) and t > 1e-9:
            t /= 2
        alpha = alpha + t * delta
        if np.abs(K @ delta).max() < 1e-10:
            break
    alpha = y * expit(-y * (K @ alpha)) / (2 * n * lam)
    return alpha, J(alpha)
