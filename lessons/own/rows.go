package own

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
)

// Rows are the numbers of a table as they were chosen.
type Rows struct {
	Inputs []Input
	X      [][]float64 // n×p
	Out    Input       // what Y is
	Y      []float64   // nil where no response is chosen
	Mean   float64     `json:"-"` // what was taken off Y, in the unit of Out
	// Median is the median distance of two rows of X, of those that differ where most do not: they
	// are then Alike. 0 is none.
	Median  float64  `json:"-"`
	Alike   bool     `json:"-"`
	Classes []string // in the order of the labels
	Labels  []int    // 0, 1, … into Classes; nil where no class is chosen
	Of      int      `json:"-"` // how many rows the table has of which these were drawn
}

// Input is what a column measures.
type Input struct{ Name, Unit string }

// asMeasured is the farthest from 0 that figures are made for. Inputs that go beyond are
// standardised, and responses are in thousands, millions, ….
const asMeasured = 1e6

// drawnSeed is that of the rows drawn of a table that has more than a figure can take.
const drawnSeed = 1

// Rows are the rows of the table with all that is chosen, at most so many: of more a random
// sample, always the same one, in the order of the table. Inputs are standardised over all
// rows. What it returns may be shared, and is not to be changed.
func (t *Table) Rows(c Choice, most int) Rows {
	key := fmt.Sprint(c, most)
	t.mu.Lock()
	r, there := t.drawn[key]
	t.mu.Unlock()
	if there {
		return r
	}
	r = t.rows(c, most)
	if most > mostKept {
		return r
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.drawn == nil || len(t.drawn) == keptRows {
		t.drawn = map[string]Rows{}
	}
	t.drawn[key] = r
	return r
}

// A table keeps so many of its Rows, of so many rows at most.
const keptRows, mostKept = 4, 500

func (t *Table) rows(c Choice, most int) Rows {
	rows := t.good(c)
	r := Rows{Of: len(rows)}
	for _, j := range c.X {
		r.Inputs = append(r.Inputs, Input{t.Columns[j].Name, t.Columns[j].Unit})
	}
	if len(rows) == 0 {
		return r
	}
	for _, i := range rows {
		x := make([]float64, len(c.X))
		for k, j := range c.X {
			x[k] = t.Columns[j].Numbers[i]
		}
		r.X = append(r.X, x)
	}
	if c.Standardise || beyond(r.X) {
		r.X = engine.Standardize(r.X).Apply(r.X)
		for k := range r.Inputs {
			r.Inputs[k] = Input{Name: r.Inputs[k].Name + ", standardised"}
		}
	}
	if c.Y >= 0 {
		r.respond(&t.Columns[c.Y], rows, c.Level)
	}
	if c.Class >= 0 {
		r.classify(t, c.Class, rows)
	}
	if len(rows) > most {
		r.draw(most)
	}
	r.Median, r.Alike = MedianDistance(r.X[:min(len(r.X), mostKept)]) // of the first where there are many
	return r
}

// MedianDistance is the median distance of two rows, of those that differ where most do not: they are then
// alike. 0 is none.
func MedianDistance(x [][]float64) (median float64, alike bool) {
	d := engine.PairwiseDistances(engine.Euclidean, x)
	differ := slices.DeleteFunc(slices.Clone(d), func(v float64) bool { return v == 0 })
	if len(differ) == 0 {
		return 0, false
	}
	if alike = 2*len(differ) < len(d); !alike {
		differ = d
	}
	return engine.Median(differ), alike
}

func beyond(x [][]float64) bool {
	return slices.ContainsFunc(x, func(x []float64) bool {
		return slices.ContainsFunc(x, func(v float64) bool { return math.Abs(v) > asMeasured })
	})
}

// respond has the responses, less their mean unless they are level, in a power of ten that keeps
// them within bounds. What was done is said in the name.
func (r *Rows) respond(c *Column, rows []int, level bool) {
	r.Out = Input{c.Name, c.Unit}
	for _, i := range rows {
		r.Y = append(r.Y, c.Numbers[i])
	}
	if r.Mean = stat.Mean(r.Y, nil); level || math.Abs(r.Mean) < leastMean*stat.StdDev(r.Y, nil) {
		r.Mean = 0
	}
	floats.AddConst(-r.Mean, r.Y)
	most := math.Max(floats.Max(r.Y), -floats.Min(r.Y))
	if r.Mean != 0 {
		sign := "−"
		if r.Mean < 0 {
			sign = "+"
		}
		mean, _ := strconv.ParseFloat(fmt.Sprintf("%.4g", math.Abs(r.Mean)), 64) // it has been written
		r.Out.Name += " " + sign + " " + strconv.FormatFloat(mean, 'f', -1, 64)
	}
	if most <= asMeasured {
		return
	}
	power := 3 * int(math.Ceil(math.Log10(most/asMeasured)/3))
	floats.Scale(1/math.Pow10(power), r.Y)
	r.Out.Name += map[int]string{3: ", in thousands", 6: ", in millions"}[power]
}

// leastMean is the mean, in standard deviations, that is worth taking off.
const leastMean = 1e-9

// classes are the different values of a column, in their order.
func (t *Table) classes(j int) []string {
	c := &t.Columns[j]
	if c.Kind == Word {
		return c.Words
	}
	var values []float64
	for _, v := range c.Numbers {
		if !math.IsNaN(v) && !slices.Contains(values, v) {
			if values = append(values, v); len(values) > MaxClasses {
				break
			}
		}
	}
	slices.Sort(values)
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = written(v)
	}
	return names
}

func written(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Labelled are the classes of a column and, for each row of the table, the place of its own among
// them; −1 for none. A class of numbers is called by them and by its column.
func (t *Table) Labelled(j int) (labels []int, names []string) {
	c := &t.Columns[j]
	all := t.classes(j)
	if c.Kind == Word {
		return c.Index, all
	}
	for _, v := range c.Numbers {
		labels = append(labels, slices.Index(all, written(v)))
	}
	for _, name := range all {
		names = append(names, fmt.Sprintf("%s = %s", c.Name, name))
	}
	return labels, names
}

// classify has the labels.
func (r *Rows) classify(t *Table, j int, rows []int) {
	labels, names := t.Labelled(j)
	for _, i := range rows {
		r.Labels = append(r.Labels, labels[i])
	}
	r.Classes = slices.Clone(names)
}

// draw keeps so many of the rows.
func (r *Rows) draw(most int) {
	kept := rand.New(rand.NewPCG(drawnSeed, 0)).Perm(len(r.X))[:most]
	slices.Sort(kept)
	for to, from := range kept {
		r.X[to] = r.X[from]
		if r.Y != nil {
			r.Y[to] = r.Y[from]
		}
		if r.Labels != nil {
			r.Labels[to] = r.Labels[from]
		}
	}
	r.X = r.X[:most:most]
	if r.Y != nil {
		r.Y = r.Y[:most:most]
	}
	if r.Labels != nil {
		r.Labels = r.Labels[:most:most]
	}
}

// Text holds the rows whole, for keys of a memo, which are values: what is computed of a
// table is kept under its numbers and never under its id.
func (r Rows) Text() string {
	b, err := json.Marshal(r)
	if err != nil {
		panic("own: " + err.Error()) // numbers are finite
	}
	return string(b)
}

// ReadRows are the rows that a text holds.
func ReadRows(text string) (r Rows) {
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		panic("own: " + err.Error()) // Text has written it
	}
	r.Of = len(r.X)
	return r
}
