package engine

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// A Linkage is a distance between two sets of points, made from the distances of
// their points.
type Linkage int

const (
	SingleLinkage   Linkage = iota // the smallest distance
	CompleteLinkage                // the largest distance
	AverageLinkage                 // the mean distance
	WardLinkage                    // √(2ab/(a + b)) times the distance of the means of sets of a and b
)

// String returns the linkage's name.
func (l Linkage) String() string {
	switch l {
	case SingleLinkage:
		return "single"
	case CompleteLinkage:
		return "complete"
	case AverageLinkage:
		return "average"
	case WardLinkage:
		return "ward"
	}
	panic("engine: unknown linkage")
}

// A Merge makes one cluster of two. Clusters 0 to n−1 are the points; merge
// number i makes cluster n+i. A < B.
type Merge struct {
	A, B   int
	Height float64 // the distance of A and B
	Size   int     // how many points they have together
}

// A MergeTree is n points merged n−1 times, until one cluster is left. Heights
// ascend.
type MergeTree struct {
	Merges []Merge
}

// Agglomerate merges the two nearest clusters again and again, beginning with n
// clusters of one point each. D holds the distances of the points, as
// [FeatureDistances] makes them of K; all of K is read. Of several pairs of equal
// distance it is not said which is merged first.
//
// It follows chains of nearest neighbours and costs O(n²) in time and memory. The
// error is ctx's, looked at every merge. Agglomerate panics if D is empty or a
// distance is negative or not finite.
//
// Source: Müllner, Modern hierarchical, agglomerative clustering algorithms
// (2011), arXiv:1109.2378, sections 3.2 and 5.
func Agglomerate(ctx context.Context, D *mat.SymDense, l Linkage) (*MergeTree, error) {
	n := D.SymmetricDim()
	if n == 0 {
		panic("engine: no points")
	}
	g := newAgglomeration(D, l)
	edges := make([]edge, 0, n-1)
	for len(edges) < n-1 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		a, b := g.nearest()
		edges = append(edges, edge{a, b, g.d.At(a, b)})
		g.join(a, b)
	}
	return treeOf(edges), nil
}

// An edge joins two points, one of each of the clusters that are merged.
type edge struct {
	a, b   int
	height float64
}

// An agglomeration is the clusters there are, each of which goes by one of its points.
type agglomeration struct {
	linkage Linkage
	d       *mat.Dense // the distances of clusters, both triangles
	size    []int      // 0 for points that no cluster goes by
	chain   []int      // of clusters, each the nearest of the one before it
}

func newAgglomeration(D *mat.SymDense, l Linkage) *agglomeration {
	n := D.SymmetricDim()
	g := &agglomeration{linkage: l, d: mat.NewDense(n, n, nil), size: make([]int, n), chain: make([]int, 0, n)}
	for i := range n {
		g.size[i] = 1
		for j := i; j < n; j++ {
			g.d.Set(i, j, D.At(i, j))
		}
	}
	mirror(g.d)
	checkDistances(g.d.RawMatrix().Data)
	return g
}

// nearest extends the chain until two clusters are each other's nearest, and takes them
// off its end. Every link is shorter than the last, so that no cluster comes twice.
func (g *agglomeration) nearest() (a, b int) {
	if len(g.chain) == 0 {
		g.chain = append(g.chain, slices.IndexFunc(g.size, func(s int) bool { return s > 0 }))
	}
	for {
		last := len(g.chain) - 1
		a = g.chain[last]
		row := g.d.RawRowView(a)
		least := math.Inf(1)
		if last > 0 { // on a tie go back, or the chain could run in a ring
			b = g.chain[last-1]
			least = row[b]
		}
		for i, s := range g.size {
			if s > 0 && i != a && row[i] < least {
				b, least = i, row[i]
			}
		}
		if last > 0 && b == g.chain[last-1] {
			g.chain = g.chain[:last-1]
			return a, b
		}
		g.chain = append(g.chain, b)
	}
}

