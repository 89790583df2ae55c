package coursetest

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// LeastTasks and MostTasks are how many tasks a lab has.
const (
	LeastTasks = 3
	MostTasks  = 6
)

// A labRun is a lab as one has done it, with the cell that has to fail, or -1, and how.
type labRun struct {
	Name  string   `json:"name"`
	Cells []string `json:"cells"`
	Fails int      `json:"fails"`
	Error string   `json:"error"`
}

// labDrawn is how often the solved lab is run, since its checks draw their data.
const labDrawn = 3

// lab holds that the lesson's lab runs where it is solved; that it fails, where one task is left open, in the cell that
// checks it; and that this cell refuses each likely slip.
func lab(t *testing.T, l *course.Lesson) {
	if l.Lab == "" {
		t.Fatalf("%s: the lesson has no Lab: a program in which the reader writes its method", ofLesson())
	}
	cells, err := l.LabCells()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(l.LabTasks()); n < LeastTasks || n > MostTasks {
		t.Errorf("%s: it has %d tasks, not %d to %d", inFolder("lab.py"), n, LeastTasks, MostTasks)
	}
	for _, run := range unlike(t, labRuns(cells)) {
		t.Errorf("%s: %s", inFolder("lab.py"), run)
	}
}

// labRuns are the ways in which a lab is run.
func labRuns(cells []course.LabCell) (runs []labRun) {
	var programs []course.LabCell
	var solved []string
	for _, c := range cells {
		if c.Prose == "" {
			programs, solved = append(programs, c), append(solved, c.Code)
		}
	}
	with := func(at int, code string) []string {
		all := slices.Clone(solved)
		all[at] = code
		return all[:min(at+2, len(all))]
	}
	for range labDrawn {
		runs = append(runs, labRun{"solved", solved, -1, ""})
	}
	for at, c := range programs {
		if c.Open == "" {
			continue
		}
		runs = append(runs, labRun{c.Name + " left open", with(at, c.Open), at + 1, "NotImplementedError"})
		for _, wrong := range c.Wrong {
			runs = append(runs, labRun{c.Name + ", " + wrong.Name, with(at, wrong.Code), at + 1, "AssertionError"})
		}
	}
	return runs
}

// unlike runs them, and says which do not end as they have to.
func unlike(t *testing.T, runs []labRun) []string {
	t.Helper()
	dir := t.TempDir()
	put(t, dir, "lab.py", labDriver)
	put(t, dir, "runs.json", course.Must(json.Marshal(runs)))
	out := strings.TrimSpace(string(Output(t, dir, "/usr/bin/python3", "lab.py", "runs.json")))
	if out == "" {
		return nil
	}
	return strings.Split(out, "\n")
}

// labDriver runs labs.
//
//go:embed lab.py
var labDriver []byte
