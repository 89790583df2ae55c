package own

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Choice says what the columns of a table are to a figure.
type Choice struct {
	X           []int // the inputs, by the places of their columns from 0
	Y           int   // the response of a curve; −1 for none
	Class       int   // −1 for none
	Standardise bool  // the inputs have mean 0 and standard deviation 1
	Raw         bool  // they are as measured, also where a figure uses two or more of them
	Level       bool  // the response is as measured, and not less its mean
	Good        bool  // rows with something bad in a chosen column, and lines that are none, are left out
}

// usable are the columns of numbers that can be chosen without losing many rows.
// One that numbers the rows is among them only where there would be no two others.
func (t *Table) usable() (numbers []int) {
	var all []int
	for j := range t.Columns {
		c := &t.Columns[j]
		if c.Kind != Number || 2*c.Missing(t.Len()) > t.Len() {
			continue
		}
		if all = append(all, j); !c.counts() {
			numbers = append(numbers, j)
		}
	}
	if len(numbers) < 2 {
		return all
	}
	return numbers
}

// groups reports whether the column may be a class: some of its words are there twice.
func (c *Column) groups(rows int) bool {
	there := rows - c.Missing(rows)
	return c.Kind == Word && len(c.Words) > 1 && len(c.Words) < there && 2*there >= rows && c.Hint == ""
}

// counts reports whether the column numbers the rows, under no name or one that says so.
func (c *Column) counts() bool {
	switch strings.ToLower(c.Name) {
	case "column 1", "id", "nr", "no", "index", "row":
	default:
		return false
	}
	for i, v := range c.Numbers {
		if v != c.Numbers[0]+float64(i) {
			return false
		}
	}
	return len(c.Numbers) > 2
}

// Two reports whether it is a column of two different numbers, and could be a class.
func (c *Column) Two() bool {
	var seen []float64
	for _, v := range c.Numbers {
		if !math.IsNaN(v) && !slices.Contains(seen, v) {
			if seen = append(seen, v); len(seen) > 2 {
				return false
			}
		}
	}
	return len(seen) == 2
}

// Guess is the choice that a table opens with: the last column of a few words, of which
// some are there twice, is the class,
// or the last of two different numbers where there are inputs beside it; the last column of
// numbers is y. With a class, all numbers are inputs; else all but y.
func (t *Table) Guess() Choice {
	c := Choice{Y: -1, Class: -1}
	numbers := t.usable()
	for j := range t.Columns {
		if t.Columns[j].groups(t.Len()) {
			c.Class = j
		}
	}
	if last := len(numbers) - 1; c.Class < 0 && last >= 2 && t.Columns[numbers[last]].Two() {
		c.Class, numbers = numbers[last], numbers[:last]
	}
	if len(numbers) == 0 {
		return c
	}
	last := len(numbers) - 1
	c.X = numbers
	if last > 0 {
		if c.Y = numbers[last]; c.Class < 0 || last == 1 {
			c.X = numbers[:last]
		}
	}
	c.Standardise = t.wantsStandardising(c.X)
	return c
}

// wantsStandardising reports whether the bandwidths that figures have, 0.01 to 100, are too
// narrow for the inputs, too wide, or not for all of them alike.
func (t *Table) wantsStandardising(columns []int) bool {
	least, most := math.Inf(1), 0.0
	for _, j := range columns {
		lo, hi := t.Columns[j].Span()
		if hi > lo {
			least, most = math.Min(least, hi-lo), math.Max(most, hi-lo)
		}
	}
	return most > 200 || least < 0.2 || most > 10*least
}