// join makes one cluster of a and b, which goes by b.
func (g *agglomeration) join(a, b int) {
	ra, rb, apart := g.d.RawRowView(a), g.d.RawRowView(b), g.d.At(a, b)
	share := float64(g.size[a]) / float64(g.size[a]+g.size[b])
	for i, s := range g.size {
		if s == 0 || i == a || i == b {
			continue
		}
		v := rb[i]
		switch g.linkage {
		case SingleLinkage:
			v = min(v, ra[i])
		case CompleteLinkage:
			v = max(v, ra[i])
		case AverageLinkage:
			// Rounding must not make what is joined nearer than both parts were,
			// or the chain behind it would not hold.
			near, far := min(ra[i], v), max(ra[i], v)
			v = min(max(v+share*(ra[i]-v), near), far)
		case WardLinkage: // by Lance and Williams's formula, and not nearer than both parts
			m, n, k := float64(g.size[a]), float64(g.size[b]), float64(s)
			square := ((m+k)*ra[i]*ra[i] + (n+k)*v*v - k*apart*apart) / (m + n + k)
			v = max(math.Sqrt(max(0, square)), min(ra[i], v))
		default:
			panic("engine: unknown linkage")
		}
		rb[i] = v
		g.d.Set(i, b, v)
	}
	g.size[b] += g.size[a]
	g.size[a] = 0
}

// treeOf returns the tree of n − 1 merges, each given by one edge. The chains find them
// out of order; in the order of height what an edge joins are the clusters of its points.
func treeOf(edges []edge) *MergeTree {
	slices.SortStableFunc(edges, func(e, f edge) int { return cmp.Compare(e.height, f.height) })
	n := len(edges) + 1
	t := &MergeTree{Merges: make([]Merge, n-1)}
	parent := make([]int, 2*n-1)
	count := make([]int, 2*n-1)
	for i := range parent {
		parent[i], count[i] = i, 1
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for i, e := range edges {
		a, b := root(e.a), root(e.b)
		parent[a], parent[b] = n+i, n+i
		count[n+i] = count[a] + count[b]
		t.Merges[i] = Merge{min(a, b), max(a, b), e.height, count[n+i]}
	}
	return t
}

// Cut returns the division into so many clusters: what the first n − clusters
// merges have made. Point i is in cluster labels[i]; clusters are numbered from 0
// in the order of their first points. Cut panics unless 1 ≤ clusters ≤ n.
func (t *MergeTree) Cut(clusters int) []int {
	n := len(t.Merges) + 1
	if clusters < 1 || clusters > n {
		panic("engine: number of clusters outside 1 to n")
	}
	return t.after(n - clusters)
}

// CutAt returns the division by the merges up to a height, numbered as Cut does.
func (t *MergeTree) CutAt(height float64) []int {
	merges := 0
	for merges < len(t.Merges) && t.Merges[merges].Height <= height {
		merges++
	}
	return t.after(merges)
}

// after returns the division that the first merges have made.
func (t *MergeTree) after(merges int) []int {
	n := len(t.Merges) + 1
	cluster := indices(n + merges) // the largest cluster that each is part of
	for i := merges - 1; i >= 0; i-- {
		m := t.Merges[i]
		cluster[m.A], cluster[m.B] = cluster[n+i], cluster[n+i]
	}
	labels := make([]int, n)
	for c, points := range Grouped(cluster[:n]) {
		for _, i := range points {
			labels[i] = c
		}
	}
	return labels
}

// Leaves returns the points in an order in which every cluster is in one piece, so
// that a drawing of the tree has no crossings. A stands before B.
func (t *MergeTree) Leaves() []int {
	n := len(t.Merges) + 1
	leaves := make([]int, 0, n)
	for stack := []int{2*n - 2}; len(stack) > 0; {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if c < n {
			leaves = append(leaves, c)
		} else {
			stack = append(stack, t.Merges[c-n].B, t.Merges[c-n].A)
		}
	}
	return leaves
}
