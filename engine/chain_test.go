package engine

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// What a slider over the bandwidth has: 61 places, a decade to each side of 1.
const chainPlaces, chainAnchor = 61, 30

func chainPlace(i float64) float64 { return math.Pow(10, (i-chainAnchor)/30) }

func chainSets(t *testing.T) map[string][][]float64 {
	t.Helper()
	var r map[string][]float64
	readJSON(t, "testdata/reference_unsupervised_R.json", &r)
	sets := map[string][][]float64{
		"even rings": Rings(150, 0, newRand(1)).X,
		"even moons": Moons(150, 0, newRand(1)).X,
		"wide rings": Rings(200, 0.2, newRand(4)).X,
		"iris":       slices.Collect(slices.Chunk(r["points"], 4)),
	}
	for seed := range uint64(2) {
		sets[fmt.Sprintf("rings %d", seed)] = Rings(150, 0.05, newRand(seed)).X
		sets[fmt.Sprintf("moons %d", seed)] = Moons(150, 0.1, newRand(seed)).X
	}
	return sets
}

// flips counts the components that continue one of the place before with the
// opposite sign.
func flips(places []*KernelComponents) int {
	count := 0
	for i := 1; i < len(places); i++ {
		for _, overlap := range Align(places[i-1].Coefficients, places[i].Coefficients).Overlap {
			if overlap < 0 {
				count++
			}
		}
	}
	return count
}

// chained lets the places above the anchor follow one another upwards, and those below it
// downwards, with no label given twice.
func chained(places []*KernelComponents, anchor int) []*KernelComponents {
	chain := slices.Clone(places)
	for i := anchor + 1; i < len(chain); i++ {
		chain[i] = chain[i].Follow(chain[i-1])
	}
	unused := chain[len(chain)-1].unused
	for i := anchor - 1; i >= 0; i-- {
		before := *chain[i+1]
		before.unused = unused
		chain[i] = chain[i].Follow(&before)
		unused = chain[i].unused
	}
	return chain
}

// Along a slider no component turns round, and a label is one component.
func TestFollowAlongASlider(t *testing.T) {
	for name, x := range chainSets(t) {
		t.Run(name, func(t *testing.T) {
			fit := func(place float64) *KernelComponents {
				return mustKPCA(t, KernelPCA{6, true, UnitDirection}, Gram(Gaussian{chainPlace(place)}, x))
			}
			places := make([]*KernelComponents, chainPlaces)
			for i := range places {
				places[i] = fit(float64(i))
			}
			before := flips(places)
			chain := chained(places, chainAnchor)
			if chain[chainAnchor] != places[chainAnchor] {
				t.Error("the anchor has changed")
			}
			if after := flips(chain); after != 0 || before == 0 {
				t.Errorf("%d flips, %d of them without the chain", after, before)
			}
			ended := make(map[int]bool)
			kept, least := 0, 1.0
			for i := range chain {
				checkFollowed(t, fmt.Sprintf("place %d: ", i), places[i], chain[i])
				labels := chain[i].Labels
				if sorted := slices.Sorted(slices.Values(labels)); len(slices.Compact(sorted)) != 6 {
					t.Errorf("place %d: labels %v", i, labels)
				}
				if i == 0 {
					continue
				}
				for j, label := range chain[i-1].Labels {
					now := slices.Index(labels, label)
					if now < 0 {
						ended[label] = true
						continue
					}
					kept++
					a, b := mat.Col(nil, j, chain[i-1].Coefficients), mat.Col(nil, now, chain[i].Coefficients)
					cosine := floats.Dot(a, b) / floats.Norm(a, 2) / floats.Norm(b, 2)
					least = min(least, cosine)
					if !(cosine >= leastOverlap-1e-12) {
						t.Errorf("places %d and %d: the cosine of label %d is %v", i-1, i, label, cosine)
					}
				}
				for _, label := range labels {
					if ended[label] {
						t.Errorf("place %d: label %d is back", i, label)
					}
				}
			}
			t.Logf("%d flips without the chain; %d of %d labels stay, with a cosine of at least %.2f",
				before, kept, 6*(chainPlaces-1), least)
			if kept < 6*(chainPlaces-1)*4/5 {
				t.Errorf("only %d labels stay", kept)
			}

			// The same query gives the same numbers, and does not change what it is made of.
			again := chained(places, chainAnchor)
			for i := range chain {
				if diff := cmp.Diff(chain[i].Labels, again[i].Labels); diff != "" ||
					!mat.Equal(chain[i].Scores, again[i].Scores) || !mat.Equal(chain[i].Coefficients,
					again[i].Coefficients) {
					t.Errorf("place %d differs the second time: %s", i, diff)
				}
			}
			// A place off the grid belongs to the nearest; on the grid it is that.
			for _, place := range []float64{0, 12, 29.6, 30.4, 47.3, 60} {
				near := chain[int(math.Round(place))]
				c := fit(place).Follow(near)
				if place == math.Trunc(place) {
					wantClose(t, "scores on the grid", entries(c.Scores), entries(near.Scores), 1e-8)
					wantEqual(t, "labels on the grid", c.Labels, near.Labels)
				}
				for _, overlap := range Align(near.Coefficients, c.Coefficients).Overlap {
					if overlap < 0 {
						t.Errorf("place %v: a component of opposite sign", place)
					}
				}
			}
		})
	}
}

