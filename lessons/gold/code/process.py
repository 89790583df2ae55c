def process(X, y, noise):  # a Gaussian process of y, whose mean is zero; noise is nλ = σ²/τ²
    k = {{if eq .kernel "gaussian"}}RBF(bandwidth){{else}}Matern(bandwidth, nu={{if eq .kernel "exponential"}}0.5{{else if eq .kernel "matern32"}}1.5{{else}}2.5{{end}}){{end}}
    gp = GaussianProcessRegressor(k, alpha=noise, optimizer=None).fit(X, y)
    tau = np.sqrt(y @ gp.alpha_ / len(y))  # the most likely
    return gp, tau
