package course

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLabCells(t *testing.T) {
	l := &Lesson{Slug: "one", Lab: `# %% [markdown]
# # Lab
#
# Write $k$.
# %% Kernel
def k(x, y):
    """k of x and y"""
    # BEGIN SOLUTION
    s = x - y
    return s * s
    # END SOLUTION
    # SLIP no square
    # s = x - y
    # return s
    # SLIP sum
    # return x + y

# %% Check
assert k(1, 3) == 4
`}
	want := []LabCell{
		{Prose: "# Lab\n\nWrite $k$.\n"},
		{Name: "Kernel",
			Code: "def k(x, y):\n    \"\"\"k of x and y\"\"\"\n    s = x - y\n    return s * s\n",
			Open: "def k(x, y):\n    \"\"\"k of x and y\"\"\"\n    raise NotImplementedError\n",
			Wrong: []LabSlip{
				{"no square", "def k(x, y):\n    \"\"\"k of x and y\"\"\"\n    s = x - y\n    return s\n"},
				{"sum", "def k(x, y):\n    \"\"\"k of x and y\"\"\"\n    return x + y\n"}}},
		{Name: "Check", Code: "assert k(1, 3) == 4\n"},
	}
	got, err := l.LabCells()
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("err %v; %s", err, diff)
	}
	if names := l.LabTasks(); len(names) != 1 || names[0] != "Kernel" {
		t.Errorf("its tasks are %q", names)
	}
	for _, wrong := range []string{"import numpy\n# %% A\n", "# %% A\n# BEGIN SOLUTION\n",
		"# %% A\n# BEGIN SOLUTION\n# END SOLUTION\n# BEGIN SOLUTION\n# END SOLUTION\n"} {
		l.Lab = wrong
		if _, err := l.LabCells(); err == nil {
			t.Errorf("nothing is wrong with %q", wrong)
		}
	}
}
