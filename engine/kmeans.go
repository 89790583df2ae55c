package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// KMeans divides n points into clusters about means in the feature space. It
// lowers
//
//	Σᵢ ‖φ(xᵢ) − μ_c(i)‖²,   μ_c = (1/n_c) Σ_{j∈c} φ(xⱼ),
//
// by turns: each point goes to the nearest mean, then the means follow. Only K is
// needed, for
//
//	‖φ(xᵢ) − μ_c‖² = Kᵢᵢ − (2/n_c) Σ_{j∈c} Kᵢⱼ + (1/n_c²) Σ_{j,l∈c} Kⱼₗ.
//
// With the linear kernel this is the k-means of Lloyd. Where the steps end depends
// on where they started, which is what Restarts are for.
//
// Source: Schölkopf, Smola and Müller, Nonlinear component analysis as a kernel
// eigenvalue problem, Neural Computation 10 (1998), section 5; Lloyd, Least
// squares quantization in PCM, IEEE Transactions on Information Theory 28 (1982).
type KMeans struct {
	Clusters int // how many, from 1 to n
	Restarts int // how many starts Fit tries, from 1
}

// A KMeansStep is a division of the points on the way: cluster Labels[i] ∈
// {0, …, Clusters−1} for point i, and the objective with the means of that.
type KMeansStep struct {
	Labels    []int
	Objective float64 // 0 up to [Rounding] of K, with ‖K‖∞ for the norm
}

// A Clustering is where k-means ended, and how it got there.
type Clustering struct {
	Labels    []int
	Sizes     []int // n_c, none of them zero
	Objective float64
	// Steps is the way from the start, Steps[0], to Labels, the last. The
	// objective falls at each.
	Steps []KMeansStep
	// Objectives holds the objective that each restart reached; the first of the
	// smallest is this one, number Restart.
	Objectives []float64
	Restart    int
	// MeanSquares holds ‖μ_c‖².
	MeanSquares []float64
}

// kmeansSteps ends a search that seems endless. The objective falls with every
// step, so that no division comes twice; some tens of steps are usual.
const kmeansSteps = 1000

// Fit runs k-means from Restarts random starts and returns the best. The first
// start and every other one after it is k-means++: seeds are drawn one after the
// other from the points, each with probability proportional to its squared
// distance to the nearest seed so far, and each point joins its nearest seed.
// That finds clusters that are balls. The others are divisions at random; from
// there the first steps are much like a power iteration, and find what the
// leading components of [KernelPCA] separate: two rings, for one. Clusters are
// numbered in the order of their first points.
//
// All of K is read. The error is [ErrOverflow] if K is not finite,
// [ErrNoConvergence] after 1000 steps, or ctx's, looked at every step. Of an
// indefinite K, whose distances mean nothing, the steps end where the objective
// would rise. Fit panics if Clusters is outside 1 to n or Restarts below 1.
//
// Source: Arthur and Vassilvitskii, k-means++: the advantages of careful
// seeding, SODA 2007.
func (p KMeans) Fit(ctx context.Context, K mat.Symmetric, rng *rand.Rand) (*Clustering, error) {
	if p.Restarts < 1 {
		panic("engine: no restarts")
	}
	m, err := p.means(K)
	if err != nil {
		return nil, err
	}
	var best *Clustering
	objectives := make([]float64, p.Restarts)
	report := ReportOf(ctx)
	for r := range objectives {
		report(partStarts, float64(r)/float64(p.Restarts))
		var start []int
		if r%2 == 0 {
			start = m.seed(rng)
		} else {
			start = m.random(rng)
		}
		c, err := m.descend(ctx, start)
		if err != nil {
			return nil, err
		}
		objectives[r] = c.Objective
		if best == nil || c.Objective < best.Objective {
			best = c
			best.Restart = r
		}
	}
	best.Objectives = objectives
	best.renumber()
	return best, nil
}

