"""Runs the cells of labs in several variants, in each with what one may do wrong.

Its argument is a file of JSON: a list of variants, each with a name, cells, and where it must fail (the place of a
cell, or -1) and with which error. It prints a line for each that does otherwise.
"""

import contextlib
import io
import json
import sys


def execute(cells):
    """The place of the cell that fails, with its error; -1 where none does."""
    space = {"__name__": "__main__"}
    for place, cell in enumerate(cells):
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(cell, f"cell {place}", "exec"), space)
        except Exception as error:
            return place, error
    return -1, None


with open(sys.argv[1]) as file:
    variants = json.load(file)
for v in variants:
    place, error = execute(v["cells"])
    kind = type(error).__name__ if error is not None else ""
    if (place, kind) != (v["fails"], v["error"]):
        print(f"{v['name']}: cell {place} ends with {kind} ({error}), where cell {v['fails']} has to with {v['error']}")
    elif kind == "AssertionError" and not str(error):
        print(f"{v['name']}: cell {place} refuses it without a word")
