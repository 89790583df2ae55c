package engine

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// KNN gives a point the class that most of its nearest neighbours have, in the
// distance d = ‖φ(x) − φ(y)‖ of [FeatureDistances] or any other.
//
// Source: Cover and Hart, Nearest neighbor pattern classification, IEEE
// Transactions on Information Theory 13 (1967).
type KNN struct {
	Neighbours int // how many vote, from 1 to n
}

// A Vote is how neighbours decide about one point.
type Vote struct {
	Label int
	Share float64 // of the votes that Label got, in (0, 1]
	// Neighbours are indices into the data, the nearest first; of equally near
	// ones the first in the data come first. Distances are theirs.
	Neighbours []int
	Distances  []float64
}

// Classify returns the vote about each of r new points. D is r×n, the distances
// from new points (rows) to the data, whose classes are labels; any numbers will
// do. If classes have as many votes, the nearest neighbour among them decides.
//
// For a new point that takes k(x, x), the n numbers k(x, xⱼ) and the diagonal of
// K: no entry that compares two points of the data.
//
// Classify panics if lengths differ, a distance is negative or not finite, or
// Neighbours is outside 1 to n.
func (p KNN) Classify(D *mat.Dense, labels []int) []Vote {
	r, n := D.Dims()
	if len(labels) != n {
		panic("engine: labels and points differ in number")
	}
	if p.Neighbours < 1 || p.Neighbours > n {
		panic("engine: number of neighbours outside 1 to n")
	}
	c := p.count(r, labels)
	for i := range r {
		row := D.RawRowView(i)
		checkDistances(row)
		c.vote(row)
	}
	return c.votes
}

// LeaveOneOut returns the vote about each of the n points by the n − 1 others. D
// holds their distances, as [FeatureDistances] gives them; all of K is read. It
// panics as Classify does; Neighbours must be at most n − 1.
func (p KNN) LeaveOneOut(D *mat.SymDense, labels []int) []Vote {
	n := D.SymmetricDim()
	if len(labels) != n {
		panic("engine: labels and points differ in number")
	}
	if p.Neighbours < 1 || p.Neighbours > n-1 {
		panic("engine: number of neighbours outside 1 to n − 1")
	}
	c := p.count(n, labels)
	row := make([]float64, n)
	for i := range n {
		for j := range row {
			row[j] = D.At(i, j)
		}
		checkDistances(row)
		row[i] = math.Inf(1) // the farthest of all, and so no neighbour
		c.vote(row)
	}
	return c.votes
}

// Fewer returns the votes of the first of those neighbours that took part in votes about new
// points: what Classify returns, with no distances. It panics where there are fewer, or none.
func (p KNN) Fewer(votes []Vote, labels []int) []Vote {
	c := KNN{}.count(len(votes), labels)
	for _, v := range votes {
		if p.Neighbours < 1 || p.Neighbours > len(v.Neighbours) {
			panic("engine: number of neighbours outside 1 to those that voted")
		}
		c.decide(Vote{Neighbours: v.Neighbours[:p.Neighbours:p.Neighbours]})
	}
	return c.votes
}

// A count goes from vote to vote. It begins each with the neighbours of the last,
// which on a grid of places are nearly those of the next: what is farther than all of
// them, most of the data, is then passed over at a glance.
type count struct {
	votes     []Vote
	nearest   []int   // at first any points
	among     []bool  // whether a point is one of the nearest
	labels    []int   // of the points
	classes   []int32 // of the points, from 0
	got       []int   // votes that each class got
	neighbour []int   // room for those of all votes
	distance  []float64
}

func (p KNN) count(votes int, labels []int) *count {
	all := Labelled{Labels: labels}
	classes := all.Classes()
	c := &count{
		votes:   make([]Vote, 0, votes),
		nearest: make([]int, p.Neighbours), among: make([]bool, len(labels)),
		labels: labels, classes: all.numbers(classes), got: make([]int, len(classes)),
		neighbour: make([]int, votes*p.Neighbours), distance: make([]float64, votes*p.Neighbours),
	}
	for i := range c.nearest {
		c.nearest[i], c.among[i] = i, true
	}
	return c
}

// vote adds the vote about a point with these distances.
func (c *count) vote(distances []float64) {
	k := len(c.nearest)
	v := Vote{Neighbours: c.neighbour[:k:k], Distances: c.distance[:k:k]}
	c.neighbour, c.distance = c.neighbour[k:], c.distance[k:]
	// insert puts a point into its place among the first at, of which the last gives way.
	insert := func(at, i int, d float64) {
		for ; at > 0 && (v.Distances[at-1] > d || v.Distances[at-1] == d && v.Neighbours[at-1] > i); at-- {
			v.Neighbours[at], v.Distances[at] = v.Neighbours[at-1], v.Distances[at-1]
		}
		v.Neighbours[at], v.Distances[at] = i, d
	}
	for at, i := range c.nearest {
		insert(at, i, distances[i])
	}
	last := v.Distances[k-1]
	for i, d := range distances {
		if d > last || c.among[i] || d == last && i > v.Neighbours[k-1] {
			continue
		}
		c.among[v.Neighbours[k-1]], c.among[i] = false, true
		insert(k-1, i, d)
		last = v.Distances[k-1]
	}
	copy(c.nearest, v.Neighbours)
	c.decide(v)
}

// decide adds the vote of the neighbours in v.
func (c *count) decide(v Vote) {
	clear(c.got)
	best := 0
	for _, i := range v.Neighbours {
		c.got[c.classes[i]]++
		best = max(best, c.got[c.classes[i]])
	}
	for _, i := range v.Neighbours {
		if c.got[c.classes[i]] == best {
			v.Label = c.labels[i]
			break
		}
	}
	v.Share = float64(best) / float64(len(v.Neighbours))
	c.votes = append(c.votes, v)
}
