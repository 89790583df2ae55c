# What each sample counts for in a prediction by kriging: {{.State}}
# %% Method
{{template "processimport.py" .}}

{{template "process.py" .}}

# %% Data
X = np.array([[{{list .X}}],
    [{{list .Y}}]]).T  # km
response = np.array([{{list .Response}}])
centre = {{.Centre}}
place = np.array([[{{.east}}, {{.north}}]])
bandwidth, lam = {{.bandwidth}}, {{.lambda}}

# %% Numbers
noise = len(response) * lam
gp, tau = process(X, response - centre, noise)
k = gp.kernel_(X, place)[:, 0]
w = np.linalg.solve(gp.kernel_(X) + noise * np.eye(len(k)), k)
mean, sd = gp.predict(place, return_std=True)
values = {
    "sum": w.sum(),
    "negative": np.sum(w < -0.001),
    "deviation": sd[0],
    "prediction": centre + mean[0],
    "largest": w.max(),
}
{{template "print.py" .}}
