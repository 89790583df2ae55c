package own

import "math"

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
	numbers, groups := map[float64]int{}, make([]int, len(values))
	for i, v := range values {
		if groups[i] = -1; math.IsNaN(v) {
			continue
		}
		if v != math.Trunc(v) {
			return nil
		}
		k, there := numbers[v]
		if !there {
			k = len(numbers)
			numbers[v] = k
		}
		groups[i] = k
	}
	return groups
}
