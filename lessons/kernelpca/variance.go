package kernelpca

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
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

// sharesOf says what the components have, of those that there are: a sentence.
func sharesOf(c *engine.KernelComponents, K mat.Symmetric, components ...int) string {
	centred, n := c.ColumnMeans != nil, K.SymmetricDim()
	if c.Rank == 0 {
		return nothingVaries(n, centred)
	}
	var there, missing, parts, of []string
	all := variance(c, K)
	for _, j := range components {
		name := fmt.Sprintf("PC%d", j+1)
		if j >= c.Rank {
			missing = append(missing, name)
			continue
		}
		there, parts = append(there, name), append(parts, course.Digits(share(c, j))+" %")
		of = append(of, course.Digits(100*varianceAlong(c, j)/all)+" %")
	}
	var s string
	switch names := and(there); {
	case len(there) == 0:
	case c.TotalVariance <= 0:
		s = fmt.Sprintf("%s %s no share of the %s, for all λ/n add up to 0 or less.", names, have(there), spreads(centred))
	case centred:
		s = fmt.Sprintf("%s %s %s of the variance.", names, have(there), and(parts))
	case all <= 0:
		s = fmt.Sprintf("%s %s %s of the mean square about 0, and there is no variance.", names, have(there), and(parts))
	default:
		s = fmt.Sprintf("%s %s %s of the mean square about 0, and %s of the variance.", names, have(there), and(parts),
			and(of))
	}
	if len(missing) > 0 {
		s = strings.TrimSpace(fmt.Sprintf("%s There is no %s.", s, strings.Join(missing, " and no ")))
	}
	return s
}

// nothingVaries says why there is no component at all.
func nothingVaries(n int, centred bool) string {
	switch {
	case !centred && n == 1:
		return "It lies at the origin of the feature space, and there is no component."
	case !centred:
		return "All lie at the origin of the feature space, and there is no component."
	case n == 1:
		return "One point does not vary, and there is no component."
	}
	return "To this kernel all are one point: they do not vary, and there is no component."
}

// alike says so where components of those named have the variance of another, to rounding:
// which of the mixtures of their directions come, and in which order, is by chance.
func alike(c *engine.KernelComponents, components ...int) string {
	var s strings.Builder
	for from := 0; from < c.Rank; {
		to := from + 1
		for to < c.Rank && c.Eigenvalues[to-1]-c.Eigenvalues[to] <= 2*c.ZeroBelow {
			to++
		}
		named := slices.ContainsFunc(components, func(j int) bool { return from <= j && j < to })
		if named && to > from+1 {
			var names []string
			for j := from; j < to; j++ {
				names = append(names, fmt.Sprintf("PC%d", j+1))
			}
			fmt.Fprintf(&s, " To rounding %s have the same %s: any mixture of their directions would do as well.", and(names),
				spreads(c.ColumnMeans != nil))
		}
		from = to
	}
	return s.String()
}

func have(what []string) string {
	if len(what) == 1 {
		return "has"
	}
	return "have"
}

// and joins words as a sentence does.
func and(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// excess says so where components have more than all there is: others have less than none
// then, and the similarity is no kernel on these points.
func excess(c *engine.KernelComponents) string {
	sum := 0.0
	for j := range c.Rank {
		sum += c.Variances[j]
	}
	if sum <= c.TotalVariance || engine.Agree(sum, c.TotalVariance, sum) {
		return ""
	}
	first, K := fmt.Sprintf("The first %d have", c.Rank), "K′"
	if c.Rank == 1 {
		first = "The first has"
	}
	if c.ColumnMeans == nil {
		K = "K"
	}
	return fmt.Sprintf(" %s more than all of the %s: %s has negative eigenvalues too, and this similarity is "+
		"no kernel on these points.", first, spreads(c.ColumnMeans != nil), K)
}
