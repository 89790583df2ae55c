def pivots(x, m, ell):  # the points of which those before them explain least
    left, columns, index = np.ones(len(x)), [], []
    while len(index) < m and left.max() > 1e-8:
        i = int(np.argmax(left))
        column = kernel(x, x[[i]], ell)[:, 0]
        for c in columns:
            column -= c[i] * c
        column /= np.sqrt(left[i])
        left -= column**2
        left[i] = 0
        index.append(i)
        columns.append(column)
    return x[index]