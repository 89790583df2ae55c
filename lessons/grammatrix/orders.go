package grammatrix

import (
	"cmp"
	"context"
	_ "embed"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// Orders of rows, and what the figures are asked over many of them.

// shares are the counts of [listStudy] and [moonStudy].
//
//go:embed shares.csv
var shares string

// gramAmong puts other lists of the same points in order, drawn at random.
var gramAmong = &course.Samples{
	Seed: "list", Of: "lists at random", Draws: 100, Needs: "data=foods", Ignores: "at with",
	Designs: []course.Design{{Anew: "the order of the list, each as likely as any other", Stays: "the foods"}},
	Claims: []course.Claim{{
		Name: "list-alike", Says: "Rows next to each other are more alike than two points on average",
		Holds: func(p *course.Picture) many.Outcome { return many.Less(p.Find("mean"), p.Find("adjacent")) },
	}},
	Rank: "adjacent", Error: "apart",
	Rivals: []course.Rival{{
		Name: "Sorted by the Fiedler vector", Tuned: "nothing to choose",
		Error: func(ctx context.Context, memo *course.Memo, p *course.Picture) (float64, error) {
			v := *p.Result.(*table)
			if v.n() < 2 {
				return math.NaN(), nil
			}
			v.ordered = "fiedler"
			err := v.arrange(ctx, memo)
			return v.apart(), err
		},
	}, {
		Name: "The list itself, parts turned round while that helps (2-opt)", Tuned: "nothing to choose",
		Error: func(_ context.Context, _ *course.Memo, p *course.Picture) (float64, error) {
			v := p.Result.(*table)
			if v.n() < 2 {
				return math.NaN(), nil
			}
			order := listed(v.n(), v.list)
			shorten(v.K, order)
			return apartIn(v.K, order) / float64(v.n()-1), nil
		},
	}},
}

// listed are n points in a list: as given, or as shuffled by that number.
func listed(n, list int) []int {
	order := course.Indices(n)
	if list > 0 {
		rand.New(rand.NewPCG(uint64(list), 0)).Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	return order
}

func (of vectorOf) gram(ctx context.Context, memo *course.Memo) (*mat.SymDense, error) {
	K, _, err := points.Gram(ctx, memo, of.LabelledSpec, of.kernel)
	if err == nil && of.normalised {
		normalise(K)
	}
	return K, err
}

type fiedlerOf vectorOf

// Compute returns the Fiedler vector of the graph whose weights are the entries of K, and
// its bytes: the eigenvector of the least eigenvalue of the Laplacian D − K, D having the
// rows' sums, among vectors whose entries add up to 0. It makes Σᵢⱼ Kᵢⱼ(uᵢ − uⱼ)² least for
// its length, and so puts likes beside likes. Source: M. Fiedler, Algebraic connectivity of
// graphs, Czechoslovak Mathematical Journal 23, 1973.
func (of fiedlerOf) Compute(ctx context.Context, memo *course.Memo) ([]float64, int, error) {
	K, err := vectorOf(of).gram(ctx, memo)
	if err != nil {
		return nil, 0, err
	}
	n := K.SymmetricDim()
	L, size := mat.NewSymDense(n, nil), 0.0
	for i := range n {
		sum := 0.0
		for j := range n {
			if j != i {
				sum += K.At(i, j)
				L.SetSym(i, j, -K.At(i, j))
				size = math.Max(size, math.Abs(K.At(i, j)))
			}
		}
		L.SetSym(i, i, sum)
	}
	for i := range n { // the vector of ones is an eigenvector too; it is sent behind all others
		for j := range i + 1 {
			L.SetSym(i, j, L.At(i, j)+2*size+math.SmallestNonzeroFloat64)
		}
	}
	s, err := engine.Eigen(L)
	if err != nil {
		return make([]float64, n), 8 * n, nil // beyond what can be told: all alike
	}
	return mat.Col(nil, n-1, s.Vectors), 8 * n, nil
}

type pathOf vectorOf

// most starts of a path: more where there are few points.
const mostStarts = 24

// Compute returns an order in which neighbours are alike, and its bytes: the best of paths
// that go from a point to the most like of those left, each improved by turning parts of it
// round as long as that helps (2-opt). Source: G. Croes, A method for solving
// traveling-salesman problems, Operations Research 6, 1958.
func (of pathOf) Compute(ctx context.Context, memo *course.Memo) ([]int, int, error) {
	K, err := vectorOf(of).gram(ctx, memo)
	if err != nil {
		return nil, 0, err
	}
	n := K.SymmetricDim()
	starts := min(n, mostStarts, max(1, 4000/n))
	var best []int
	least := math.Inf(1)
	for s := range starts {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		order := greedy(K, s*n/starts)
		shorten(K, order)
		if length := apartIn(K, order); best == nil || length < least {
			best, least = order, length
		}
	}
	return best, 8 * n, nil
}

// between is ½‖φ(xᵢ) − φ(xⱼ)‖² by the entries of K.
func between(K *mat.SymDense, i, j int) float64 { return (K.At(i, i)+K.At(j, j))/2 - K.At(i, j) }

// apartIn adds that up over rows next to each other.
func apartIn(K *mat.SymDense, order []int) (sum float64) {
	for i := 1; i < len(order); i++ {
		sum += between(K, order[i-1], order[i])
	}
	return sum
}

// greedy goes from a point to the nearest of those left.
func greedy(K *mat.SymDense, from int) []int {
	left := listed(K.SymmetricDim(), 0)
	left = slices.Delete(left, from, from+1)
	order := []int{from}
	for len(left) > 0 {
		last := order[len(order)-1]
		next := slices.MinFunc(left, func(a, b int) int {
			return cmp.Compare(between(K, last, a), between(K, last, b))
		})
		order = append(order, next)
		left = slices.DeleteFunc(left, func(i int) bool { return i == next })
	}
	return order
}

// rounds bounds how often all parts are tried.
const rounds = 40

// shorten turns parts of a path round while that makes it shorter.
func shorten(K *mat.SymDense, order []int) {
	n := len(order)
	step := func(i, j int) float64 { // the ends are free
		if i < 0 || j >= n {
			return 0
		}
		return between(K, order[i], order[j])
	}
	for range rounds {
		shorter := false
		for i := range n {
			for j := i + 1; j < n; j++ {
				was, is := step(i-1, i)+step(j, j+1), 0.0
				if i > 0 {
					is += between(K, order[i-1], order[j])
				}
				if j+1 < n {
					is += between(K, order[i], order[j+1])
				}
				if is < was && !engine.Agree(is, was, was) {
					slices.Reverse(order[i : j+1])
					shorter = true
				}
			}
		}
		if !shorter {
			return
		}
	}
}

// groupFacts are the mean likeness of neighbours, and its standard deviation, over lists at
// random within the kinds of food, and within as many groups of the same sizes that follow
// the carbohydrate.
func groupFacts(facts course.Facts) {
	d := data.Foods()
	K, n := engine.Gram(engine.Gaussian{Length: openWidth}, d.X), d.Len()
	kinds, byFirst := listed(n, 0), listed(n, 0)
	slices.SortStableFunc(kinds, func(a, b int) int { return cmp.Compare(d.Labels[a], d.Labels[b]) })
	slices.SortStableFunc(byFirst, func(a, b int) int { return cmp.Compare(d.X[a][0], d.X[b][0]) })
	group := make([]int, n) // of a place, in either order
	for at, i := range kinds {
		group[at] = d.Labels[i]
	}
	for name, order := range map[string][]int{"kinds": kinds, "groups": byFirst} {
		all := make([]float64, many.Draws)
		for list := range all {
			places := listed(n, list+1)
			slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(group[a], group[b]) })
			for i := 1; i < n; i++ {
				all[list] += K.At(order[places[i-1]], order[places[i]]) / float64(n-1)
			}
		}
		facts[name+"-mean"], facts[name+"-sd"] = stat.MeanStdDev(all, nil)
	}
}
