package kernelridge

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/plots"
)

// allTerms is how many steps the film of the sum f = Σ αᵢk(xᵢ, ·) has: each adds as many
// terms, from left to right, and at the last all are added. In the order of their heights
// the sum would not look like f before the end, for where a bump is high, others of the
// other sign take it down again.
const allTerms = 24

// A partial is the sum of the terms up to a step of the film.
type partial struct {
	fit   *curves.Ridge
	last  []int     // the terms that the step has added
	added int       // how many are, with those before
	under []float64 // the coefficients before the step, 0 for what is not added
	alpha []float64 // and after it
}

func partialSum(fit *curves.Ridge, step int) *partial {
	x, n := fit.Data.Input(0), fit.Data.Len()
	order := course.Indices(n)
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(x[i], x[j]) })
	from := n * max(0, step-1) / allTerms
	s := &partial{fit: fit, added: n * step / allTerms, under: make([]float64, n)}
	s.last = order[from:s.added]
	for _, i := range order[:from] {
		s.under[i] = fit.Solution.Alpha[i]
	}
	s.alpha = slices.Clone(s.under)
	for _, i := range s.last {
		s.alpha[i] = fit.Solution.Alpha[i]
	}
	return s
}

// show has the picture show the sum in place of f, which stays behind.
func (s *partial) show(p *course.Picture) {
	curve, stems := p.Columns[0][0].Plot.(plots.Curves), p.Columns[0][1].Plot.(plots.Stems)
	curve.Bands = s.bumps(curve.Y)
	l := slices.IndexFunc(curve.Lines, func(l plots.Line) bool { return l.Class == "curve t-fit" })
	f := curve.Lines[l]
	f.Color, f.Width, f.Dash, f.Class = plots.Soft, 1.6, true, "all"
	_, curve.Lines[l].Ys = s.fit.Curve(s.alpha)
	curve.Lines[l].Name = fmt.Sprintf("%d of %d terms", s.added, len(s.alpha))
	curve.Lines = slices.Insert(curve.Lines, l, f)
	if len(stems.Highlight) == 0 { // nobody points at a datum
		stems.Highlight = s.last
	}
	p.Columns[0][0].Plot, p.Columns[0][1].Plot = curve, stems

	sum := engine.Apply(s.fit.Cross, s.alpha)
	far := floats.Distance(sum, engine.Apply(s.fit.Cross, s.fit.Solution.Alpha), math.Inf(1))
	p.Series = append(p.Series, course.Table("sum", "x y", s.fit.Grid, sum))
	p.Says = append(p.Says, course.Say(saysTerms, course.Some{N: len(s.alpha), Noun: "term"}, s.added,
		course.Measure{Value: far, Unit: s.fit.YUnit}))
}

const saysTerms = "Of its {alphas} the first {added} from the left are added: a sum that is up to {far} off the curve."

// bumps are those of the step, each on the sum before it, where it is high enough to be
// seen.
func (s *partial) bumps(y plots.Axis) []plots.Band {
	const seen = 1.0 / 300 // of the axis
	var all []plots.Band
	alpha := slices.Clone(s.under)
	xs, sum := s.fit.Curve(alpha)
	for _, i := range s.last {
		under := sum
		alpha[i] = s.alpha[i]
		_, sum = s.fit.Curve(alpha)
		bump := plots.Band{Xs: xs, Class: "stacked", Lo: make([]float64, len(xs)), Hi: make([]float64, len(xs))}
		for g := range xs {
			bump.Lo[g], bump.Hi[g] = math.Min(under[g], sum[g]), math.Max(under[g], sum[g])
			if bump.Hi[g]-bump.Lo[g] < seen*(y.Max-y.Min) {
				bump.Lo[g] = math.NaN()
			}
		}
		all = append(all, bump)
	}
	return all
}
