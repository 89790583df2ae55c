"""Runs programs and notebooks, and looks at what the notebooks draw.

Its argument is a file that lists files, one a line, each a program (.py) or a notebook
(.ipynb). Each runs in a name space of its own, a notebook cell by cell. What one prints
is left in file.out, and what it fails with in file.err. A name that is imported and not
used is a failure.

A notebook draws with matplotlib, where a warning is a failure, and its pictures are held
to rules (class Picture). A file.drawn beside it lists what the figure's tables say must
be seen in them, as JSON: lists [kind, columns…], see SEEN.
"""

import ast
import contextlib
import json
import multiprocessing
import os
import sys
import traceback
import warnings

os.environ["OPENBLAS_NUM_THREADS"] = "1"
import matplotlib
import numpy as np
import scipy  # noqa: F401, loaded once for all
import sklearn.kernel_ridge
import sklearn.linear_model

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.collections import PathCollection, QuadMesh
from matplotlib.container import BarContainer

plt.rcParams["figure.dpi"] = 50


class Picture:
    """What one axes shows, in numbers."""

    def __init__(self, axes):
        self.axes = axes
        self.points, self.colours, self.curves, self.images = [], [], [], [image.get_array() for image in axes.images]
        for c in axes.collections:
            if isinstance(c, QuadMesh):
                self.images.append(c.get_array())
            elif isinstance(c, PathCollection) and c.get_offset_transform() == axes.transData:  # a scatter, no contour
                at = np.ma.filled(np.ma.asarray(c.get_offsets(), dtype=float), np.nan)
                self.points.append(at)
                self.hold(len(at) == 0 or c.get_sizes().min() >= 4, f"points of the sizes {np.unique(c.get_sizes())[:5]}")
                if c.get_array() is not None:
                    self.colours.append(np.asarray(c.get_array(), dtype=float))
                    self.hold(len(c.get_array()) == len(at), f"{len(c.get_array())} colours of {len(at)} points")
        for line in axes.lines:
            if line.get_transform() == axes.transData and len(line.get_xdata()) > 0:
                at = np.column_stack(line.get_data(orig=False))  # names as numbers
                if line.get_marker() not in ("None", "", None):
                    self.points.append(at)
                if line.get_linestyle() != "None":
                    self.curves.append(at)
        self.bars = [np.array([bar.get_height() for bar in c]) for c in axes.containers if isinstance(c, BarContainer)]

    def hold(self, rule, otherwise):
        if not rule:
            raise AssertionError(f"the picture has {otherwise}")

    def check(self):
        a = self.axes
        bodies = sum(map(len, self.points + self.curves + self.bars + self.images)) + len(a.collections)
        self.hold(bodies > 0, "axes on which nothing is drawn")
        self.hold(a.get_xlabel() and a.get_ylabel(), "an axis that does not say what it is")
        handles = a.get_legend_handles_labels()[0]
        self.hold(bool(handles) == (a.get_legend() is not None), "names and no legend, or a legend without names")
        for at in self.points:
            self.hold(not np.isinf(at).any(), "points infinitely far away")
            at = at[np.isfinite(at).all(axis=1)]
            for j, scale, limits in ((0, a.get_xscale(), a.get_xlim()), (1, a.get_yscale(), a.get_ylim())):
                v = at[:, j]
                self.hold(scale != "log" or (v > 0).all(), "points that a logarithmic axis has no place for")
                slack = 1e-9 * (max(limits) - min(limits))
                out = (v < min(limits) - slack) | (v > max(limits) + slack)
                self.hold(not out.any(), f"{out.sum()} points outside of {limits}")
        for image in self.images:
            self.hold(np.isfinite(image).all(), "an image with what is no number")


def same(a, b):
    """Whether two sets of points are one, in whatever order, to six digits of their size."""
    if np.shape(a) != np.shape(b):
        return False
    size = np.abs(b).max(initial=1e-300)
    a, b = (v[np.lexsort(np.round(v / (1e-6 * size)).T)] for v in (a, b))
    return np.allclose(a, b, rtol=0, atol=2e-6 * size)


def points(pictures, x, y):
    """Points at (x, y), in one series or in several."""
    want = np.column_stack([x, y])
    for p in pictures:
        if any(same(at, want) for at in p.points):
            return True
        if p.points and same(np.concatenate(p.points), want):
            return True
        if any(same(np.concatenate(p.points[i : i + 2]), want) for i in range(len(p.points) - 1)):
            return True
    return False


def mirrored(pictures, x, y):
    """Points at (x, y), or where a mirror along an axis has them."""
    want = np.abs(np.column_stack([x, y]))
    return any(same(np.abs(at), want) for p in pictures for at in p.points)


