X = np.column_stack([
    [{{list .X1}}],
    [{{list .X2}}],
])