// checkFollowed checks that c has what was fitted, up to signs and rotations within
// equal eigenvalues.
func checkFollowed(t *testing.T, name string, fitted, c *KernelComponents) {
	t.Helper()
	_, m := c.Coefficients.Dims()
	if diff := cmp.Diff(fitted.Eigenvalues, c.Eigenvalues); diff != "" || c.Rank != fitted.Rank {
		t.Errorf("%seigenvalues: %s", name, diff)
	}
	wantClose(t, name+"SᵀS", entries(productOf(c.Scores.T(), c.Scores)),
		entries(productOf(fitted.Scores.T(), fitted.Scores)), 1e-11)
	for j := range m {
		if c.Residuals[j] > 5*leadingTolerance*c.Eigenvalues[0] {
			t.Errorf("%sresidual %d is %g", name, j, c.Residuals[j])
		}
		along := mat.Dot(c.Coefficients.ColView(j), c.Scores.ColView(j)) // aᵀs = aᵀK′a = 1
		wantNear(t, fmt.Sprintf("%saᵀK′a of component %d", name, j), along, 1, 1e-9)
	}
}

// Turned vectors are eigenvectors still, and follow where by themselves they would
// turn at random.
func TestFollowTurns(t *testing.T) {
	x := Rings(150, 0, newRand(1)).X
	p := KernelPCA{5, true, UnitCoefficients}
	for i := range 20 {
		ell := 1.5 * math.Pow(1.08, float64(i))
		K, next := Gram(Gaussian{ell}, x), Gram(Gaussian{ell * 1.08}, x)
		c := mustKPCA(t, p, next).Follow(mustKPCA(t, p, K))
		a := Align(mustKPCA(t, p, K).Coefficients, c.Coefficients)
		for j, overlap := range a.Overlap {
			if overlap < 0.99 || a.From[j] != j {
				t.Errorf("ℓ %.3g: component %d continues %d with cosine %.3f", ell, j, a.From[j], overlap)
			}
		}
		Kp := Centre(next)
		for j, lambda := range c.Eigenvalues {
			r := mat.NewVecDense(150, nil)
			r.MulVec(Kp, c.Coefficients.ColView(j))
			r.AddScaledVec(r, -lambda, c.Coefficients.ColView(j))
			if got := mat.Norm(r, 2); got > c.Residuals[j]+1e-12*c.Eigenvalues[0]+150*Epsilon*mat.Norm(next,
				math.Inf(1)) {
				t.Errorf("ℓ %.3g: ‖K′a − λa‖ = %g of component %d, said to be %g", ell, got, j, c.Residuals[j])
			}
		}
	}
}

func TestAlign(t *testing.T) {
	previous := mat.NewDense(3, 3, []float64{1, 0, 0, 0, 2, 0, 0, 0, 0})
	next := mat.NewDense(3, 4, []float64{0.1, -3, 0, 0.6, 1, 0.2, 0, 0.8, 0, 0, 1, 0})
	a := Align(previous, next)
	// The first column is the second of previous, the second the first turned round;
	// the third is new, and to the fourth nothing is left.
	wantEqual(t, "from", a.From, []int{1, 0, -1, -1})
	wantClose(t, "cosines", a.Overlap, []float64{1 / math.Hypot(1, 0.1), -3 / math.Hypot(3, 0.2), 0, 0}, 1e-15)
	wantPanic(t, "other lengths", func() { Align(previous, mat.NewDense(2, 1, nil)) })
}

// What has no direction has no label, and what comes anew a new one.
func TestFollowRank(t *testing.T) {
	x := normalPoints(20, 2, newRand(3))
	p := KernelPCA{4, true, UnitDirection}
	linear, curved := mustKPCA(t, p, Gram(Linear{}, x)), mustKPCA(t, p, Gram(Polynomial{2, 1}, x))
	none := NoComponent
	wantEqual(t, "labels", linear.Labels, []int{0, 1, none, none})
	c := curved.Follow(linear)
	fresh := 0
	for _, label := range c.Labels {
		if label > 3 {
			fresh++
		} else if label == none {
			t.Errorf("labels %v", c.Labels)
		}
	}
	if fresh < 2 {
		t.Errorf("labels %v", c.Labels)
	}
	if back := linear.Follow(c); back.Labels[2] != none || back.Labels[3] != none {
		t.Errorf("labels %v", back.Labels)
	}
	wantPanic(t, "other points", func() { mustKPCA(t, p, Gram(Linear{}, x[1:])).Follow(linear) })
}
