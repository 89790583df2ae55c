# What kernel ridge regression of 1000 points with ten inputs costs over HTTP, beside
# scikit-learn's fit and predict in the same run: the two take turns.
#
#     go build -o ./web ./cmd/web && ./web -http localhost:18080 -metrics "" &
#     /usr/bin/python3 cmd/web/testdata/engineapi_cost.py http://localhost:18080 $!
#
# With the server's process for a second argument it says too what twenty at once take.
import http.client
import json
import sys
import threading
import time
import urllib.parse

import numpy as np
from sklearn.kernel_ridge import KernelRidge

server = urllib.parse.urlparse(sys.argv[1])
rng = np.random.default_rng(1)
x, new = rng.normal(size=(1000, 10)), rng.normal(size=(1000, 10))
y = np.sin(x[:, 0])
body = json.dumps(
    {"kernel": {"name": "gaussian", "bandwidth": 3}, "x": x.tolist(), "y": y.tolist(), "lambda": 0.001,
     "x_new": new.tolist()}
)


def ask():
    connection = http.client.HTTPConnection(server.hostname, server.port, timeout=120)
    connection.request("POST", server.path + "/api/v1/krr", body, {"Content-Type": "application/json"})
    reply = connection.getresponse()
    text = reply.read()
    return reply.status, reply.getheader("Retry-After"), text


def theirs():
    return KernelRidge(alpha=1, kernel="rbf", gamma=1 / 18).fit(x, y).predict(new)


def seconds(f):
    begun = time.perf_counter()
    f()
    return time.perf_counter() - begun


got = np.array(json.loads(ask()[2])["predicted"])
print("largest difference", np.max(np.abs(got - theirs())))
times = np.array([[seconds(ask), seconds(theirs)] for _ in range(15)])
for name, column in zip(("over HTTP", "scikit-learn"), times.T):
    print(f"{name}: least {column.min():.3f} s, median {np.median(column):.3f} s")
print(f"ratio of the least: {times[:, 0].min() / times[:, 1].min():.2f}, of medians: "
      f"{np.median(times[:, 0]) / np.median(times[:, 1]):.2f}")

answers = []
threads = [threading.Thread(target=lambda: answers.append(ask())) for _ in range(20)]
took = seconds(lambda: [t.start() for t in threads] and [t.join() for t in threads])
print(f"twenty at once: {took:.1f} s;", *(f"{n} of status {s}" for s, n in
      zip(*np.unique([a[0] for a in answers], return_counts=True))),
      "; without a clear answer:", sum(s != 200 and not (s == 503 and r) for s, r, _ in answers))
if len(sys.argv) > 2:
    with open(f"/proc/{sys.argv[2]}/status") as status:
        print("most memory so far:", next(line for line in status if line.startswith("VmHWM")).split(":")[1].strip())
