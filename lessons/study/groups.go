package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// This file has rows that belong together, as several visits of a patient: they are alike, and one that is left out
// alone is predicted from the others, which a new patient does not have. They are sealed, dealt to folds and left out
// whole.

// LeastGroups is of how many groups some can be sealed and the others dealt to folds.
const LeastGroups = 5

// groupPrefix begins a Seal of whole groups, before the number of the column that names them.
const groupPrefix = "group."

// GroupsOf seals whole groups, a fifth of the rows about: rows with the same in column j, counted from 0, are a group.
// In addresses columns count from 1.
func GroupsOf(j int) Seal { return Seal(groupPrefix + strconv.Itoa(j+1)) }

// column is that of GroupsOf; −1 where no groups are sealed.
func (s Seal) column() int {
	number, ok := strings.CutPrefix(string(s), groupPrefix)
	if !ok {
		return -1
	}
	j, err := strconv.Atoi(number)
	if err != nil {
		return -1
	}
	return j - 1
}

// groupsIn has the group of each row of a table, −1 for none, by a column; why, the end of a sentence that begins
// with its name, is what keeps it from naming groups of the rows in which there is something to be predicted.
func groupsIn(t *own.Table, j, target int) (groups []int, why string) {
	if j == target {
		return nil, "is what is predicted"
	}
	if groups = t.Columns[j].Groups(); groups == nil {
		return nil, "has neither words nor whole numbers"
	}
	sizes, rows, most := map[int]int{}, 0, 0
	for i, g := range groups {
		if g < 0 || target >= 0 && !t.Columns[target].Has(i) {
			continue
		}
		sizes[g]++
		rows, most = rows+1, max(most, sizes[g])
	}
	switch n := len(sizes); {
	case n < LeastGroups:
		return nil, fmt.Sprintf("makes %d groups, and it takes %d", n, LeastGroups)
	case 2*n > rows:
		return nil, fmt.Sprintf("makes %d groups of %d rows, which is under two rows a group", n, rows)
	case 2*most > rows:
		return nil, "has more than half of the rows in one group"
	}
	return groups, ""
}

// groups has the group of each row of the table that the plan keeps together; nil where each is alone.
func (p Plan) groups(t *own.Table, target int) ([]int, error) {
	j := p.Seal.column()
	if j < 0 || j >= len(t.Columns) {
		return nil, nil
	}
	groups, why := groupsIn(t, j, target)
	if why != "" {
		return nil, own.Refusal(fmt.Sprintf("“%s” %s.", t.Columns[j].Name, why))
	}
	return groups, nil
}

// mostOfGroups are as many rows as are tuned in the time of MostRows that are left out alone: the larger groups are,
// the fewer. Of groups of bᵢ in n rows the blocks take 403 n Σbᵢ², and the decompositions 13 times some n³ that are
// slower: together (1 + 8 Σ(bᵢ/n)²) times as long as these, measured with five and with eight groups.
func mostOfGroups(groups, rows []int) int {
	if groups == nil {
		return MostRows
	}
	share := 0.0
	for _, group := range engine.Grouped(engine.Pick(groups, rows)) {
		part := float64(len(group)) / float64(len(rows))
		share += part * part
	}
	return int(MostRows / math.Cbrt(1+8*share))
}

// drawGroups has the group of each row that is used, and seals whole groups of about so many rows.
func (d *Design) drawGroups(t *own.Table, plan Plan, groups []int, rows int, rng *rand.Rand) error {
	d.Groups, d.GroupedBy = engine.Pick(groups, d.Rows), t.Columns[plan.Seal.column()].Name
	if n := len(engine.Grouped(d.Groups)); n < LeastGroups {
		return own.Refusal(fmt.Sprintf("The rows that can be used are of %d groups of “%s”, and it takes %d.", n,
			d.GroupedBy, LeastGroups))
	}
	if rows > 0 {
		d.Sealed = slices.Sorted(slices.Values(sealedGroups(d.Groups, rows, rng)))
	}
	for i := range d.Rows {
		if _, sealed := slices.BinarySearch(d.Sealed, i); !sealed {
			d.Open = append(d.Open, i)
		}
	}
	return nil
}

// sealedGroups are the places of about so many rows, in whole groups: in a random order each that brings their number
// nearer, as long as LeastGroups − 1 others stay open.
func sealedGroups(groups []int, rows int, rng *rand.Rand) (sealed []int) {
	off := func(n int) int { return max(n-rows, rows-n) }
	members := engine.Grouped(groups)
	open := len(members)
	for _, g := range rng.Perm(len(members)) {
		if open >= LeastGroups && off(len(sealed)+len(members[g])) < off(len(sealed)) {
			sealed = append(sealed, members[g]...)
			open--
		}
	}
	return sealed
}

// things are what several rows are often of, as columns are named.
var things = []string{"id", "patient", "subject", "person", "participant", "animal", "site", "clinic", "hospital",
	"centre", "center", "school", "household", "farm", "field", "plot", "batch", "device", "sensor", "station", "group"}

// ofThings reports whether a column is named by what several rows may be of.
func ofThings(name string) bool {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc(words, func(word string) bool {
		return slices.Contains(things, strings.TrimSuffix(word, "s"))
	})
}

// ungrouped is the first column that may name groups of rows where none are kept together, one of many texts or one
// that says so by its name; −1 for none.
func (s *study) ungrouped() int {
	for j := range s.table.Columns {
		if c := &s.table.Columns[j]; s.Groups != nil || c.Kind != own.Text && !ofThings(c.Name) {
			continue
		}
		if _, why := groupsIn(s.table, j, s.plan.target(s.choice)); why == "" {
			return j
		}
	}
	return -1
}

// together are the rows of a sample that are left out together: those of a group, or each alone.
func (s sample) together() [][]int {
	if s.groups == nil {
		return nil
	}
	return engine.Grouped(s.groups)
}

// groupsAt are the groups of the rows at places; nil where each is alone.
func (d *Design) groupsAt(at []int) []int {
	if d.Groups == nil {
		return nil
	}
	return engine.Pick(d.Groups, at)
}

// meanOf is the mean of values vᵢ of n rows, and its standard error if whole groups were drawn,
//
//	√(G/(G − 1) Σ_g (Σ_{i∈g} (vᵢ − v̄))²)/n,
//
// of G groups; with each row alone it is s/√n. It is NaN of one group.
//
// Source: Liang and Zeger, Longitudinal data analysis using generalized linear models, Biometrika 73 (1986).
func meanOf(values []float64, groups []int) (mean, se float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v / n
	}
	members := engine.Singles(len(values))
	if groups != nil {
		members = engine.Grouped(groups)
	}
	sum := 0.0
	for _, group := range members {
		off := 0.0
		for _, i := range group {
			off += values[i] - mean
		}
		sum += off * off
	}
	G := float64(len(members))
	return mean, math.Sqrt(G/(G-1)*sum) / n
}

// boostFolds are the parts in which boosting finds its number of trees, of rows that belong together; nil for its own.
func (s sample) boostFolds() [][]int {
	if s.groups == nil {
		return nil
	}
	folds := slices.DeleteFunc(engine.GroupFolds(s.groups, Folds, s.rng), func(f []int) bool { return len(f) == 0 })
	if len(folds) < 2 {
		return nil
	}
	return folds
}
