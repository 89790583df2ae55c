// Package study fits a reader's table on all its columns, and judges the fit: kernel ridge
// regression with a Gaussian kernel, whose bandwidth and λ are chosen by leaving rows out, beside a
// reader's other choices, each at its own best, on rows that the choosing did not see.
package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// Bounds of a study.
const (
	MostRows    = 600 // of a table with more, a random sample is studied; of fewer with many inputs and classes
	MostInputs  = 200 // columns of X
	LeastRows   = 8   // with a response
	leastToSeal = 50  // of fewer rows none are sealed
)

// Missing is what is done about a number that is not there.
type Missing string

// What may be done: the median of the open rows stands in, and an input says so; or the row is left out.
const (
	Fill     Missing = "fill"
	LeaveOut Missing = "leave-out"
)

// Seal is which rows are kept from all choosing. Of rows that belong together it is whole groups, see [GroupsOf].
type Seal string

// A fifth of the rows at random; or the last fifth, for rows in time.
const (
	AtRandom Seal = "random"
	TheLast  Seal = "last"
)

// Plan says how a table is studied.
type Plan struct {
	Missing Missing
	Seal    Seal
	Words   bool   // columns of words are inputs too
	Class   bool   // the class is predicted, and not the response
	Seed    uint64 // of the sealed rows and of all folds
}

// target is the column that is predicted; −1 for none.
func (p Plan) target(c own.Choice) int {
	if p.Class {
		return c.Class
	}
	return c.Y
}

// An Input is a column of X.
type Input struct {
	Name   string
	Column int    // of the table
	Word   bool   // it indicates a word, or that a number is missing
	Says   string // the word that it indicates; "" that a number is missing
	Unit   string
	Mean   float64 // of a number over the open rows, and its standard deviation
	SD     float64
	Median float64 // of a number over the open rows, which stands for one that is missing
}

// A Design is a table's rows as a fit has them: n rows, p inputs.
type Design struct {
	Inputs  []Input     // p
	X       [][]float64 // n×p; numbers have mean 0 and standard deviation 1 over the open rows
	Y       []float64   // n responses as measured; nil where classes are predicted
	Labels  []int       // n places in Classes; nil where a response is
	Classes []string
	Rows    []int // n rows of the table, from 0, in their order
	Open    []int // places in Rows, in their order
	Sealed  []int // the others; none of few rows

	Groups    []int  // n, the group of each row: its rows are left out together; nil where each is alone
	GroupedBy string // the column that names the groups

	Out      own.Input // what is predicted
	Filled   int       // numbers for which a median stands
	LeftOut  int       // rows that are not used: with nothing to be predicted, or with a gap
	Of       int       // rows that could be used, of which Rows were drawn
	Constant []string  // columns without two different values over the open rows
}

// NewDesign takes the inputs, what is to be predicted and the rows of a table. Medians, means and standard
// deviations are those of the open rows alone, so that nothing of a sealed row is in the fit. A word is
// an indicator of √½: two rows with different words are 1 apart. The error is an [own.Refusal].
func NewDesign(t *own.Table, c own.Choice, plan Plan) (*Design, error) {
	d := &Design{}
	target, kind := plan.target(c), "response y"
	if plan.Class {
		kind = "class"
	}
	if target < 0 {
		return nil, own.Refusal("Choose y or a class on the page of the table: nothing is to be predicted yet.")
	}
	columns := inputColumns(t, c, target, plan)
	if len(columns) == 0 {
		return nil, own.Refusal("Choose a column as x on the page of the table: there is nothing to predict from.")
	}
	groups, err := plan.groups(t, target)
	if err != nil {
		return nil, err
	}
	d.Rows = usableRows(t, columns, target, groups, plan.Missing)
	d.LeftOut, d.Of = t.Len()-len(d.Rows), len(d.Rows)
	if len(d.Rows) < LeastRows {
		return nil, own.Refusal(fmt.Sprintf("It takes %d rows with a %s and all inputs to leave some out: here are %d.",
			LeastRows, kind, len(d.Rows)))
	}
	most := min(mostRows(t, columns, target, plan), mostOfGroups(groups, d.Rows))
	if err := d.draw(t, plan, groups, most); err != nil {
		return nil, err
	}
	d.respond(t, target, plan.Class)
	if err := d.doubtful(); err != nil {
		return nil, err
	}
	for _, j := range columns {
		before := len(d.Inputs)
		if d.add(t, j); len(d.Inputs) == before {
			d.Constant = append(d.Constant, t.Columns[j].Name)
		}
	}
	if len(d.Inputs) == 0 {
		return nil, own.Refusal("Each x is the same in all open rows: there is nothing to predict from.")
	}
	if len(d.Inputs) > MostInputs {
		return nil, own.Refusal(fmt.Sprintf("The columns make %d inputs, one for each word: at most %d are fitted.",
			len(d.Inputs), MostInputs))
	}
	return d, nil
}

// inputColumns are the numbers that are chosen and, if asked for, all columns of words: without that which names
// groups of rows.
func inputColumns(t *own.Table, c own.Choice, target int, plan Plan) (columns []int) {
	for j := range t.Columns {
		switch {
		case j == target, j == plan.Seal.column():
		case slices.Contains(c.X, j), plan.Class && j == c.Y && len(c.X) == 1, // as the plane of a figure has them
			plan.Words && t.Columns[j].Kind == own.Word:
			columns = append(columns, j)
		}
	}
	return columns
}

// usableRows are those with something to be predicted, in a group where there are any and, where gaps are not filled,
// without any.
func usableRows(t *own.Table, columns []int, target int, groups []int, m Missing) (rows []int) {
	for i := range t.Len() {
		if !t.Columns[target].Has(i) || groups != nil && groups[i] < 0 {
			continue
		}
		if m == LeaveOut && slices.ContainsFunc(columns, func(j int) bool { return !t.Columns[j].Has(i) }) {
			continue
		}
		rows = append(rows, i)
	}
	return rows
}

