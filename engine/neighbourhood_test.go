package engine

import (
	gocmp "cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestKNN(t *testing.T) {
	D := mat.NewDense(2, 5, []float64{
		3, 1, 2, 1, 9,
		0, 0, 0, 0, 0,
	})
	labels := []int{7, 7, -2, 5, 7}
	got := KNN{3}.Classify(D, labels)
	want := []Vote{
		{7, 1. / 3, []int{1, 3, 2}, []float64{1, 1, 2}}, // three classes, one vote each
		{7, 2. / 3, []int{0, 1, 2}, []float64{0, 0, 0}},
	}
	wantEqual(t, "votes", got, want)
	if got := (KNN{4}).Classify(D, labels)[0]; got.Label != 7 || got.Share != 0.5 {
		t.Errorf("four neighbours: %+v", got)
	}
	wantPanic(t, "no neighbour", func() { (KNN{0}).Classify(D, labels) })
	wantPanic(t, "six neighbours", func() { (KNN{6}).Classify(D, labels) })
	wantPanic(t, "labels", func() { (KNN{1}).Classify(D, labels[1:]) })
	D.Set(0, 0, math.NaN())
	wantPanic(t, "NaN", func() { (KNN{1}).Classify(D, labels) })
	D.Set(0, 0, -1)
	wantPanic(t, "negative", func() { (KNN{1}).Classify(D, labels) })
}

// Rows in any order, alike or not, with many equal distances, have the neighbours that
// sorting finds: a vote begins with the neighbours of the one before, and owes it
// nothing.
func TestKNNSorts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	sorted := func(row []float64, k int) []int {
		order := indices(len(row))
		slices.SortStableFunc(order, func(a, b int) int { return gocmp.Compare(row[a], row[b]) })
		return order[:k]
	}
	for range 200 {
		n := 2 + rng.IntN(30)
		D := mat.NewSymDense(n, nil)
		for i := range n {
			for j := range i {
				D.SetSym(i, j, float64(rng.IntN(12)))
			}
		}
		k := 1 + rng.IntN(n-1)
		labels := make([]int, n)
		full := mat.DenseCopyOf(D)
		for i, v := range (KNN{k}).Classify(full, labels) {
			if want := sorted(full.RawRowView(i), k); !slices.Equal(want, v.Neighbours) {
				t.Fatalf("of %v nearest are %v, not %v", full.RawRowView(i), want, v.Neighbours)
			}
		}
		for i, v := range (KNN{k}).LeaveOneOut(D, labels) {
			row := slices.Clone(full.RawRowView(i))
			row[i] = math.Inf(1)
			if want := sorted(row, k); !slices.Equal(want, v.Neighbours) {
				t.Fatalf("of %v but %d nearest are %v, not %v", row, i, want, v.Neighbours)
			}
		}
	}
}

// The votes of fewer neighbours are among those of more.
func TestKNNFewer(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	const n = 12
	D := mat.NewDense(40, n, nil)
	D.Apply(func(int, int, float64) float64 { return float64(rng.IntN(9)) }, D)
	labels := make([]int, n)
	for i := range labels {
		labels[i] = rng.IntN(3)
	}
	most := KNN{n}.Classify(D, labels)
	for k := 1; k <= n; k++ {
		want := KNN{k}.Classify(D, labels)
		for i := range want {
			want[i].Distances = nil
		}
		wantEqual(t, fmt.Sprintf("%d of %d neighbours", k, n), KNN{k}.Fewer(most, labels), want)
	}
	wantPanic(t, "no neighbour", func() { KNN{0}.Fewer(most, labels) })
	wantPanic(t, "too many", func() { KNN{n + 1}.Fewer(most, labels) })
}

// distancesTo are those of new points from x, in the feature space.
func distancesTo(k Kernel, fresh, x [][]float64) *mat.Dense {
	D := mat.NewDense(len(fresh), len(x), nil)
	D.Apply(func(i, j int, _ float64) float64 { return Distance(k, fresh[i], x[j]) }, D)
	return D
}

// Leaving a point out is classifying it by the others, and one neighbour of a
// point that is not left out is itself.
func TestKNNLeaveOneOut(t *testing.T) {
	x, labels := twoRings(40, 0.3, 5)
	k := Polynomial{2, 1}
	D := Must(FeatureDistances(Gram(k, x)))
	votes := KNN{5}.LeaveOneOut(D, labels)
	for i := range x {
		rest := slices.Delete(slices.Clone(x), i, i+1)
		want := KNN{5}.Classify(distancesTo(k, x[i:i+1], rest), slices.Delete(slices.Clone(labels), i, i+1))[0]
		for j, l := range want.Neighbours {
			if l >= i {
				want.Neighbours[j]++
			}
		}
		wantEqual(t, fmt.Sprintf("point %d, left out", i), votes[i], want)
	}
	for i, v := range (KNN{1}).Classify(mat.DenseCopyOf(D), labels) {
		if v.Label != labels[i] || v.Share != 1 {
			t.Errorf("point %d, by itself: %+v", i, v)
		}
	}
	wantPanic(t, "too many", func() { (KNN{40}).LeaveOneOut(D, labels) })
	wantPanic(t, "labels", func() { (KNN{1}).LeaveOneOut(D, nil) })
}

