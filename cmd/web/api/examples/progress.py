# Needs nothing but Python's own library.
import json
import math
import urllib.request

x = [[i / 100] for i in range(1000)]
fit = {"kernel": {"name": "gaussian", "bandwidth": 1}, "x": x, "y": [math.sin(a) for [a] in x], "lambda": 1e-6}
request = urllib.request.Request(
    "http://localhost:8080/api/v1/krr",
    data=json.dumps(fit).encode(),
    headers={"Content-Type": "application/json", "Accept": "text/event-stream"},
)
with urllib.request.urlopen(request) as answer:
    for line in answer:
        name, _, value = line.decode().strip().partition(": ")
        if name == "event":
            event = value
        elif name == "data" and event == "progress":
            now = json.loads(value)
            print(f"{now['part']}: {now['done']:.0%}, {now.get('left', 0):.1f} s left")
        elif name == "data":  # the result, or a problem
            last = json.loads(value)
print("degrees_of_freedom", last["degrees_of_freedom"])
