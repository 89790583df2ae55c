package engine

import "gonum.org/v1/gonum/mat"

// DBSCAN finds clusters of any shape as regions where points are dense. A point
// with at least MinPoints points within Radius, itself among them, is a core
// point; core points within Radius of each other are in the same cluster. A
// point that is not core, but within Radius of one, is on the border of the
// cluster of the nearest core point (the first of equally near ones). What
// remains is noise.
//
// In the original a border point joins whichever of several clusters comes first;
// here the result does not depend on the order of the points.
//
// Source: Ester, Kriegel, Sander and Xu, A density-based algorithm for discovering
// clusters in large spatial databases with noise, KDD 1996.
type DBSCAN struct {
	Radius    float64 // at least 0
	MinPoints int     // at least 1
}

// Noise is the label of points in no cluster.
const Noise = -1

// DensityClusters is what [DBSCAN] found.
type DensityClusters struct {
	Labels   []int  // the cluster of each point, or Noise
	Core     []bool // whether it is a core point
	Clusters int    // how many, numbered from 0 in the order of their first core points
}

// Fit returns the clusters of n points with distances D, as [FeatureDistances]
// makes them of K; all of K is read. It costs O(n²). Fit panics if D is empty, a
// distance is negative or not finite, or a parameter is out of range.
func (p DBSCAN) Fit(D *mat.SymDense) *DensityClusters {
	n := D.SymmetricDim()
	if n == 0 {
		panic("engine: no points")
	}
	if !(p.Radius >= 0 && finite(p.Radius)) || p.MinPoints < 1 {
		panic("engine: radius negative or not finite, or less than one point")
	}
	near := make([][]int, n)
	raw := D.RawSymmetric()
	for i := range n {
		row := raw.Data[i*raw.Stride : i*raw.Stride+n]
		checkDistances(row[i:])
		near[i] = append(near[i], i)
		for j := i + 1; j < n; j++ {
			if row[j] <= p.Radius {
				near[i], near[j] = append(near[i], j), append(near[j], i)
			}
		}
	}
	c := &DensityClusters{Labels: make([]int, n), Core: make([]bool, n)}
	for i := range n {
		c.Labels[i] = Noise
		c.Core[i] = len(near[i]) >= p.MinPoints
	}
	var reached []int
	for i := range n {
		if !c.Core[i] || c.Labels[i] != Noise {
			continue
		}
		c.Labels[i] = c.Clusters
		for reached = append(reached[:0], i); len(reached) > 0; {
			last := reached[len(reached)-1]
			reached = reached[:len(reached)-1]
			for _, j := range near[last] {
				if c.Core[j] && c.Labels[j] == Noise {
					c.Labels[j] = c.Clusters
					reached = append(reached, j)
				}
			}
		}
		c.Clusters++
	}
	for i := range n {
		if c.Core[i] {
			continue
		}
		nearest := -1
		for _, j := range near[i] {
			if !c.Core[j] {
				continue
			}
			d := D.At(i, j)
			if nearest < 0 || d < D.At(i, nearest) || d == D.At(i, nearest) && j < nearest {
				nearest = j
			}
		}
		if nearest >= 0 {
			c.Labels[i] = c.Labels[nearest]
		}
	}
	return c
}