def among(pictures, x, y):
    """Points all of which are among those at (x, y)."""
    want = {tuple(v) for v in np.round(np.column_stack([x, y]), 6)}
    return any(len(at) > 0 and all(tuple(v) in want for v in np.round(at, 6)) for p in pictures for at in p.points)


def curve(pictures, x, y):
    """A line through (x, y), as far as both are in sight: at 19 places of 20 to a
    fiftieth of the height of the picture."""
    for p in pictures:
        low, high = sorted(p.axes.get_ylim())
        for at in p.curves:
            at = at[np.argsort(at[:, 0], kind="stable")]
            slack = 1e-9 * np.ptp(p.axes.get_xlim())
            seen = (x >= at[0, 0] - slack) & (x <= at[-1, 0] + slack) & (y > low) & (y < high)
            if not seen.any():  # nor then is the line
                near = (at[:, 0] >= x.min()) & (at[:, 0] <= x.max())
                if near.any() and not np.any((at[near, 1] > low) & (at[near, 1] < high)):
                    return True
                continue
            miss = np.abs(np.interp(x[seen], at[:, 0], at[:, 1]) - y[seen])
            if np.mean(miss < 0.02 * (high - low)) >= 0.95:
                return True
    return False


def heights(pictures, y):
    """Points, bars or a line of the heights y, in order, 19 of 20 to a hundredth; infinite
    ones are not drawn."""
    size = np.abs(y[np.isfinite(y)]).max(initial=1e-300)
    drawn = [at[:, 1] for p in pictures for at in p.points + p.curves] + [bars for p in pictures for bars in p.bars]
    drawn = [np.where(np.isfinite(v), v, np.nan) for v in drawn]
    return any(len(v) == len(y) and np.mean(np.isclose(v, y, rtol=1e-2, atol=1e-6 * size, equal_nan=True)) >= 0.95 for v in drawn)


def colours(pictures, c):
    """Points coloured by c, or by other names of the same classes."""
    for p in pictures:
        for drawn in p.colours:
            if len(drawn) == len(c) and (
                np.allclose(drawn, c, rtol=1e-6, atol=1e-9) or len(set(zip(drawn, c))) == len(set(drawn)) == len(set(c))
            ):
                return True
    return False


def image(pictures, *rows):
    """An image of that matrix, its rows and columns perhaps in another order."""
    want = np.sort(rows, axis=None)
    size = np.abs(want).max(initial=1e-300)
    return any(
        np.size(i) == len(want) and np.allclose(np.sort(i, axis=None), want, rtol=0, atol=1e-6 * size) for p in pictures for i in p.images
    )


SEEN = {f.__name__: f for f in (points, mirrored, among, curve, heights, colours, image)}


def unused(tree):
    used = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
    for n in ast.walk(tree):
        if isinstance(n, (ast.Import, ast.ImportFrom)):
            for name in n.names:
                if (name.asname or name.name).split(".")[0] not in used:
                    yield name.name


def cells(path):
    """The cells of code of a notebook; a program is one."""
    with open(path) as file:
        text = file.read()
    if path.endswith(".ipynb"):
        return ["".join(c["source"]) for c in json.loads(text)["cells"] if c["cell_type"] == "code"]
    return [text]


def execute(path):
    pictures = []

    def show():  # as a notebook does: each call has the pictures since the last
        for number in plt.get_fignums():
            figure = plt.figure(number)
            figure.canvas.draw()
            for axes in figure.axes:
                if axes.get_label() != "<colorbar>":
                    pictures.append(Picture(axes))
                    pictures[-1].check()
            if not figure.axes:
                raise AssertionError("a picture is empty")
        plt.close("all")

    plt.show = show
    space, sources = {"__name__": "__main__"}, cells(path)
    for i, source in enumerate(sources):
        with warnings.catch_warnings():
            if source.startswith("# Picture\n"):
                warnings.simplefilter("error")
            exec(compile(source, f"{path}, cell {i + 1}", "exec"), space)
        if plt.get_fignums():
            raise AssertionError("a picture is not shown")
    if names := list(unused(ast.parse("\n".join(sources)))):
        raise ImportError(f"imports {names} and does not use it")
    if os.path.exists(path + ".drawn"):
        with open(path + ".drawn") as file:
            wanted = json.load(file)
        missing = [" ".join(name) for name, kind, columns in wanted if not SEEN[kind](pictures, *(np.array(c, dtype=float) for c in columns))]
        if missing:
            raise AssertionError(f"the pictures do not have {missing}")


def run(path):
    plt.close("all")
    with open(path + ".out", "w") as out, contextlib.redirect_stdout(out):
        try:
            execute(path)
        except BaseException:
            with open(path + ".err", "w") as err:
                err.write(traceback.format_exc())


if __name__ == "__main__":
    with open(sys.argv[1]) as files:
        files = files.read().split("\n")
    with multiprocessing.get_context("fork").Pool(2) as pool:
        pool.map(run, files, chunksize=1)
