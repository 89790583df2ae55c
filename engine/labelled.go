package engine

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// A Labelled is n inputs with their classes: X[i] ∈ ℝᵖ and Labels[i] any int.
// It is what has two or more classes without an order. A method for two classes
// takes a [Dataset] whose responses are −1 and +1, for then the sign of y·f says
// who is right: [Labelled.Against] makes one.
type Labelled struct {
	X      [][]float64
	Labels []int
}

// Len returns n.
func (l Labelled) Len() int { return len(l.X) }

// Validate reports what keeps l from being data, as [Dataset.Validate] does.
func (l Labelled) Validate() error {
	if reason := faultOfInputs(l.X); reason != "" {
		return errors.New("engine: " + reason)
	}
	if len(l.X) != len(l.Labels) {
		return fmt.Errorf("engine: %d inputs but %d labels", len(l.X), len(l.Labels))
	}
	return nil
}

func (l Labelled) check() {
	if err := l.Validate(); err != nil {
		panic(err.Error())
	}
}

// Classes returns the labels that occur, each once, ascending.
func (l Labelled) Classes() []int {
	c := slices.Clone(l.Labels)
	slices.Sort(c)
	return slices.Compact(c)
}

// Against returns the problem of one class against all others,
//
//	yᵢ = +1 if Labels[i] = class, −1 if not.
//
// The inputs are shared with l. A class that does not occur leaves −1 only.
func (l Labelled) Against(class int) Dataset {
	d := Dataset{X: l.X, Y: make([]float64, len(l.Labels))}
	for i, label := range l.Labels {
		d.Y[i] = -1
		if label == class {
			d.Y[i] = 1
		}
	}
	return d
}

// Split divides the points at random into train of m points and test of the
// rest, 0 ≤ m ≤ n, each in the order of l. Every choice of m points is equally
// likely. The inputs are shared with l. Split panics if m is out of range.
func (l Labelled) Split(m int, rng *rand.Rand) (train, test Labelled) {
	l.check()
	a, b := split(l.Len(), m, rng)
	return l.Pick(a), l.Pick(b)
}

// Split divides the points as [Labelled.Split] does.
func (d Dataset) Split(m int, rng *rand.Rand) (train, test Dataset) {
	d.check()
	a, b := split(d.Len(), m, rng)
	return d.Pick(a), d.Pick(b)
}

// Divide returns the points for which holds is true, and the others, each in the order of d.
func (d Dataset) Divide(holds func(i int) bool) (yes, no Dataset) {
	for i, x := range d.X {
		to := &no
		if holds(i) {
			to = &yes
		}
		to.X, to.Y = append(to.X, x), append(to.Y, d.Y[i])
	}
	return yes, no
}

// Pick returns the points at those places, as [Pick] does.
func (d Dataset) Pick(at []int) Dataset { return Dataset{X: Pick(d.X, at), Y: Pick(d.Y, at)} }

// Pick returns the points at those places, as [Pick] does.
func (l Labelled) Pick(at []int) Labelled {
	return Labelled{X: Pick(l.X, at), Labels: Pick(l.Labels, at)}
}

// split returns m random indices below n and the others, both ascending.
func split(n, m int, rng *rand.Rand) (train, test []int) {
	if m < 0 || m > n {
		panic("engine: a part of the data is larger than the whole, or negative")
	}
	at := rng.Perm(n)
	train, test = at[:m:m], at[m:]
	slices.Sort(train)
	slices.Sort(test)
	return train, test
}

// Pick returns the elements of a list at those places, from 0, in their order. It panics at a place outside it.
func Pick[T any](of []T, at []int) []T {
	out := make([]T, len(at))
	for i, j := range at {
		out[i] = of[j]
	}
	return out
}

// checkSigns panics unless every y is −1 or +1.
func checkSigns(y []float64) {
	for _, v := range y {
		if v != 1 && v != -1 {
			panic("engine: a response is neither −1 nor +1")
		}
	}
}

// Accuracy returns the share of points on the right side,
//
//	#{i : yᵢ = +1 and fᵢ ≥ 0, or yᵢ = −1 and fᵢ < 0} / n,
//
// in [0, 1], of decision values f for responses y of ±1. It panics if the
// lengths differ or are zero, or a response is not ±1.
func Accuracy(decision, y []float64) float64 {
	if len(decision) != len(y) || len(y) == 0 {
		panic("engine: decisions and responses differ in number, or there are none")
	}
	checkSigns(y)
	right := 0
	for i, f := range decision {
		if (f >= 0) == (y[i] > 0) {
			right++
		}
	}
	return float64(right) / float64(len(y))
}
