package plots

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// describer is a Drawer that says what it holds, in one to three sentences: where
// the extremes are, how many there are of what, never a number that is not
// finite. A Panel without a Desc of its own says that.
type describer interface {
	Describe() string
}

// sentences collects sentences.
type sentences []string

// say adds a sentence; its full stop is put behind it.
func (s *sentences) say(format string, a ...any) { *s = append(*s, fmt.Sprintf(format, a...)+".") }

func (s sentences) String() string { return strings.Join(s, " ") }

// count writes "1 point", "133 points".
func count(n int, singular string) string {
	if n == 1 {
		return "1 " + singular
	}
	return strconv.Itoa(n) + " " + singular + "s"
}

// list writes "a", "a and b", "a, b and c".
func list(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last := len(items) - 1
	return strings.Join(items[:last], ", ") + " and " + items[last]
}

// unit splits the label "time (ms)" into what is measured and in what.
func (a Axis) unit() (name, unit string) {
	name, unit, ok := strings.Cut(a.Label, " (")
	if !ok || !strings.HasSuffix(unit, ")") {
		return a.Label, ""
	}
	return name, strings.TrimSuffix(unit, ")")
}

// name is what the axis measures, or other where it does not say.
func (a Axis) name(other string) string {
	if name, _ := a.unit(); name != "" {
		return name
	}
	return other
}

// amount writes v with the axis's unit. What is nothing against the axis's length
// is 0.
func (a Axis) amount(v float64) string {
	if !a.Log && a.Linear == 0 && math.Abs(v) < 1e-9*(a.Max-a.Min) {
		v = 0
	}
	if _, unit := a.unit(); unit != "" {
		return brief(v) + " " + unit
	}
	return brief(v)
}

// extremes returns the indices of the least and the greatest finite value, and
// how many are finite.
func extremes(values []float64) (least, greatest, finite int) {
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		if finite == 0 || v < values[least] {
			least = i
		}
		if finite == 0 || v > values[greatest] {
			greatest = i
		}
		finite++
	}
	return least, greatest, finite
}

// bySign returns how many finite values there are of either sign, which is the first of those largest in size,
// −1 where there is none, and how many there are in all.
func bySign(values []float64) (positive, negative, most, all int) {
	most = -1
	for i, v := range values {
		if !finite(v) {
			continue
		}
		all++
		if v > 0 {
			positive++
		} else if v < 0 {
			negative++
		}
		if most < 0 || math.Abs(v) > math.Abs(values[most]) {
			most = i
		}
	}
	return positive, negative, most, all
}

// joined writes items that hold commas themselves.
func joined(items []string) string { return strings.Join(items, "; ") }
