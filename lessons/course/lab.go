package course

import (
	"fmt"
	"strings"
)

// A LabCell is a cell of a lesson's lab: prose, a program that is given, or a task, whose program the reader writes.
type LabCell struct {
	Name  string // of a program
	Prose string // Markdown, of what is no program
	Code  string // the program, with what is to be written
	Open  string // of a task: the program as the reader finds it
	Wrong []LabSlip
}

// A LabSlip is a wrong way to do a task that is likely: the cell that checks the task has to refuse it.
type LabSlip struct{ Name, Code string }

// The marks of a lab.
const (
	cellMark  = "# %%"
	proseName = "[markdown]"
	beginMark = "# BEGIN SOLUTION"
	endMark   = "# END SOLUTION"
	slipMark  = "# SLIP "
)

// LabCells are the cells of the lesson's lab, none where it has no lab. A lab is a program in Python in which a line
// "# %% Name" opens each part and "# %% [markdown]" opens a comment that is prose. What the reader writes stands
// between "# BEGIN SOLUTION" and "# END SOLUTION", once in a part; likely wrong ways follow, each a comment under
// "# SLIP name". The part after a task checks it.
func (l *Lesson) LabCells() (cells []LabCell, err error) {
	if l.Lab == "" {
		return nil, nil
	}
	before, rest, _ := strings.Cut("\n"+l.Lab, "\n"+cellMark)
	if strings.TrimSpace(before) != "" {
		return nil, fmt.Errorf("lab of %s: something stands before the first %q", l.Slug, cellMark)
	}
	for part := range strings.SplitSeq(rest, "\n"+cellMark) {
		head, body, _ := strings.Cut(part, "\n")
		name := strings.TrimSpace(head)
		body = strings.Trim(body, "\n") + "\n"
		if name == proseName {
			cells = append(cells, LabCell{Prose: uncommented(body)})
			continue
		}
		c, err := labTask(body)
		if err != nil {
			return nil, fmt.Errorf("lab of %s, %s: %w", l.Slug, name, err)
		}
		c.Name = name
		cells = append(cells, c)
	}
	return cells, nil
}

// LabTasks are the names of the tasks of the lesson's lab.
func (l *Lesson) LabTasks() (names []string) {
	cells, _ := l.LabCells() // a slip in one is found by its test
	for _, c := range cells {
		if c.Open != "" {
			names = append(names, c.Name)
		}
	}
	return names
}

// labTask reads a program, in which something may be left to the reader.
func labTask(body string) (LabCell, error) {
	if !strings.Contains(body, beginMark) {
		return LabCell{Code: body}, nil
	}
	before, rest, _ := strings.Cut(body, beginMark+"\n")
	solution, after, ended := strings.Cut(rest, endMark+"\n")
	if !ended || strings.Contains(after, beginMark) {
		return LabCell{}, fmt.Errorf("%q is not followed by one %q", beginMark, endMark)
	}
	indent := before[strings.LastIndex(before, "\n")+1:]
	before, solution = strings.TrimSuffix(before, indent), strings.TrimSuffix(solution, indent)
	slips, after := labSlips(indent, after)
	c := LabCell{Code: before + solution + after, Open: before + indent + "raise NotImplementedError\n" + after}
	for _, s := range slips {
		c.Wrong = append(c.Wrong, LabSlip{s.Name, before + s.Code + after})
	}
	return c, nil
}

// labSlips reads the comments under what is to be written, and returns what stands after them.
func labSlips(indent, text string) (slips []LabSlip, after string) {
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		inside, ok := strings.CutPrefix(line, indent+"#")
		if !ok {
			break
		}
		if name, opens := strings.CutPrefix(line, indent+slipMark); opens {
			slips = append(slips, LabSlip{Name: name})
		} else if len(slips) == 0 {
			break
		} else {
			slips[len(slips)-1].Code += indent + strings.TrimPrefix(inside, " ") + "\n"
		}
		text = rest
	}
	return slips, text
}

// uncommented is a comment's text.
func uncommented(body string) string {
	var b strings.Builder
	for line := range strings.Lines(body) {
		b.WriteString(strings.TrimPrefix(strings.TrimPrefix(line, "#"), " "))
	}
	return b.String()
}
