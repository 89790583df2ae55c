# Needs nothing but Python's own library.
import json
import urllib.error
import urllib.request


def engine(method, **body):
    request = urllib.request.Request(
        "http://localhost:8080/api/v1/" + method,
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:  # its body says which field is wrong
        raise SystemExit(json.load(error)["detail"])


fit = engine(
    "krr",
    kernel={"name": "gaussian", "bandwidth": "median"},
    x=[[0], [1], [2], [3], [4]],
    y=[1, 2, 0, -1, 0.5],
    **{"lambda": "loo"},
    x_new=[[2.5]],
    deviation=True,
)
print("bandwidth", fit["chosen"]["bandwidth"])
print("lambda", fit["chosen"]["lambda"])
print("alpha", *fit["alpha"])
print("predicted", *fit["predicted"])
print("deviation", *fit["deviation"])