// mostRows are as many as all methods can be fitted to in seconds: fewer than MostRows of hundreds of inputs and
// many classes.
func mostRows(t *own.Table, columns []int, target int, plan Plan) int {
	inputs, classes := 0, 1
	for _, j := range columns {
		inputs += max(1, len(t.Columns[j].Words))
	}
	if plan.Class {
		_, names := t.Labelled(target)
		classes = trees(len(names))
	}
	return min(MostRows, max(leastToSeal, boostBudget/leastStages/(inputs*classes)))
}

// draw takes so many rows at most, and seals a fifth of them.
func (d *Design) draw(t *own.Table, plan Plan, groups []int, most int) error {
	rng := rand.New(rand.NewPCG(plan.Seed, 0))
	if n := len(d.Rows); n > most {
		kept := make([]int, most)
		for k, i := range rng.Perm(n)[:most] {
			kept[k] = d.Rows[i]
		}
		slices.Sort(kept)
		d.Rows = kept
	}
	n, sealed := len(d.Rows), 0
	if n >= leastToSeal {
		sealed = n / 5
	}
	if groups != nil {
		return d.drawGroups(t, plan, groups, sealed, rng)
	}
	order := course.Indices(n)
	if plan.Seal != TheLast {
		rng.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	d.Open, d.Sealed = slices.Sorted(slices.Values(order[:n-sealed])), slices.Sorted(slices.Values(order[n-sealed:]))
	return nil
}

// respond has what is to be predicted.
func (d *Design) respond(t *own.Table, target int, class bool) {
	c := &t.Columns[target]
	d.Out = own.Input{Name: c.Name, Unit: c.Unit}
	if !class {
		for _, i := range d.Rows {
			d.Y = append(d.Y, c.Numbers[i])
		}
		return
	}
	labels, names := t.Labelled(target)
	d.Labels, d.Classes = engine.Pick(labels, d.Rows), names
}

// doubtful says why what is to be predicted cannot be judged.
func (d *Design) doubtful() error {
	if d.Labels == nil {
		y := engine.Pick(d.Y, d.Open)
		if slices.Min(y) == slices.Max(y) {
			return own.Refusal("y is the same in all open rows: there is nothing to predict.")
		}
		return nil
	}
	counts := make([]int, len(d.Classes))
	for _, i := range d.Open {
		counts[d.Labels[i]]++
	}
	if there := slices.DeleteFunc(counts, func(n int) bool { return n < 2 }); len(there) < 2 {
		return own.Refusal("It takes two classes of two rows each or more to tell one from the other.")
	}
	return nil
}

// add has a column of the table as inputs: a number, and whether it is missing, or an indicator for each word.
func (d *Design) add(t *own.Table, j int) {
	c := &t.Columns[j]
	if c.Kind == own.Word {
		for w, word := range c.Words {
			d.indicate(Input{Name: c.Name + " = " + word, Column: j, Says: word},
				func(row int) bool { return c.Index[row] == w })
		}
		return
	}
	var there []float64
	for _, i := range d.Open {
		if v := c.Numbers[d.Rows[i]]; !math.IsNaN(v) {
			there = append(there, v)
		}
	}
	if len(there) > 0 && slices.Min(there) < slices.Max(there) {
		d.number(t, j, engine.Median(there))
	}
	d.indicate(Input{Name: c.Name + " is missing", Column: j},
		func(row int) bool { return math.IsNaN(c.Numbers[row]) })
}

// number has a column of numbers, a median for those missing, standardised over the open rows.
func (d *Design) number(t *own.Table, j int, median float64) {
	c := &t.Columns[j]
	values := make([]float64, len(d.Rows))
	for i, row := range d.Rows {
		if values[i] = c.Numbers[row]; math.IsNaN(values[i]) {
			values[i] = median
			d.Filled++
		}
	}
	s := engine.Standardize(engine.Column(engine.Pick(values, d.Open)))
	for i, v := range s.Apply(engine.Column(values)) {
		values[i] = v[0]
	}
	d.append(Input{Name: c.Name, Column: j, Unit: c.Unit, Mean: s.Mean[0], SD: s.SD[0],
		Median: median}, values)
}

// indicator is an input where it is so: two rows with different words are 1 apart.
const indicator = math.Sqrt2 / 2

// indicate has an input of √½ where something is so, unless it is so of all open rows or of none.
func (d *Design) indicate(in Input, so func(row int) bool) {
	values, count := make([]float64, len(d.Rows)), 0
	for i, row := range d.Rows {
		if so(row) {
			values[i] = indicator
		}
	}
	for _, i := range d.Open {
		if values[i] > 0 {
			count++
		}
	}
	if count > 0 && count < len(d.Open) {
		in.Word = true
		d.append(in, values)
	}
}

func (d *Design) append(in Input, values []float64) {
	if d.X == nil {
		d.X = make([][]float64, len(d.Rows))
	}
	d.Inputs = append(d.Inputs, in)
	for i, v := range values {
		d.X[i] = append(d.X[i], v)
	}
}

// Columns are the table's columns that inputs come from, each once, in their order.
func (d *Design) Columns() (columns []int) {
	for _, in := range d.Inputs {
		if !slices.Contains(columns, in.Column) {
			columns = append(columns, in.Column)
		}
	}
	return columns
}

// Targets are what is fitted, a row for each response or class and a column for each of the rows at
// those places: y less its mean over them, or ±1, 1 of the class.
func (d *Design) Targets(at []int) (Y [][]float64, mean float64) { return d.sample(at, nil).targets() }