var linkages = []Linkage{SingleLinkage, CompleteLinkage, AverageLinkage, WardLinkage}

// naiveHeights merges the two nearest clusters by looking at all pairs of points.
func naiveHeights(D *mat.SymDense, l Linkage) []float64 {
	n := D.SymmetricDim()
	var clusters [][]int
	for i := range n {
		clusters = append(clusters, []int{i})
	}
	var heights []float64
	for len(clusters) > 1 {
		least, a, b := math.Inf(1), 0, 0
		for i := range clusters {
			for j := range i {
				var all []float64
				for _, p := range clusters[i] {
					for _, q := range clusters[j] {
						all = append(all, D.At(p, q))
					}
				}
				d := slices.Min(all)
				switch l {
				case CompleteLinkage:
					d = slices.Max(all)
				case AverageLinkage:
					d = 0
					for _, v := range all {
						d += v / float64(len(all))
					}
				case WardLinkage:
					d = wardHeight(D, clusters[i], clusters[j])
				}
				if d < least {
					least, a, b = d, j, i
				}
			}
		}
		heights = append(heights, least)
		clusters[a] = append(clusters[a], clusters[b]...)
		clusters = slices.Delete(clusters, b, b+1)
	}
	return heights
}

// wardHeight is √(2ab/(a + b)) times the distance of two means, from the squared distances
// of the points alone.
func wardHeight(D *mat.SymDense, a, b []int) float64 {
	mean := func(a, b []int) (s float64) {
		for _, p := range a {
			for _, q := range b {
				s += D.At(p, q) * D.At(p, q) / float64(len(a)*len(b))
			}
		}
		return s
	}
	m, n := float64(len(a)), float64(len(b))
	return math.Sqrt(2 * m * n / (m + n) * max(0, mean(a, b)-mean(a, a)/2-mean(b, b)/2))
}

func sortedCopy(v []int) []int {
	c := slices.Clone(v)
	slices.Sort(c)
	return c
}

func TestAgglomerateLaws(t *testing.T) {
	sets := pointSets()
	sets["grid"] = [][]float64{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}} // ties
	for name, x := range sets {
		for _, k := range []Kernel{Gaussian{0.7}, Gaussian{1e-9}, Gaussian{1e9}, Linear{}, Laplacian{1}} {
			D := Must(FeatureDistances(Gram(k, x)))
			n := len(x)
			for _, l := range linkages {
				t.Run(fmt.Sprintf("%s/%v/%v", name, k, l), func(t *testing.T) {
					tree := Must(Agglomerate(context.Background(), D, l))
					if len(tree.Merges) != n-1 {
						t.Fatalf("%d merges of %d points", len(tree.Merges), n)
					}
					heights := make([]float64, n-1)
					merged := make(map[int]bool)
					for i, m := range tree.Merges {
						heights[i] = m.Height
						if i > 0 && m.Height < heights[i-1] {
							t.Errorf("merge %d is lower than the one before", i)
						}
						if !(m.A < m.B && m.B < n+i) || merged[m.A] || merged[m.B] {
							t.Errorf("merge %d is %+v", i, m)
						}
						merged[m.A], merged[m.B] = true, true
					}
					// Ties may be broken otherwise, with other heights after, except
					// for single linkage, whose heights are those of a spanning tree.
					if name != "grid" || l == SingleLinkage {
						wantClose(t, "heights", heights, naiveHeights(D, l), 1e-12)
					}
					all := indices(n)
					if leaves := sortedCopy(tree.Leaves()); !slices.Equal(leaves, all) {
						t.Errorf("leaves %v", leaves)
					}
					var finer []int
					for clusters := n; clusters >= 1; clusters-- {
						labels := tree.Cut(clusters)
						distinct := slices.Compact(sortedCopy(labels))
						if len(distinct) != clusters || distinct[clusters-1] != clusters-1 || labels[0] != 0 {
							t.Errorf("cut into %d: %v", clusters, labels)
						}
						for i := range finer { // who was together stays together
							for j := range i {
								if finer[i] == finer[j] && labels[i] != labels[j] {
									t.Errorf("cut into %d parts %d and %d", clusters, i, j)
								}
							}
						}
						finer = labels
					}
					// At the height of a merge, it has been made.
					for i, height := range heights {
						if i+1 < n-1 && heights[i+1] == height {
							continue
						}
						wantEqual(t, fmt.Sprintf("cut at %g", height), tree.CutAt(height), tree.Cut(n-1-i))
					}
					// In the order of the leaves, clusters are in one piece.
					labels, changes := tree.Cut((n+2)/3), 0
					leaves := tree.Leaves()
					for i := 1; i < n; i++ {
						if labels[leaves[i]] != labels[leaves[i-1]] {
							changes++
						}
					}
					if changes != (n+2)/3-1 {
						t.Errorf("%d changes of cluster along the leaves", changes)
					}
				})
			}
		}
	}
}

