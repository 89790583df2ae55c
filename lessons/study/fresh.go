package study

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// Fresh are rows of a second table, with the inputs that a design has.
type Fresh struct {
	Rows    []int       // m rows of the second table, from 0
	X       [][]float64 // m×p
	Y       []float64   // m responses, NaN where there is none; nil of classes
	Labels  []int       // m places in the classes of the design, −1 for none of them; nil where a response is predicted
	Filled  int         // numbers for which a median stands
	LeftOut int         // rows with a gap, where such rows are left out
	Unseen  []string    // words that no open row has: they are as if nothing stood there
}

// Fresh takes the inputs of a design, made of one table, from the columns with the same names of another, in any order:
// medians, means and standard deviations are those of the design. The error, an [own.Refusal], names the columns
// that are not there, or that are something else.
func (d *Design) Fresh(of, t *own.Table, m Missing) (*Fresh, error) {
	f := &Fresh{}
	taken, err := d.taken(of, t)
	if err != nil {
		return nil, err
	}
	for i := range t.Len() {
		gap := false
		x := make([]float64, len(d.Inputs))
		filled := 0
		for j, in := range d.Inputs {
			v, there := taken[in.Column].at(in, i)
			if x[j] = v; !there {
				gap = true
			}
			if !there && !in.Word {
				filled++
			}
		}
		if gap && m == LeaveOut {
			f.LeftOut++
			continue
		}
		f.Rows, f.X, f.Filled = append(f.Rows, i), append(f.X, x), f.Filled+filled
	}
	if len(f.Rows) == 0 {
		return nil, own.Refusal("The second table has no row that can be predicted.")
	}
	for _, j := range d.Columns() {
		f.Unseen = append(f.Unseen, d.unseen(j, taken[j])...)
	}
	f.respond(d, of, t)
	return f, nil
}

// A takenColumn is a column of the second table, as the first has it.
type takenColumn struct {
	name    string
	numbers []float64 // of numbers
	words   []string  // of words, "" for none
}

// at is an input in a row, and whether there is anything.
func (c takenColumn) at(in Input, row int) (v float64, there bool) {
	switch {
	case c.words != nil:
		if c.words[row] == in.Says {
			v = indicator
		}
		return v, c.words[row] != ""
	case in.Word:
		if math.IsNaN(c.numbers[row]) {
			v = indicator
		}
		return v, true
	}
	if v = c.numbers[row]; math.IsNaN(v) {
		return (in.Median - in.Mean) / in.SD, false
	}
	return (v - in.Mean) / in.SD, true
}

// named is the column of that name; of one that is written in other cases, if there is none.
func named(t *own.Table, name string) *own.Column {
	for _, same := range []func(string) bool{func(s string) bool { return s == name },
		func(s string) bool { return strings.EqualFold(s, name) }} {
		for j := range t.Columns {
			if same(t.Columns[j].Name) {
				return &t.Columns[j]
			}
		}
	}
	return nil
}

// taken are the columns of the second table by those of the first that inputs come from.
func (d *Design) taken(of, t *own.Table) (map[int]takenColumn, error) {
	taken := map[int]takenColumn{}
	var gone []string
	for _, j := range d.Columns() {
		c, other := &of.Columns[j], named(t, of.Columns[j].Name)
		if other == nil {
			gone = append(gone, "“"+c.Name+"”")
			continue
		}
		as, why := takenColumn{name: c.Name}, ""
		if c.Kind == own.Word {
			as.words, why = wordsOf(other, t.Len())
		} else if other.Kind == own.Empty {
			as.numbers = slices.Repeat([]float64{math.NaN()}, t.Len())
		} else {
			as.numbers, why = other.In(c)
		}
		if why != "" {
			return nil, own.Refusal(fmt.Sprintf("“%s” %s in the second table.", c.Name, why))
		}
		taken[j] = as
	}
	if len(gone) > 0 {
		return nil, own.Refusal("The second table has no column " + strings.Join(gone, ", ") + ".")
	}
	return taken, nil
}

// wordsOf are the words of a column; numbers may be words too.
func wordsOf(c *own.Column, rows int) (words []string, why string) {
	if c.Kind == own.Text {
		return nil, fmt.Sprintf("has more than %d different words", own.MaxClasses)
	}
	words = make([]string, rows)
	for i := range words {
		if !c.Has(i) {
			continue
		}
		if c.Kind == own.Word {
			words[i] = c.Words[c.Index[i]]
		} else {
			words[i] = course.FormatNumber(c.Numbers[i])
		}
	}
	return words, ""
}

