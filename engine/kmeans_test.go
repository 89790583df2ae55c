package engine

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
)

// directObjective is Σᵢ Kᵢᵢ − Σ_c (1/n_c) Σ_{i,j∈c} Kᵢⱼ, and the size of its terms.
func directObjective(K mat.Symmetric, labels []int, clusters int) (objective, size float64) {
	within, count := make([]float64, clusters), make([]float64, clusters)
	for i, a := range labels {
		count[a]++
		objective += K.At(i, i)
		size += math.Abs(K.At(i, i))
		for j, b := range labels {
			if a == b {
				within[a] += K.At(i, j)
			}
		}
	}
	for c := range within {
		objective -= within[c] / count[c]
	}
	return objective, size
}

func wantClustering(t *testing.T, K mat.Symmetric, clusters int, c *Clustering) {
	t.Helper()
	count := make([]int, clusters)
	for _, l := range c.Labels {
		count[l]++
	}
	if diff := cmp.Diff(count, c.Sizes); diff != "" || slices.Contains(count, 0) {
		t.Errorf("sizes (-counted +got):\n%s", diff)
	}
	for i, s := range c.Steps {
		want, size := directObjective(K, s.Labels, clusters)
		if !(math.Abs(s.Objective-want) <= 1e-12*size) {
			t.Errorf("step %d: objective %v, want %v", i, s.Objective, want)
		}
		if i > 0 && !(s.Objective < c.Steps[i-1].Objective) {
			t.Errorf("step %d: the objective goes from %v to %v", i, c.Steps[i-1].Objective, s.Objective)
		}
	}
	last := c.Steps[len(c.Steps)-1]
	if last.Objective != c.Objective || !slices.Equal(last.Labels, c.Labels) {
		t.Error("the last step is not the end")
	}
	if c.Objective != slices.Min(c.Objectives) || c.Objective != c.Objectives[c.Restart] {
		t.Errorf("objective %v of restart %d, not the least of %v", c.Objective, c.Restart, c.Objectives)
	}
	if !allFinite(c.MeanSquares) {
		t.Errorf("‖μ‖²: %v", c.MeanSquares)
	}
}

func TestKMeansLaws(t *testing.T) {
	ctx := context.Background()
	for name, x := range pointSets() {
		for _, k := range kernels {
			K := Gram(k, x)
			if symFault(K) != nil {
				continue
			}
			for _, clusters := range []int{1, 2, 3, len(x)} {
				if clusters > len(x) {
					continue
				}
				t.Run(fmt.Sprintf("%s/%v/%d", name, k, clusters), func(t *testing.T) {
					c := Must(KMeans{clusters, 4}.Fit(ctx, K, newRand(1)))
					wantClustering(t, K, clusters, c)
					if first := slices.Index(c.Labels, clusters-1); slices.Index(c.Labels, 0) != 0 ||
						first < clusters-1 {
						t.Errorf("not in the order of their first points: %v", c.Labels)
					}
					again, err := KMeans{clusters, 4}.Fit(ctx, K, newRand(1))
					if diff := cmp.Diff(c, again); err != nil || diff != "" {
						t.Errorf("the same generator, another result, error %v", err)
					}
					// Where it ended it stays.
					stay, err := KMeans{clusters, 1}.From(ctx, K, c.Labels)
					if err != nil || len(stay.Steps) != 1 || !slices.Equal(stay.Labels, c.Labels) {
						t.Errorf("from the end, %d steps, error %v", len(stay.Steps), err)
					}
					if clusters == len(x) && c.Objective > 1e-12*mat.Trace(K) {
						t.Errorf("a cluster for each point, and the objective is %v", c.Objective)
					}
				})
			}
		}
	}
}

// The points, taken for new ones, are where they are.
func TestKMeansNearest(t *testing.T) {
	x, _ := twoRings(90, 0.05, 3)
	for _, k := range []Kernel{Gaussian{0.4}, Linear{}, Polynomial{2, 1}} {
		K := Gram(k, x)
		c := Must(KMeans{4, 6}.Fit(context.Background(), K, newRand(2)))
		nearest, err := c.Nearest(mat.DenseCopyOf(K))
		if diff := cmp.Diff(c.Labels, nearest); err != nil || diff != "" {
			t.Errorf("%v: error %v (-labels +nearest):\n%s", k, err, diff)
		}
		wantPanic(t, "columns", func() { c.Nearest(mat.NewDense(1, 3, nil)) })
		infinite := mat.NewDense(1, 90, nil)
		infinite.Set(0, 7, math.Inf(1))
		wantError(t, "infinite", errorOf(c.Nearest(infinite)), ErrOverflow)
	}
}

