package kernelpca

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// What components have of the variance. λ/n is the mean square of the projections. That is
// their variance where the features are centred; where they are not, the mean of the
// projections counts too.

// spreads names what λ/n is.
func spreads(centred bool) string {
	if centred {
		return "variance"
	}
	return "mean square"
}

// share is component j's of all λ/n, in %: of the variance where the features are centred,
// else of the mean square; 0 where there is no such component.
func share(c *engine.KernelComponents, j int) float64 {
	if j >= c.Rank || c.TotalVariance <= 0 {
		return 0
	}
	return 100 * c.Variances[j] / c.TotalVariance
}

// varianceAlong is the variance of the projections onto component j, centred or not,
//
//	λ/n − ((1/n) Σₗ projectionₗ)².
//
// 0 where rounding may have made it of zero, or there is no such component.
func varianceAlong(c *engine.KernelComponents, j int) float64 {
	if j >= c.Rank {
		return 0
	}
	n, _ := c.Scores.Dims()
	mean := mat.Sum(c.Scores.ColView(j)) / float64(n)
	if v := c.Variances[j] - mean*mean; v > c.ZeroBelow/float64(n) {
		return v
	}
	return 0
}

// variance is that of the points in the feature space, whether components are centred or
// not,
//
//	tr K/n − ‖m‖²,  ‖m‖² = (1/n²) Σᵢⱼ Kᵢⱼ.
//
// 0 where rounding may have made it of zero, or K is of no kernel and it comes out below.
func variance(c *engine.KernelComponents, K mat.Symmetric) float64 {
	if c.ColumnMeans != nil {
		return c.TotalVariance
	}
	n := float64(K.SymmetricDim())
	if v := mat.Trace(K)/n - mat.Sum(K)/n/n; v > c.ZeroBelow/n {
		return v
	}
	return 0
}

// shown is what two components have of the variance, in %; NaN where there is none.
func shown(c *engine.KernelComponents, K mat.Symmetric, across, up int) float64 {
	if v := variance(c, K); v > 0 {
		return 100 * (varianceAlong(c, across) + varianceAlong(c, up)) / v
	}
	return math.NaN()
}

// What is said of the components, the same in all figures.
const (
	saysPoints       = "{count}."
	saysShares       = "{components} {have} {shares} of the variance."
	saysSquares      = "{components} {have} {squares} of the mean square about 0, and {shares} of the variance."
	saysSquaresAlone = "{components} {have} {squares} of the mean square about 0, and there is no variance."
	saysNoShare      = "{components} {have} no share of the {spread}, for all λ/n add up to 0 or less."
	saysMissing      = "There is no {missing}."

	saysOneAtOrigin = "It lies at the origin of the feature space, and there is no component."
	saysAllAtOrigin = "All lie at the origin of the feature space, and there is no component."
	saysOneAlone    = "One point does not vary, and there is no component."
	saysAllOne      = "To this kernel all are one point: they do not vary, and there is no component."

	saysAlike = "To rounding {components} have the same {spread}: any mixture of their directions would do as well."

	saysFirstExceeds = "The first has more than all of the {spread}: {matrix} has negative eigenvalues too, and this " +
		"similarity is no kernel on these points."
	saysExceed = "The first {rank} have more than all of the {spread}: {matrix} has negative eigenvalues too, and " +
		"this similarity is no kernel on these points."
)

// saysOf says how many points there are and what the components have, of those that there are.
func saysOf(c *engine.KernelComponents, K mat.Symmetric, components ...int) []course.Said {
	n := K.SymmetricDim()
	return append([]course.Said{course.Say(saysPoints, course.Some{N: n, Noun: "point"})},
		sharesOf(c, K, components...)...)
}

// sharesOf says what the components have, of those that there are.
func sharesOf(c *engine.KernelComponents, K mat.Symmetric, components ...int) (says []course.Said) {
	if c.Rank == 0 {
		return []course.Said{course.Say(nothingVaries(K.SymmetricDim(), c.ColumnMeans != nil))}
	}
	var there, missing, squares, shares []string
	all := variance(c, K)
	for _, j := range components {
		if name := fmt.Sprintf("PC%d", j+1); j >= c.Rank {
			missing = append(missing, name)
		} else {
			there, squares = append(there, name), append(squares, course.Digits(share(c, j))+" %")
			shares = append(shares, course.Digits(100*varianceAlong(c, j)/all)+" %")
		}
	}
	if len(there) > 0 {
		says = append(says, shareOf(c, all, there, squares, shares))
	}
	if len(missing) > 0 {
		says = append(says, course.Say(saysMissing, strings.Join(missing, " and no ")))
	}
	return says
}

// shareOf says which shares some components have, of all λ/n and of the variance in all.
func shareOf(c *engine.KernelComponents, all float64, names, squares, shares []string) course.Said {
	components, have := course.And(names), "have"
	if len(names) == 1 {
		have = "has"
	}
	switch {
	case c.TotalVariance <= 0:
		return course.Say(saysNoShare, components, have, spreads(c.ColumnMeans != nil))
	case c.ColumnMeans != nil: // then λ/n is the variance
		return course.Say(saysShares, components, have, course.And(squares))
	case all <= 0:
		return course.Say(saysSquaresAlone, components, have, course.And(squares))
	}
	return course.Say(saysSquares, components, have, course.And(squares), course.And(shares))
}

// nothingVaries is why there is no component at all.
func nothingVaries(n int, centred bool) string {
	switch {
	case !centred && n == 1:
		return saysOneAtOrigin
	case !centred:
		return saysAllAtOrigin
	case n == 1:
		return saysOneAlone
	}
	return saysAllOne
}

// alike says so where components of those named have the variance of another, to rounding:
// which of the mixtures of their directions come, and in which order, is by chance.
func alike(c *engine.KernelComponents, components ...int) (says []course.Said) {
	for from := 0; from < c.Rank; {
		to := from + 1
		for to < c.Rank && engine.Tied(c.Eigenvalues[to-1], c.Eigenvalues[to], c.ZeroBelow) {
			to++
		}
		named := slices.ContainsFunc(components, func(j int) bool { return from <= j && j < to })
		if named && to > from+1 {
			var names []string
			for j := from; j < to; j++ {
				names = append(names, fmt.Sprintf("PC%d", j+1))
			}
			says = append(says, course.Say(saysAlike, course.And(names), spreads(c.ColumnMeans != nil)))
		}
		from = to
	}
	return says
}

// excess says so where components have more than all there is: others have less than none
// then, and the similarity is no kernel on these points.
func excess(c *engine.KernelComponents) []course.Said {
	sum := 0.0
	for j := range c.Rank {
		sum += c.Variances[j]
	}
	if sum <= c.TotalVariance || engine.Agree(sum, c.TotalVariance, sum) {
		return nil
	}
	spread, K := spreads(c.ColumnMeans != nil), "K′"
	if c.ColumnMeans == nil {
		K = "K"
	}
	if c.Rank == 1 {
		return []course.Said{course.Say(saysFirstExceeds, spread, K)}
	}
	return []course.Said{course.Say(saysExceed, c.Rank, spread, K)}
}
