package engine

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// A node of a tree: x goes to the node at next if x[input] ≤ threshold, else to the one
// after it. A leaf has no input, −1, and next is the place of its value.
type node struct {
	threshold   float64
	input, next int32
}

// trees are the nodes of all trees of a fit, with the places of their roots.
type trees struct {
	nodes []node
	roots []int32
}

// leaf returns the place of the value that the tree with this root has at x.
func (t *trees) leaf(root int32, x []float64) int32 {
	at := &t.nodes[root]
	for at.input >= 0 {
		next := at.next
		if !(x[at.input] <= at.threshold) {
			next++
		}
		at = &t.nodes[next]
	}
	return at.next
}

// splitTie is the share of a node's impurity by which a split has to be better than the
// best before it: what differs by less is rounding, which another machine has otherwise.
const splitTie = 1e-10

// A grower grows binary trees on n rows. A split of a node, with weights W = W₁ + W₂, is
// the one among all places between two different values of an input that leaves the least
// sum of squares about the means of both sides: of responses, it has the largest
//
//	S₁² (1/W₁ + 1/W₂),   S₁ = Σ_{i in the first} wᵢ (yᵢ − ȳ),
//
// and of classes, as responses of 0 and 1 for each, which is Gini's index,
//
//	Σ_c n₁c²/W₁ + Σ_c n₂c²/W₂,   n₁c the weight of class c in the first.
//
// Of splits that are as good to [splitTie] it is the first, by input and then by value. A node
// whose responses are all the same is a leaf; one that no split improves is split, for the
// splits after it may. The threshold is the middle between the two values.
//
// Rows are sorted by each input once a fit. Those of a node stand side by side in each of
// these orders, and a split parts them there without changing the order: O(np) a level.
//
// Source: Breiman, Friedman, Olshen and Stone, Classification and Regression Trees (1984).
type grower struct {
	columns [][]float64 // input j of row i is columns[j][i]
	sorted  [][]int32   // the rows, ascending in columns[j]
	inverse []float64   // 1/w, of whole weights to the sum of all
	least   int32       // weight of a leaf
	depth   int         // most splits on the way to a leaf
	inputs  int         // looked at for a split; more if none of them has one
	rng     *rand.Rand  // draws them, unless all are

	target  []float64 // a response for each row; or
	class   []int32   // a class from 0
	classes int

	weight []int32   // of each row
	rows   [][]int32 // those with a weight, as in sorted, a node's side by side
	order  []int32   // of inputs
	other  []int32   // room for the second side of a split
	second []int32   // 1 for rows on the second side of a split, else 0
	apart  []float64 // wᵢ (yᵢ − ȳ) in the node that is split
	counts []float64 // of classes in that node, and on the first side
	stack  []span
}

// A span is a node that is to be grown: rows[j][low:high], in the order of each input j; in
// that of input by in any case.
type span struct {
	at        int32 // its place among the nodes
	low, high int
	by        int
	depth     int
	weight    int32
	isLeaf    bool
}

// A cut is a split: it sends the first rows[input][low:low+count] to the first side.
type cut struct {
	input, count int
	weight       int32   // of the first side
	bar          float64 // above which another split is better; negative where there is none yet
}

// newGrower sorts the rows of x, whose weights add up to at most sum.
func newGrower(x [][]float64, sum int) *grower {
	n, p := len(x), len(x[0])
	g := &grower{
		columns: make([][]float64, p), sorted: make([][]int32, p), rows: make([][]int32, p),
		inverse: make([]float64, sum+1), least: 1, depth: math.MaxInt, inputs: p,
		weight: make([]int32, n), order: make([]int32, p), other: make([]int32, n),
		second: make([]int32, n), apart: make([]float64, n),
	}
	for w := range g.inverse {
		g.inverse[w] = 1 / float64(w)
	}
	for j := range p {
		column, sorted := make([]float64, n), make([]int32, n)
		for i := range n {
			column[i], sorted[i] = x[i][j], int32(i)
		}
		slices.SortFunc(sorted, func(a, b int32) int {
			return cmp.Or(cmp.Compare(column[a], column[b]), cmp.Compare(a, b))
		})
		g.columns[j], g.sorted[j], g.rows[j], g.order[j] = column, sorted, make([]int32, n), int32(j)
	}
	return g
}

