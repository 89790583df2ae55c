"""Reference numbers for trees, by scikit-learn.

    /usr/bin/python3 reference_trees.py > reference_trees.json

Run in this directory, for a test with some of the seeds as arguments: all take a processor 40 s. scikit-learn compares inputs as 32-bit numbers, so those are in the file. Where
random numbers decide, the file has what each of ten seeds gives: the root mean squared error or log loss
out of bag, and the least loss in five folds. Where they do not, five seeds, which
are orders of the inputs to a tree, give the same numbers, so that its splits are unique.
"""
import csv
import json
import sys

import numpy as np
from sklearn.datasets import load_breast_cancer, load_diabetes, make_friedman1
from sklearn.ensemble import (GradientBoostingClassifier, GradientBoostingRegressor, RandomForestClassifier,
                              RandomForestRegressor)
from sklearn.metrics import log_loss
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

SEEDS = [int(seed) for seed in sys.argv[1:]] or range(10)
STAGES = 50


def short(a):
    return np.float32(np.asarray(a, dtype=float)).astype(float)


def wine():
    with open("../../lessons/data/wine.csv", newline="") as f:
        rows = [[float(v) for v in row] for row in list(csv.reader(f))[1:]]
    return np.array(rows)[:, :-1], np.array(rows)[:, -1].astype(int)


def every_third(data):
    x, y = data
    return x[::3], y[::3]


def friedman(classes=0):
    """Friedman's function; or classes with the same number of rows each, by its value."""
    x, y = make_friedman1(200, n_features=5 if classes else 10, noise=1, random_state=5)
    if classes:
        y = np.searchsorted(np.quantile(y, np.arange(1, classes) / classes), y)
    return np.round(x, 4), np.round(y, 4)


sets = {"friedman": friedman(), "two": friedman(2), "three": friedman(3),
        "diabetes": (load_diabetes(scaled=False).data, load_diabetes().target),
        "cancer": every_third(load_breast_cancer(return_X_y=True)), "wine": wine()}
sets = {name: (short(x), y) for name, (x, y) in sets.items()}
out = {"data": {name: {"x": [[float(repr(np.float32(v))) for v in row] for row in x], "y": y.tolist()}
                for name, (x, y) in sets.items()},
       "trees": [], "stages": [], "forests": [], "boosts": []}


def agreed(make, x, y, classes):
    """The values at x that every order of the inputs gives, a row for each; of the rows, the first 40."""
    answers = []
    for seed in range(5):
        fit = make(seed).fit(x, y)
        answers.append(fit.predict_proba(x) if classes else fit.predict(x)[:, None])
        assert np.allclose(answers[-1], answers[0], rtol=0, atol=1e-9), "a split is not unique"
    return np.round(answers[0][:40], 13).tolist()


for name, depth, leaf in [("friedman", 3, 10), ("friedman", None, 8), ("diabetes", 3, 10), ("two", 3, 10),
                          ("three", 3, 10)]:
    x, y = sets[name]
    classes = name in ("two", "three")
    tree = DecisionTreeClassifier if classes else DecisionTreeRegressor
    values = agreed(lambda seed: tree(max_depth=depth, min_samples_leaf=leaf, random_state=seed), x, y, classes)
    out["trees"].append({"data": name, "depth": depth or 0, "leaf": leaf, "values": values})

for name in ["friedman", "diabetes", "two", "three"]:
    x, y = sets[name]
    classes = name in ("two", "three")
    boost = GradientBoostingClassifier if classes else GradientBoostingRegressor
    for stages in [2, 20]:
        values = agreed(lambda seed: boost(criterion="squared_error", n_estimators=stages, max_depth=2,
                                           min_samples_leaf=10, random_state=seed), x, y, classes)
        out["stages"].append({"data": name, "stages": stages, "depth": 2, "leaf": 10, "values": values})


for name in ["friedman", "diabetes", "cancer", "wine"]:
    x, y = sets[name]
    classes = name in ("cancer", "wine")
    oob, losses = [], []
    for seed in SEEDS:
        if classes:
            f = RandomForestClassifier(300, oob_score=True, random_state=seed).fit(x, y)
            oob.append(log_loss(y, f.oob_decision_function_))
        else:
            f = RandomForestRegressor(300, max_features=1 / 3, oob_score=True, random_state=seed).fit(x, y)
            oob.append(np.sqrt(np.mean((y - f.oob_prediction_) ** 2)))
        folds = (StratifiedKFold if classes else KFold)(5, shuffle=True, random_state=seed)
        loss = np.zeros(STAGES)
        for train, test in folds.split(x, y):
            if classes:
                b = GradientBoostingClassifier(n_estimators=STAGES, random_state=seed).fit(x[train], y[train])
                loss += [len(test) * log_loss(y[test], p, labels=np.unique(y)) for p in b.staged_predict_proba(x[test])]
            else:
                b = GradientBoostingRegressor(n_estimators=STAGES, random_state=seed).fit(x[train], y[train])
                loss += [np.sum((y[test] - p) ** 2) for p in b.staged_predict(x[test])]
        losses.append(min(loss) / len(y))
    out["forests"].append({"data": name, "errors": list(map(float, oob))})
    out["boosts"].append({"data": name, "stages": STAGES, "losses": list(map(float, losses))})

json.dump(out, sys.stdout)
sys.stdout.write("\n")