// From runs k-means from the division given by labels, which keep their numbers.
// A cluster without points starts with the point that lies farthest from the
// mean of its own, and so it is when a cluster loses its last point on the way:
// that lowers the objective, too. Errors and panics are those of Fit; From panics
// also if labels has not length n or a label is not in {0, …, Clusters−1}.
func (p KMeans) From(ctx context.Context, K mat.Symmetric, labels []int) (*Clustering, error) {
	all, err := p.FromEach(ctx, K, [][]int{labels})
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// FromEach is From for several divisions of the same points, of which K is copied once.
func (p KMeans) FromEach(ctx context.Context, K mat.Symmetric, starts [][]int) ([]*Clustering, error) {
	m, err := p.means(K)
	if err != nil {
		return nil, err
	}
	all := make([]*Clustering, len(starts))
	for s, labels := range starts {
		if len(labels) != m.n {
			panic("engine: labels and points differ in number")
		}
		for _, c := range labels {
			if c < 0 || c >= p.Clusters {
				panic("engine: label outside 0 to Clusters − 1")
			}
		}
		if all[s], err = m.descend(ctx, slices.Clone(labels)); err != nil {
			return nil, err
		}
		all[s].Objectives = []float64{all[s].Objective}
	}
	return all, nil
}

// Nearest returns for r new points the cluster whose mean is nearest, the first
// of equals. C is the r×n matrix of k(x, xⱼ), new points down and data across, as
// [Cross] of the new points and the data gives it; k(x, x) is the same for every
// cluster and not needed. The error is [ErrOverflow] if C is not finite. Nearest
// panics if C has not n columns.
func (c *Clustering) Nearest(C *mat.Dense) ([]int, error) {
	r, columns := C.Dims()
	if columns != len(c.Labels) {
		panic("engine: as many columns as points are needed")
	}
	if err := crossFault(C); err != nil {
		return nil, err
	}
	nearest := make([]int, r)
	distance := make([]float64, len(c.Sizes))
	for i := range r {
		for j, square := range c.MeanSquares {
			distance[j] = square / 2
		}
		for l, v := range C.RawRowView(i) {
			distance[c.Labels[l]] -= v / float64(c.Sizes[c.Labels[l]])
		}
		nearest[i] = floats.MinIdx(distance)
	}
	return nearest, nil
}

// renumber gives clusters the order of their first points.
func (c *Clustering) renumber() {
	number := slices.Repeat([]int{-1}, len(c.Sizes))
	next := 0
	for _, l := range c.Labels {
		if number[l] < 0 {
			number[l] = next
			next++
		}
	}
	sizes, squares := slices.Clone(c.Sizes), slices.Clone(c.MeanSquares)
	for from, to := range number {
		c.Sizes[to], c.MeanSquares[to] = sizes[from], squares[from]
	}
	for _, s := range c.Steps {
		for i, l := range s.Labels {
			s.Labels[i] = number[l]
		}
	}
}

// kmeans holds K and what a step computes from it.
type kmeans struct {
	n, clusters int
	K           *mat.Dense // over scale
	scale       float64
	size        float64   // of K's largest entry, which squared distances are made of
	rounding    float64   // an objective up to that is zero
	diagonal    []float64 // Kᵢᵢ
	sums        []float64 // clusters×n: Σ_{j∈c} Kᵢⱼ
	sizes       []int     // n_c
	squares     []float64 // ‖μ_c‖²
}

func (p KMeans) means(K mat.Symmetric) (*kmeans, error) {
	A, scale, err := scaledCopy(K)
	if err != nil {
		return nil, err
	}
	n, _ := A.Dims()
	if p.Clusters < 1 || p.Clusters > n {
		panic("engine: number of clusters outside 1 to n")
	}
	return &kmeans{
		n: n, clusters: p.Clusters, K: A, scale: scale,
		size:     maxAbs(A.RawMatrix().Data),
		rounding: Rounding(n, mat.Norm(A, math.Inf(1))),
		diagonal: each(indices(n), func(i int) float64 { return A.At(i, i) }),
		sums:     make([]float64, n*p.Clusters),
		sizes:    make([]int, p.Clusters),
		squares:  make([]float64, p.Clusters),
	}, nil
}

// seed draws a start by k-means++.
func (m *kmeans) seed(rng *rand.Rand) []int {
	labels := make([]int, m.n)
	nearest := make([]float64, m.n) // squared distances to the nearest seed
	seeds := make([]int, 0, m.clusters)
	add := func(seed int) {
		c := len(seeds)
		seeds = append(seeds, seed)
		row := m.K.RawRowView(seed)
		for i := range labels {
			square := max(0, m.diagonal[i]-2*row[i]+m.diagonal[seed])
			if c == 0 || square < nearest[i] {
				labels[i], nearest[i] = c, square
			}
		}
		labels[seed], nearest[seed] = c, 0
	}
	add(rng.IntN(m.n))
	for len(seeds) < m.clusters {
		next := -1
		at := rng.Float64() * floats.Sum(nearest)
		for i, square := range nearest {
			if square > 0 {
				next = i
				if at -= square; at < 0 {
					break
				}
			}
		}
		if next < 0 { // all points lie on seeds
			for next = rng.IntN(m.n); slices.Contains(seeds, next); {
				next = (next + 1) % m.n
			}
		}
		add(next)
	}
	return labels
}

// random draws a start with clusters of equal size, as nearly as may be.
func (m *kmeans) random(rng *rand.Rand) []int {
	labels := rng.Perm(m.n)
	for i := range labels {
		labels[i] %= m.clusters
	}
	return labels
}

// set computes the means of a division. Means of empty clusters are left at 0.
func (m *kmeans) set(labels []int) {
	clear(m.sums)
	clear(m.sizes)
	clear(m.squares)
	for _, c := range labels {
		m.sizes[c]++
	}
	for j, c := range labels { // K is symmetric, so its columns are rows
		floats.Add(m.sums[c*m.n:(c+1)*m.n], m.K.RawRowView(j))
	}
	for i, c := range labels {
		m.squares[c] += m.sums[c*m.n+i]
	}
	for c, size := range m.sizes {
		if size > 0 {
			m.squares[c] /= float64(size) * float64(size)
		}
	}
}

// square returns ‖φ(xᵢ) − μ_c‖² of a cluster that has points.
func (m *kmeans) square(i, c int) float64 {
	return m.diagonal[i] - 2*m.sums[c*m.n+i]/float64(m.sizes[c]) + m.squares[c]
}

func (m *kmeans) objective(labels []int) float64 {
	var s float64
	for i, c := range labels {
		s += m.square(i, c)
	}
	if s <= m.rounding {
		return 0
	}
	return s
}

// move returns the division in which each point is with the nearest mean. A point
// stays where it is unless another mean is nearer, and does not [Agree] with its own; of
// several that agree it goes to the first.
func (m *kmeans) move(labels []int) []int {
	next := slices.Clone(labels)
	for i, own := range labels {
		least := m.square(i, own)
		for c, size := range m.sizes {
			if size == 0 || c == own {
				continue
			}
			if square := m.square(i, c); square < least && !Agree(square, least, m.size) {
				next[i], least = c, square
			}
		}
	}
	return next
}

// fill gives each empty cluster the point that is farthest from the mean of its
// own, among those whose cluster has more than one; of several that [Agree] the first.
func (m *kmeans) fill(labels []int) {
	sizes := make([]int, m.clusters)
	for _, c := range labels {
		sizes[c]++
	}
	for c := range sizes {
		if sizes[c] > 0 {
			continue
		}
		distance := math.Inf(-1)
		for i, own := range labels {
			if sizes[own] > 1 {
				distance = max(distance, m.square(i, own))
			}
		}
		farthest := 0
		for sizes[labels[farthest]] < 2 || !Agree(m.square(farthest, labels[farthest]), distance, m.size) {
			farthest++
		}
		sizes[labels[farthest]]--
		sizes[c] = 1
		labels[farthest] = c
	}
}

// descend takes steps from a start, which it keeps, until they change nothing.
func (m *kmeans) descend(ctx context.Context, labels []int) (*Clustering, error) {
	m.set(labels)
	if slices.Contains(m.sizes, 0) {
		m.fill(labels)
		m.set(labels)
	}
	steps := []KMeansStep{{labels, m.objective(labels)}}
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		last := steps[len(steps)-1]
		next := m.move(last.Labels)
		m.fill(next)
		if slices.Equal(next, last.Labels) {
			break
		}
		m.set(next)
		objective := m.objective(next)
		if !(objective < last.Objective) { // it is lower, but float64 cannot say so
			m.set(last.Labels)
			break
		}
		steps = append(steps, KMeansStep{next, objective})
		if len(steps) > kmeansSteps {
			return nil, ErrNoConvergence
		}
	}
	c := &Clustering{Steps: steps, Sizes: slices.Clone(m.sizes), MeanSquares: slices.Clone(m.squares)}
	floats.Scale(m.scale, c.MeanSquares)
	for i := range steps {
		steps[i].Objective *= m.scale
		if !finite(steps[i].Objective) {
			return nil, ErrOverflow
		}
	}
	if !allFinite(c.MeanSquares) {
		return nil, ErrOverflow
	}
	end := steps[len(steps)-1]
	c.Labels, c.Objective = end.Labels, end.Objective
	return c, nil
}