// sibling returns a grower on the same rows with weights of its own.
func (g *grower) sibling() *grower {
	s := *g
	n, p := len(g.weight), len(g.columns)
	s.weight, s.other, s.second = make([]int32, n), make([]int32, n), make([]int32, n)
	s.apart, s.counts, s.stack = make([]float64, n), make([]float64, len(g.counts)), nil
	s.order, s.rows = slices.Clone(g.order), make([][]int32, p)
	for j := range s.rows {
		s.rows[j] = make([]int32, n)
	}
	return &s
}

// classify sets what is to be told apart: k classes.
func (g *grower) classify(class []int32, k int) {
	g.class, g.classes, g.counts = class, k, make([]float64, 2*k)
}

// grow adds a tree to t. For each of its leaves, leaf returns the place of the value, from
// the rows in it.
func (g *grower) grow(t *trees, leaf func(rows []int32) int32) {
	root := int32(len(t.nodes))
	t.roots = append(t.roots, root)
	t.nodes = append(t.nodes, node{})
	first := span{at: root, high: g.begin()}
	for _, i := range g.rows[0][:first.high] {
		first.weight += g.weight[i]
	}
	first.isLeaf = g.ends(first)
	g.stack = append(g.stack[:0], first)
	for len(g.stack) > 0 {
		s := g.stack[len(g.stack)-1]
		g.stack = g.stack[:len(g.stack)-1]
		best := cut{bar: -1}
		if !s.isLeaf {
			best = g.best(s)
		}
		if best.bar < 0 {
			t.nodes[s.at] = node{input: -1, next: leaf(g.rows[s.by][s.low:s.high])}
			continue
		}
		next := int32(len(t.nodes))
		t.nodes[s.at] = node{threshold: g.threshold(s, best), input: int32(best.input), next: next}
		t.nodes = append(t.nodes, node{}, node{})
		g.part(s, best, next)
	}
}

// begin sets the rows of a tree, those that have a weight, and returns their number.
func (g *grower) begin() int {
	count := 0
	for j, sorted := range g.sorted {
		rows := g.rows[j]
		count = 0
		for _, i := range sorted {
			rows[count] = i
			if g.weight[i] > 0 {
				count++
			}
		}
	}
	return count
}

// ends reports whether a node is a leaf without a look at its inputs.
func (g *grower) ends(s span) bool {
	if s.depth >= g.depth || s.weight/2 < g.least {
		return true
	}
	rows := g.rows[s.by][s.low:s.high]
	if g.class != nil {
		return !slices.ContainsFunc(rows, func(i int32) bool { return g.class[i] != g.class[rows[0]] })
	}
	return !slices.ContainsFunc(rows, func(i int32) bool { return g.target[i] != g.target[rows[0]] })
}

// best returns the best split of a node, over all inputs or as many drawn at random.
func (g *grower) best(s span) cut {
	best := cut{bar: -1}
	look := g.look(s)
	p := len(g.order)
	for t := 0; t < p && (t < g.inputs || best.bar < 0); t++ {
		if g.inputs < p {
			r := t + g.rng.IntN(p-t)
			g.order[t], g.order[r] = g.order[r], g.order[t]
		}
		j := int(g.order[t])
		rows, column := g.rows[j][s.low:s.high], g.columns[j]
		if column[rows[0]] != column[rows[len(rows)-1]] {
			look(j, rows, column, &best)
		}
	}
	return best
}

// look returns what compares a split of a node by an input with the best so far.
func (g *grower) look(s span) func(j int, rows []int32, column []float64, best *cut) {
	if g.class != nil {
		all := g.counts[:g.classes]
		clear(all)
		for _, i := range g.rows[s.by][s.low:s.high] {
			all[g.class[i]] += float64(g.weight[i])
		}
		squares := 0.0
		for _, c := range all {
			squares += c * c
		}
		return func(j int, rows []int32, column []float64, best *cut) {
			g.gini(j, rows, column, s.weight, squares, best)
		}
	}
	rows := g.rows[s.by][s.low:s.high]
	mean := g.mean(rows, s.weight)
	impurity := 0.0
	for _, i := range rows {
		d := g.target[i] - mean
		g.apart[i] = float64(g.weight[i]) * d
		impurity += g.apart[i] * d
	}
	return func(j int, rows []int32, column []float64, best *cut) {
		g.squares(j, rows, column, s.weight, splitTie*impurity, best)
	}
}

