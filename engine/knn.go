package engine

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// KNN gives a point the class that most of its nearest neighbours have, in the
// distance d = ‖φ(x) − φ(y)‖ of [CrossFeatureDistances] or any other.
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
	votes := make([]Vote, r)
	for i := range votes {
		votes[i] = p.vote(D.RawRowView(i), labels, -1)
	}
	return votes
}

// LeaveOneOut returns the vote about each of the n points by the n − 1 others. D
// holds their distances, as [FeatureDistances] gives them; all of K is read. It
// panics as Classify does; Neighbours must be at most n − 1.
func (p KNN) LeaveOneOut(D *mat.SymDense, labels []int) []Vote {
	n := D.SymmetricDim()
	if len(labels) != n {
		panic("engine: labels and points differ in number")
	}
	votes := make([]Vote, n)
	row := make([]float64, n)
	for i := range votes {
		for j := range row {
			row[j] = D.At(i, j)
		}
		votes[i] = p.vote(row, labels, i)
	}
	return votes
}

// vote is about a point with these distances; skip has no say.
func (p KNN) vote(distances []float64, labels []int, skip int) Vote {
	checkDistances(distances)
	most := len(distances)
	if skip >= 0 {
		most--
	}
	if p.Neighbours < 1 || p.Neighbours > most {
		panic("engine: number of neighbours outside 1 to n")
	}
	// Insertion into a list of the nearest so far: few are wanted.
	v := Vote{Neighbours: make([]int, 0, p.Neighbours+1), Distances: make([]float64, 0, p.Neighbours+1)}
	bound := math.Inf(1)
	for i, d := range distances {
		if d >= bound || i == skip {
			continue
		}
		at := len(v.Distances)
		v.Neighbours, v.Distances = append(v.Neighbours, i), append(v.Distances, d)
		for ; at > 0 && v.Distances[at-1] > d; at-- {
			v.Neighbours[at], v.Distances[at] = v.Neighbours[at-1], v.Distances[at-1]
		}
		v.Neighbours[at], v.Distances[at] = i, d
		if len(v.Distances) > p.Neighbours {
			v.Neighbours, v.Distances = v.Neighbours[:p.Neighbours], v.Distances[:p.Neighbours]
		}
		if len(v.Distances) == p.Neighbours {
			bound = v.Distances[p.Neighbours-1]
		}
	}
	count, best := make(map[int]int), 0
	for _, i := range v.Neighbours {
		count[labels[i]]++
		best = max(best, count[labels[i]])
	}
	for _, i := range v.Neighbours {
		if count[labels[i]] == best {
			v.Label = labels[i]
			break
		}
	}
	v.Share = float64(best) / float64(p.Neighbours)
	return v
}