// Span is from where to where the numbers of a Number go.
func (c *Column) Span() (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, v := range c.Numbers {
		if !math.IsNaN(v) {
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
	}
	return lo, hi
}

func (c Choice) chosen() (columns []int) {
	columns = append(columns, c.X...)
	for _, j := range []int{c.Y, c.Class} {
		if j >= 0 && !slices.Contains(columns, j) {
			columns = append(columns, j)
		}
	}
	return columns
}

// WithoutTarget is the choice without what is to be predicted among its inputs, unless nothing
// else is: the class, or the response where no class is chosen. With a class the response is that
// of curves, and an input of planes.
func (c Choice) WithoutTarget() Choice {
	target := c.Class
	if target < 0 {
		target = c.Y
	}
	if x := slices.DeleteFunc(slices.Clone(c.X), func(j int) bool { return j == target }); len(x) > 0 {
		c.X = x
	}
	return c
}

// Check returns why the table cannot be so chosen, in a sentence.
func (t *Table) Check(c Choice) error {
	is := func(j int, kinds ...Kind) bool {
		return j >= 0 && j < len(t.Columns) && slices.Contains(kinds, t.Columns[j].Kind)
	}
	if len(c.X) == 0 {
		return Refusal("No column is chosen as x. It has to be one of numbers.")
	}
	for i, j := range c.X {
		if !is(j, Number) {
			return Refusal("A column that is chosen as x has no numbers.")
		}
		if slices.Contains(c.X[:i], j) {
			return Refusal("A column is chosen twice as x.")
		}
	}
	if c.Y >= 0 && !is(c.Y, Number) {
		return Refusal("The column that is chosen as y has no numbers.")
	}
	if c.Y == c.X[0] {
		return Refusal("The same column is chosen as y and as the first x.")
	}
	if c.Class < 0 && slices.Contains(c.X, c.Y) {
		return Refusal("The same column is chosen as y and as x.")
	}
	if c.Class >= 0 && !is(c.Class, Number, Word) {
		return Refusal("The column that is chosen as the class has no words, or too many different ones.")
	}
	if c.Class >= 0 && len(t.classes(c.Class)) > MaxClasses {
		return Refusal(fmt.Sprintf("The class has more than %d different values.", MaxClasses))
	}
	if slices.Contains(c.X, c.Class) {
		return Refusal("The same column is chosen as x and as the class.")
	}
	return nil
}

// BadOf is what keeps lines from being used as they are chosen, in their order, at most 200
// of them, and how many lines that is.
func (t *Table) BadOf(c Choice) (list []Bad, lines int) {
	lines, list = t.AllBad, slices.Clone(t.Bad)
	for _, j := range c.chosen() {
		list = append(list, t.Columns[j].Odd...)
	}
	slices.SortStableFunc(list, func(a, b Bad) int { return cmp.Compare(a.Line, b.Line) })
	return list[:min(mostBad, len(list))], lines + t.Len() - len(t.good(c))
}

// good are the rows that have all that is chosen.
func (t *Table) good(c Choice) (rows []int) {
	chosen := c.chosen()
	for i := range t.Len() {
		if !slices.ContainsFunc(chosen, func(j int) bool { return !t.Columns[j].Has(i) }) {
			rows = append(rows, i)
		}
	}
	return rows
}

// Settled reports whether figures may have the table so chosen: nothing in it is bad, or the
// reader has said that what is good is kept.
func (t *Table) Settled(c Choice) bool {
	_, lines := t.BadOf(c)
	return lines == 0 || c.Good
}

// A Ref names a table and what is chosen of it, as figures have it in the parameter data:
//
//	own-{id}                 the table as it opens
//	own-{id}-x1.2-y3-c4-std  columns 1 and 2 as x, 3 as y, 4 as the class, standardised
//	own-{id}-…-raw-level     inputs as measured; y as measured, and not less its mean
//	own-{id}-…-good          bad lines are left out
type Ref struct {
	ID   string
	rest string // what is chosen otherwise than the table opens with
}

// Prefix begins a Ref.
const Prefix = "own-"

// maxRef bounds a Ref: all columns may be x.
const maxRef = 400

// IsRef reports whether a value of the parameter data is meant as a Ref.
func IsRef(data string) bool { return strings.HasPrefix(data, Prefix) }

// refs are Refs in a text.
var refs = pattern(`own-[a-z2-7]{26}`)

// Unnamed is a text with no table's id in it.
func Unnamed(text string) string { return refs().ReplaceAllString(text, "own") }

// ParseRef reads a Ref; not ok is what can name no table.
func ParseRef(data string) (r Ref, ok bool) {
	rest, ok := strings.CutPrefix(data, Prefix)
	if !ok || len(data) > maxRef {
		return r, false
	}
	r.ID, r.rest, _ = strings.Cut(rest, "-")
	return r, validID(r.ID)
}

// Chooses reports whether the Ref chooses anything itself.
func (r Ref) Chooses() bool { return r.rest != "" }

// Choice is what the Ref chooses of its table. What cannot be read of it is left out, and so
// is what the table has not: not ok says that there is any such thing.
func (r Ref) Choice(t *Table) (c Choice, ok bool) {
	c, ok = t.Guess(), true
	for part := range strings.SplitSeq(r.rest, "-") {
		switch {
		case part == "":
		case part == "std":
			c.Standardise = true
		case part == "raw":
			c.Standardise, c.Raw = false, true
		case part == "level":
			c.Level = true
		case part == "good":
			c.Good = true
		case part[0] == 'x':
			c.X = nil
			for number := range strings.SplitSeq(part[1:], ".") {
				j, read := place(number)
				c.X, ok = append(c.X, j), ok && read
			}
		case part[0] == 'y':
			j, read := place(part[1:])
			c.Y, ok = j, ok && read
		case part[0] == 'c':
			j, read := place(part[1:])
			c.Class, ok = j, ok && read
		default:
			ok = false
		}
	}
	c = c.WithoutTarget()
	return c, ok && t.Check(c) == nil
}

// place is the place of the column of that number; that of 0 is −1.
func place(number string) (int, bool) {
	j, err := strconv.Atoi(number)
	return j - 1, err == nil && j >= 0 && j <= MaxColumns
}

// Ref names the table with what is chosen of it.
func (t *Table) Ref(c Choice) string {
	open, parts := t.Guess(), []string{Prefix + t.ID}
	if !slices.Equal(c.X, open.X) {
		var numbers []string
		for _, j := range c.X {
			numbers = append(numbers, strconv.Itoa(j+1))
		}
		parts = append(parts, "x"+strings.Join(numbers, "."))
	}
	if c.Y != open.Y {
		parts = append(parts, fmt.Sprintf("y%d", c.Y+1))
	}
	if c.Class != open.Class {
		parts = append(parts, fmt.Sprintf("c%d", c.Class+1))
	}
	switch {
	case c.Raw || !c.Standardise && open.Standardise:
		parts = append(parts, "raw")
	case c.Standardise && !open.Standardise:
		parts = append(parts, "std")
	}
	if c.Level {
		parts = append(parts, "level")
	}
	if c.Good {
		parts = append(parts, "good")
	}
	return strings.Join(parts, "-")
}
