def angle(st, ss, tt):  # the cosine of that between features
    p = np.maximum(ss, 0) * np.maximum(tt, 0)
    return np.where(p > 0, st / np.sqrt(np.where(p > 0, p, 1)), 0)

def constant(s, t, value):
    return value + 0 * s * t

def cosine(s, t):
    return np.sign(s) * np.sign(t)

def gaussian(s, t, bandwidth):
    return np.exp(-((s - t) ** 2) / (2 * bandwidth**2))

def laplacian(s, t, bandwidth):
    return np.exp(-np.abs(s - t) / bandwidth)

def linear(s, t):
    return s * t

def matern32(s, t, bandwidth):
    r = np.sqrt(3) * np.abs(s - t) / bandwidth
    return (1 + r) * np.exp(-r)

def matern52(s, t, bandwidth):
    r = np.sqrt(5) * np.abs(s - t) / bandwidth
    return (1 + r + r**2 / 3) * np.exp(-r)

def periodic(s, t, bandwidth, period):
    return np.exp(-2 * np.sin(np.pi * (s - t) / period) ** 2 / bandwidth**2)

def polynomial(s, t, degree, offset):
    return (s * t + offset) ** degree

def rationalquadratic(s, t, bandwidth, shape):
    return (1 + (s - t) ** 2 / (2 * shape * bandwidth**2)) ** -shape

def sigmoid(s, t, slope, offset):
    return np.tanh(slope * s * t + offset)

def smaller(s, t):
    return np.minimum(s, t)
