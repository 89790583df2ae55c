# Twenty holes and some more, and how well their map tells the rest: {{.State}}
# %% Method
{{template "processimport.py" .}}

{{template "process.py" .}}

def survey(holes, noise):  # what the holes say of all places
    y = log_zinc[holes]
    gp, tau = process(X[holes], y - y.mean(), noise)
    mean, sd = gp.predict(X, return_std=True)
    return y.mean() + mean, tau * sd


def error(f):
    return np.sqrt(np.mean((log_zinc[judges] - f[judges]) ** 2))


# %% Data
X = np.array([[{{list .X}}],
    [{{list .Y}}]]).T  # km
log_zinc = np.log10(np.array([{{list .Zinc}}]))  # of mg/kg
start = np.array([{{list .Start}}]) - 1
judges = np.array([{{list .Judges}}]) - 1
drilled = np.array([{{list .Drilled}}], dtype=int) - 1
{{if .Learned}}widths, noises = [{{list .Widths}}], [{{list .Noises}}]
{{else}}bandwidth, noise = {{.bandwidth}}, {{.Noise}}  # noise is nλ, whatever n
{{end}}
# %% Numbers
{{if .Learned}}likeliest = -np.inf  # of the first holes alone; noise is nλ, whatever n
y = log_zinc[start] - log_zinc[start].mean()
for bandwidth in widths:
    for share in noises:
        gp, tau = process(X[start], y, share)
        likely = -len(y) * np.log(tau) - np.log(np.diag(gp.L_)).sum()
        if likely > likeliest:
            likeliest, width, noise = likely, bandwidth, share
bandwidth = width
{{end}}holes = np.concatenate([start, drilled])
begun, _ = survey(start, noise)
f, sd = survey(holes, noise)
sites = np.setdiff1d(np.arange(len(X)), np.concatenate([holes, judges]))
values = {
    "error": error(f),
    "richest": np.round(10 ** log_zinc[holes].max()),
    "holes": len(drilled),
    "begun": error(begun),
    "greatest_deviation": sd[sites].max(),
    "width": bandwidth,
    "noise": noise,
}
{{template "print.py" .}}
