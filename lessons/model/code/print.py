for name, value in values.items():
    print(name, repr(float(value)))