// mean is that of the rows' responses, the very response where all are the same.
func (g *grower) mean(rows []int32, weight int32) float64 {
	first, sum := g.target[rows[0]], 0.0
	for _, i := range rows {
		sum += float64(g.weight[i]) * (g.target[i] - first)
	}
	return first + sum/float64(weight)
}

// squares looks for the best split of responses by input j.
func (g *grower) squares(j int, rows []int32, column []float64, all int32, tie float64, best *cut) {
	apart, weight, inverse, least := g.apart, g.weight, g.inverse, g.least
	first, sum, value := int32(0), 0.0, column[rows[0]]
	for t, i := range rows[1:] {
		before := rows[t]
		sum += apart[before]
		first += weight[before]
		last := value
		value = column[i]
		if value == last || first < least || all-first < least {
			continue
		}
		if gain := sum * sum * (inverse[first] + inverse[all-first]); gain > best.bar {
			*best = cut{input: j, count: t + 1, weight: first, bar: gain + tie}
		}
	}
}

// gini looks for the best split of classes by input j. All is the node's weight, and squares
// the sum of those of its classes' weights.
func (g *grower) gini(j int, rows []int32, column []float64, all int32, squares float64, best *cut) {
	total, counts := g.counts[:g.classes], g.counts[g.classes:]
	clear(counts)
	first, value, ones, others := int32(0), column[rows[0]], 0.0, squares
	for t, i := range rows[1:] {
		before := rows[t]
		w, c := float64(g.weight[before]), g.class[before]
		ones += w * (2*counts[c] + w)
		others -= w * (2*(total[c]-counts[c]) - w)
		counts[c] += w
		first += g.weight[before]
		last := value
		value = column[i]
		if value == last || first < g.least || all-first < g.least {
			continue
		}
		if gain := ones*g.inverse[first] + others*g.inverse[all-first]; gain > best.bar {
			*best = cut{input: j, count: t + 1, weight: first, bar: gain + splitTie*float64(all)}
		}
	}
}

// threshold is the middle between the two values that a split parts, or the lower of them
// where float64 has none between.
func (g *grower) threshold(s span, best cut) float64 {
	rows, column := g.rows[best.input], g.columns[best.input]
	below, above := column[rows[s.low+best.count-1]], column[rows[s.low+best.count]]
	if middle := below/2 + above/2; middle >= below && middle < above {
		return middle
	}
	return below
}

// part parts the rows of a node in the order of every input, unless both sides are leaves,
// and lets both sides be grown, as the nodes at next and after it.
func (g *grower) part(s span, best cut, next int32) {
	middle := s.low + best.count
	a := span{at: next, low: s.low, high: middle, by: best.input, depth: s.depth + 1, weight: best.weight}
	b := span{at: next + 1, low: middle, high: s.high, by: best.input, depth: s.depth + 1,
		weight: s.weight - best.weight}
	a.isLeaf, b.isLeaf = g.ends(a), g.ends(b)
	g.stack = append(g.stack, b, a)
	if a.isLeaf && b.isLeaf {
		return
	}
	of := g.rows[best.input]
	for _, i := range of[s.low:middle] {
		g.second[i] = 0
	}
	for _, i := range of[middle:s.high] {
		g.second[i] = 1
	}
	for j, rows := range g.rows {
		if j == best.input {
			continue
		}
		rows, other := rows[s.low:s.high], g.other[:s.high-s.low]
		first, second := 0, 0
		for _, i := range rows {
			rows[first], other[second] = i, i
			side := int(g.second[i])
			first += 1 - side
			second += side
		}
		copy(rows[first:], other[:second])
	}
}