func TestAgglomerateStops(t *testing.T) {
	D := mat.NewSymDense(3, []float64{0, 1, 2, 0, 0, 3, 0, 0, 0})
	ctx := ended(t)
	wantError(t, "cancelled", errorOf(Agglomerate(ctx, D, SingleLinkage)), context.Canceled)
	wantPanic(t, "linkage", func() { Agglomerate(context.Background(), D, 7) })
	wantPanic(t, "linkage", func() { _ = Linkage(7).String() })
	wantPanic(t, "no points", func() { Agglomerate(context.Background(), new(mat.SymDense), SingleLinkage) })
	tree := &MergeTree{}
	wantPanic(t, "no clusters", func() { tree.Cut(0) })
	wantPanic(t, "two clusters", func() { tree.Cut(2) })
	D.SetSym(0, 1, math.NaN())
	wantPanic(t, "NaN", func() { Agglomerate(context.Background(), D, SingleLinkage) })
	wantPanic(t, "NaN", func() { (DBSCAN{1, 1}).Fit(D) })
	wantPanic(t, "no points", func() { (DBSCAN{1, 1}).Fit(new(mat.SymDense)) })
	wantPanic(t, "radius", func() { (DBSCAN{math.NaN(), 1}).Fit(D) })
	wantPanic(t, "points", func() { (DBSCAN{1, 0}).Fit(D) })
}

// With one point enough to be dense, density clusters are what single linkage has
// merged up to the radius.
func TestDBSCANIsSingleLinkage(t *testing.T) {
	for name, x := range pointSets() {
		for _, k := range []Kernel{Gaussian{0.7}, Gaussian{1e-9}, Gaussian{1e9}, Linear{}} {
			D := Must(FeatureDistances(Gram(k, x)))
			tree := Must(Agglomerate(context.Background(), D, SingleLinkage))
			for _, radius := range []float64{0, 0.1, 0.5, 1, 1.5, 1e9} {
				c := DBSCAN{radius, 1}.Fit(D)
				wantEqual(t, fmt.Sprintf("%s, %v, radius %g", name, k, radius), c.Labels, tree.CutAt(radius))
			}
		}
	}
}

func TestDBSCANLaws(t *testing.T) {
	x, _ := twoRings(120, 0.12, 9)
	D := Must(FeatureDistances(Gram(Gaussian{0.5}, x)))
	n := len(x)
	for _, p := range []DBSCAN{{0.1, 2}, {0.2, 3}, {0.3, 8}, {0.5, 12}, {2, 120}, {2, 121}, {0, 1}} {
		c := p.Fit(D)
		most := Noise
		for i, l := range c.Labels {
			within, core := 0, false
			for j := range n {
				if D.At(i, j) <= p.Radius {
					within++
					core = core || c.Core[j]
					if c.Core[i] && c.Core[j] && c.Labels[j] != l {
						t.Errorf("%+v: core points %d and %d are near and apart", p, i, j)
					}
				}
			}
			if c.Core[i] != (within >= p.MinPoints) {
				t.Errorf("%+v: point %d has %d near, core is %v", p, i, within, c.Core[i])
			}
			if (l == Noise) == core {
				t.Errorf("%+v: point %d near a core is %v, label %d", p, i, core, l)
			}
			most = max(most, l)
		}
		if most+1 != c.Clusters {
			t.Errorf("%+v: %d clusters, labels up to %d", p, c.Clusters, most)
		}
		// In another order of the points, the same.
		order := newRand(3).Perm(n)
		shuffled := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				shuffled.SetSym(i, j, D.At(order[i], order[j]))
			}
		}
		s := p.Fit(shuffled)
		number := map[int]int{Noise: Noise}
		for i, o := range order {
			if s.Core[i] != c.Core[o] {
				t.Errorf("%+v: core depends on the order", p)
			}
			if got, ok := number[s.Labels[i]]; ok && got != c.Labels[o] {
				t.Errorf("%+v: labels depend on the order", p)
			}
			number[s.Labels[i]] = c.Labels[o]
		}
	}
}