// unseen are the words of a column that no input indicates.
func (d *Design) unseen(j int, c takenColumn) (words []string) {
	for _, word := range c.words {
		known := word == "" || slices.ContainsFunc(d.Inputs, func(in Input) bool {
			return in.Column == j && in.Word && in.Says == word
		})
		if word = c.name + " = " + word; !known && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// respond has what is to be predicted, where the second table has it.
func (f *Fresh) respond(d *Design, of, t *own.Table) {
	target := named(of, d.Out.Name)
	c := named(t, d.Out.Name)
	if c == nil || c.Kind != own.Number && c.Kind != own.Word {
		return
	}
	if d.Labels == nil {
		if y, why := c.In(target); why == "" {
			f.Y = engine.Pick(y, f.Rows)
		}
		return
	}
	labels, names := t.Labelled(slices.IndexFunc(t.Columns, func(o own.Column) bool { return o.Name == c.Name }))
	for _, i := range f.Rows {
		label := -1
		if labels[i] >= 0 {
			label = slices.Index(d.Classes, names[labels[i]])
		}
		f.Labels = append(f.Labels, label)
	}
}

// A forecast is what the fit makes of fresh rows.
type forecast struct {
	*Fresh
	predicted [][]float64 // m×1 responses, or m×c probabilities
	distance  []float64   // m, to the nearest open row, with inputs standardised
	far       float64     // the distance from which on a row is far from all that was fitted
}

// kernel is the predictor of the kernel, fitted to all open rows.
func (f *fitted) kernel() predictor {
	return f.sample(f.Open, nil).fromTuned(f.tuned, f.targets, f.mean)
}

// predictor is that of the method shown, fitted to all open rows.
func (s *study) predictor(ctx context.Context) (predictor, error) {
	if s.ofKernel() {
		return s.kernel(), nil
	}
	return s.fitTo(ctx, s.method, s.plan, Folds, s.Open)
}

// forecast predicts fresh rows. A row is far where it is farther from every open row than 99 in 100 of these are from
// each other open row, or from those of other groups.
func (s *study) forecast(ctx context.Context, fresh *Fresh) (*forecast, error) {
	f := &forecast{Fresh: fresh, far: engine.Quantile(s.apart(), 0.99)}
	predict, err := s.predictor(ctx)
	if err != nil {
		return nil, err
	}
	for i, x := range fresh.X {
		if i%64 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		f.predicted = append(f.predicted, predict(x))
		nearest := math.Inf(1)
		for _, row := range s.tuned.X {
			nearest = math.Min(nearest, squared(x, row, nil))
		}
		f.distance = append(f.distance, math.Sqrt(nearest))
	}
	return f, nil
}

// apart are the distances from each open row to the nearest that is not left out with it.
func (f *fitted) apart() (distances []float64) {
	for _, group := range f.tuned.Groups {
		for _, i := range group {
			nearest := math.Inf(1)
			for j, row := range f.tuned.X {
				if !slices.Contains(group, j) {
					nearest = math.Min(nearest, squared(f.tuned.X[i], row, nil))
				}
			}
			distances = append(distances, math.Sqrt(nearest))
		}
	}
	return distances
}

// isFar reports whether the k-th row is far from all that was fitted.
func (f *forecast) isFar(k int) bool { return f.distance[k] > f.far }

// same is how many rows have the inputs of an open row.
func (f *forecast) same() (n int) {
	for _, d := range f.distance {
		if d == 0 {
			n++
		}
	}
	return n
}

// missed is by how much the rows are missed of which the table says what is predicted: squared, or 1 of another class.
func (f *forecast) missed() (missed []float64) {
	for k, predicted := range f.predicted {
		switch {
		case f.Y != nil && !math.IsNaN(f.Y[k]):
			missed = append(missed, (f.Y[k]-predicted[0])*(f.Y[k]-predicted[0]))
		case f.Labels != nil && f.Labels[k] >= 0:
			wrong := 0.0
			if floats.MaxIdx(predicted) != f.Labels[k] {
				wrong = 1
			}
			missed = append(missed, wrong)
		}
	}
	return missed
}

// bytes is what it takes.
func (f *forecast) bytes() int {
	return len(f.Rows)*(8*len(f.X[0])+8*len(f.predicted[0])+80) + 256
}
