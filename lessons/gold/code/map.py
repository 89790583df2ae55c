# Kriging of zinc on the flood plain, and how well it tells what is left out: {{.State}}
# %% Method
{{template "processimport.py" .}}

{{template "process.py" .}}

def left_out(gp, noise, folds):  # y less what the others say, at the same nλ
    C = np.linalg.inv(gp.kernel_(gp.X_train_) + noise * np.eye(len(gp.alpha_)))
    r = np.empty(len(gp.alpha_))
    for B in folds:
        r[B] = np.linalg.solve(C[np.ix_(B, B)], gp.alpha_[B])
    return r


# %% Data
X = np.array([[{{list .X}}],
    [{{list .Y}}]]).T  # km
log_zinc = np.log10(np.array([{{list .Zinc}}]))  # of mg/kg
bandwidth, lam = {{.bandwidth}}, {{.lambda}}

# %% Numbers
n, centre = len(log_zinc), log_zinc.mean()
noise = n * lam
gp, tau = process(X, log_zinc - centre, noise)
one = left_out(gp, noise, [[i] for i in range(n)])
square = np.floor(X / 0.5) @ [1, 100]  # of half a kilometre
block = left_out(gp, noise, [np.flatnonzero(square == s) for s in np.unique(square)])
A = gp.kernel_(X) + noise * np.eye(n)
values = {
    "block_rmse": np.sqrt(np.mean(block**2)),
    "loo_rmse": np.sqrt(np.mean(one**2)),
    "signal": tau,
    "noise": tau * np.sqrt(noise),
    "noise_share": noise,
    "log_likelihood": -n / 2 * (1 + np.log(2 * np.pi * tau**2)) - np.linalg.slogdet(A)[1] / 2,
    "centre": centre,
}
{{template "print.py" .}}
