package own

import (
	"math"
	"slices"
)

// Groups are the rows by what the column has, so that rows with the same belong together: a number for each row, −1
// where it has nothing. Words, texts and whole numbers make groups; of other columns it is nil.
func (c *Column) Groups() []int {
	switch c.Kind {
	case Word:
		return c.Index
	case Text:
		return c.Same
	case Number:
		return wholeGroups(c.Numbers)
	}
	return nil
}

// wholeGroups numbers the different values, from 0 in the order in which they occur; nil unless all are whole.
func wholeGroups(values []float64) []int {
	if slices.ContainsFunc(values, func(v float64) bool { return !math.IsNaN(v) && v != math.Trunc(v) }) {
		return nil
	}
	return numbered(values, math.IsNaN)
}

// numbered numbers the different values, from 0 in the order in which they occur; −1 is none.
func numbered[V comparable](values []V, none func(V) bool) []int {
	numbers, same := map[V]int{}, make([]int, len(values))
	for i, v := range values {
		if same[i] = -1; none(v) {
			continue
		}
		k, there := numbers[v]
		if !there {
			k = len(numbers)
			numbers[v] = k
		}
		same[i] = k
	}
	return same
}