// Evenly spaced rings come apart for ℓ from 1/4 to 1/2, and not at 0.1 or 1, where the
// rings are not even the best division.
func TestKMeansRings(t *testing.T) {
	ctx := context.Background()
	for _, n := range []int{200, 300} {
		x, labels := twoRings(n, 0.05, 1)
		for _, test := range []struct {
			length float64
			apart  bool
		}{{0.1, false}, {0.25, true}, {0.3, true}, {0.4, true}, {0.5, true}, {1, false}} {
			K := Gram(Gaussian{test.length}, x)
			c := Must(KMeans{2, 20}.Fit(ctx, K, newRand(1)))
			wantClustering(t, K, 2, c)
			wantEqual(t, fmt.Sprintf("n = %d, ℓ = %g: apart", n, test.length), slices.Equal(c.Labels, labels),
				test.apart)
			if rings, _ := directObjective(K, labels, 2); !test.apart && !(c.Objective < rings) {
				t.Errorf("n = %d, ℓ = %g: objective %g, of the rings %g", n, test.length, c.Objective, rings)
			}
		}
	}
}

func TestKMeansEmptyClusters(t *testing.T) {
	ctx := context.Background()
	x := [][]float64{{0}, {0.1}, {0.2}, {5}, {5.1}, {9}}
	K := Gram(Linear{}, x)
	c := Must(KMeans{3, 1}.From(ctx, K, make([]int, 6)))
	wantClustering(t, K, 3, c)
	if want := []int{0, 0, 0, 1, 1, 2}; !sameDivision(c.Labels, want) {
		t.Errorf("labels %v, want %v", c.Labels, want)
	}
	// From here, with means 5, 10 and 15, the second loses both its points.
	x = [][]float64{{4}, {6}, {6.5}, {13.5}, {14}, {16}}
	K = Gram(Linear{}, x)
	start := []int{0, 0, 1, 1, 2, 2}
	m := Must(KMeans{3, 1}.means(K))
	m.set(start)
	if diff := cmp.Diff([]int{0, 0, 0, 2, 2, 2}, m.move(start)); diff != "" {
		t.Fatalf("the second is not lost (-want +got):\n%s", diff)
	}
	c = Must(KMeans{3, 1}.From(ctx, K, start))
	wantClustering(t, K, 3, c)
	// Equal points: clusters of them are filled all the same.
	same := mat.NewSymDense(4, slices.Repeat([]float64{1}, 16))
	for _, start := range [][]int{{0, 0, 0, 0}, {2, 2, 2, 2}, {0, 1, 2, 3}} {
		c, err := KMeans{4, 1}.From(ctx, same, start)
		if err != nil || c.Objective != 0 || slices.Contains(c.Sizes, 0) {
			t.Errorf("four equal points from %v: %+v, error %v", start, c, err)
		}
	}
}

func TestKMeansExtremes(t *testing.T) {
	ctx := context.Background()
	big := [][]float64{{1e150}, {-1e150}, {1.1e150}}
	c, err := KMeans{2, 3}.Fit(ctx, Gram(Linear{}, big), newRand(1))
	if err != nil || !slices.Equal(c.Labels, []int{0, 1, 0}) {
		t.Errorf("inputs of 10¹⁵⁰: %+v, error %v", c, err)
	}
	huge := mat.NewSymDense(2, []float64{1.7e308, -1.7e308, -1.7e308, 1.7e308})
	wantError(t, "objective 3·10³⁰⁸", errorOf(KMeans{1, 1}.Fit(ctx, huge, newRand(1))), ErrOverflow)
	huge.SetSym(0, 0, math.Inf(1))
	wantError(t, "infinite", errorOf(KMeans{1, 1}.Fit(ctx, huge, newRand(1))), ErrOverflow)
	// Of an indefinite K the objective means nothing, but there is an end.
	x := normalPoints(60, 2, newRand(4))
	c, err = KMeans{4, 5}.Fit(ctx, Gram(Polynomial{2, -3}, x), newRand(1))
	if err != nil || !finite(c.Objective) {
		t.Errorf("indefinite: error %v", err)
	}
	one := mat.NewSymDense(1, []float64{2})
	c, err = KMeans{1, 1}.Fit(ctx, one, newRand(1))
	if err != nil || c.Objective != 0 || c.MeanSquares[0] != 2 {
		t.Errorf("one point: %+v, error %v", c, err)
	}
	canceled := ended(t)
	wantError(t, "canceled", errorOf(KMeans{1, 1}.Fit(canceled, one, newRand(1))), context.Canceled)
	wantPanic(t, "no clusters", func() { (KMeans{0, 1}).Fit(ctx, one, newRand(1)) })
	wantPanic(t, "two clusters", func() { (KMeans{2, 1}).Fit(ctx, one, newRand(1)) })
	wantPanic(t, "no restarts", func() { (KMeans{1, 0}).Fit(ctx, one, newRand(1)) })
	wantPanic(t, "labels", func() { (KMeans{1, 1}).From(ctx, one, []int{0, 0}) })
	wantPanic(t, "label", func() { (KMeans{1, 1}).From(ctx, one, []int{1}) })
}

