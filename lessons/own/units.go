package own

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// In are the numbers of the column as another table's column of that name counts them: dates from that one's first
// on, and in its power of ten. Why says what keeps them from being the same
// thing, as the end of a sentence that begins with the column's name; a unit that one of them does not say is taken
// to be that of the other.
func (c *Column) In(o *Column) (numbers []float64, why string) {
	switch {
	case c.Kind != Number:
		return nil, "has no numbers"
	case c.Dates != o.Dates:
		return nil, "is dates in one table, and not in the other"
	case c.Dates:
		for _, v := range c.Numbers {
			at := days(o.from, c.from) + v*c.day()
			numbers = append(numbers, at/o.day())
		}
		return numbers, ""
	}
	if one, other := c.unit(), o.unit(); one != "" && other != "" && one != other {
		return nil, fmt.Sprintf("is in %s, and was in %s", one, other)
	}
	for _, v := range c.Numbers {
		numbers = append(numbers, v*math.Pow10(c.power-o.power))
	}
	return numbers, ""
}

// unit is that of the numbers as they were written.
func (c *Column) unit() string {
	if c.power == 0 {
		return c.Unit
	}
	return strings.TrimSpace(strings.TrimPrefix(c.Unit, "10"+raised(c.power)))
}

// day is the time that a date of 1 stands for, in days.
func (c *Column) day() float64 {
	return float64(c.per) / float64(24*time.Hour)
}