// A point as near to another mean as to its own stays, where the difference is below what
// two numbers that are equal on paper may have; beyond that it goes.
func TestKMeansLeavesTies(t *testing.T) {
	for _, s := range []float64{0.1, 0.7, 3, 1e5} {
		for by, steps := range map[float64]int{0: 1, 1e-13: 1, 1e-10: 1, 1e-3: 2} {
			x := [][]float64{{-s}, {s * (1 + by)}, {1.5 * s}, {2.5 * s}} // the means are 0 and 2s
			c, err := KMeans{Clusters: 2, Restarts: 1}.From(t.Context(), Gram(Linear{}, x), []int{0, 0, 1, 1})
			if err != nil || len(c.Steps) != steps {
				t.Errorf("%v times 1 + %v: %d steps, not %d; %v", s, by, len(c.Steps), steps, err)
			}
		}
	}
}

// An empty cluster gets the first of the points that are as far from their means, whatever
// rounding says: where the second pair is wider by 1e-12 as where it is not.
func TestKMeansFillsWithTheFirst(t *testing.T) {
	for by, want := range map[float64][]int{0: {2, 0, 1, 1}, 1e-12: {2, 0, 1, 1}, 1e-3: {0, 0, 2, 1}} {
		m := Must(KMeans{Clusters: 3, Restarts: 1}.means(Gram(Linear{}, [][]float64{{-1}, {1}, {4}, {6 + 2*by}})))
		labels := []int{0, 0, 1, 1}
		m.set(labels)
		if m.fill(labels); !slices.Equal(labels, want) {
			t.Errorf("second pair wider by %g: %v, not %v", by, labels, want)
		}
	}
}

// Where each cluster is one point to the kernel, the objective is zero.
func TestKMeansObjectiveOfCoincidentPoints(t *testing.T) {
	for by := 1.0; by < 12; by++ {
		x := [][]float64{{0.1 * by, 0.3}, {0.7, 0.2 * by}, {0.1 * by, 0.3}, {0.1 * by, 0.3}, {0.7, 0.2 * by}}
		for _, k := range []Kernel{Gaussian{Length: 0.4}, Polynomial{Degree: 3, Offset: 0.3}} {
			c, err := KMeans{Clusters: 2, Restarts: 1}.From(t.Context(), Gram(k, x), []int{0, 1, 0, 0, 1})
			if err != nil || c.Objective != 0 {
				t.Errorf("%v: J = %g, %v", k, c.Objective, err)
			}
		}
	}
}

// Several divisions of the same points end as each does by itself.
func TestKMeansFromEach(t *testing.T) {
	ctx, rng := context.Background(), newRand(5)
	x := normalPoints(20, 2, rng)
	K, method, starts := Gram(Gaussian{1}, x), KMeans{Clusters: 3}, make([][]int, 4)
	for s := range starts {
		starts[s] = make([]int, len(x))
		for i := range starts[s] {
			starts[s][i] = rng.IntN(3)
		}
	}
	for s, c := range Must(method.FromEach(ctx, K, starts)) {
		wantEqual(t, fmt.Sprint("start ", s), c, Must(method.From(ctx, K, starts[s])))
	}
}
