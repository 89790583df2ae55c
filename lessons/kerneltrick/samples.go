package kerneltrick

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// What the figures are asked over many samples, what is set aside, and what the prose
// counts over a thousand samples.

// recorded are the counts of [pairs] and [twoCurves].
//
//go:embed shares.csv
var recorded string

var (
	digitsAmong = &course.Samples{
		Seed: "seed", Of: "choices of images", Draws: 20, Splits: true,
		Designs: []course.Design{{Anew: "which of the open images are learnt from, at random", Stays: "the images"}},
		Claims: []course.Claim{{
			Name: "digits-good", Says: "At most 4 % are misread", Under: 100 * sortedGoal,
			Holds: course.Of(func(r *sorting) many.Outcome { return many.If(r.f != nil && r.share <= sortedGoal) }),
		}, {
			Name: "digits-pairs",
			Says: "Each at the best of 25 λ on the images learnt from, degree 2 misreads fewer than degree 1",
			Holds: course.Of(func(r *sorting) many.Outcome {
				return many.Less(r.atChosen(r.n, 2), r.atChosen(r.n, 1))
			}),
		}},
		Rank: "misread_percent",
	}
	sameAmong = &course.Samples{
		Seed: "seed", Of: "samples", Draws: 100, Most: 100, Designs: points.DrawnOnLine,
		Claims: []course.Claim{{
			Name: "same-close", Says: "The two curves differ by less than a millionth of the largest |y|",
			Under: sameClose,
			Holds: func(p *course.Picture) many.Outcome { return many.If(p.Result.(*twoFits).gap() < sameClose) },
		}, {
			Name: "same-beyond", Says: "They differ most where no data are: before the first point or after the last",
			Holds: func(p *course.Picture) many.Outcome { return p.Result.(*twoFits).beyond() },
		}},
		Rank: "gap",
	}
)

// sameClose is what the curves differ by, of the largest |y|, if they are one but for rounding.
const sameClose = 1e-6

// beyond is whether the curves differ most outside the data; it ties where there are not two.
func (v *twoFits) beyond() many.Outcome {
	if v.primalF == nil || v.dualF == nil {
		return many.Ties
	}
	apart, grid, x := make([]float64, len(v.primalF)), v.grid(), v.original.Data.Input(0)
	for g := range apart {
		apart[g] = math.Abs(v.primalF[g] - v.dualF[g])
	}
	at := grid[floats.MaxIdx(apart)]
	return many.If(at < floats.Min(x) || at > floats.Max(x))
}

// digitsSealed are the images that no choice of images has.
var digitsSealed = &course.Sealed{
	Of: "1,097 images that no fit has seen", Number: "misread_percent",
	Open: func(ctx context.Context, _ *course.Memo, p *course.Picture) (course.Opened, error) {
		r := p.Result.(*sorting)
		_, sealed := deal(0)
		shares, err := r.misreads(chosen(r.seed)[:r.n], sealed)
		if err != nil {
			return course.Opened{}, err
		}
		found := course.Opened{Value: 100 * shares[0], Anew: anew(), By: anewBy,
			SE: 100 * math.Sqrt(shares[0]*(1-shares[0])/float64(len(sealed)))}
		for number := 1; number <= envelopes; number++ {
			if err := ctx.Err(); err != nil {
				return found, err
			}
			open, sealed := deal(number)
			if shares, err := r.misreads(open[:r.n], open[mostLearnt:], sealed); err == nil { // else no fit
				found.Others = append(found.Others, course.Envelope{Chosen: 100 * shares[0], Sealed: 100 * shares[1]})
			}
		}
		return found, nil
	},
}

// envelopes are how many others are opened with a reader's.
const envelopes = 40

// misreads are the shares of some images, and of others, that are misread when a few are learnt
// from, with the degree and the λ in sight.
func (r *sorting) misreads(learn []int, sort ...[]int) (shares []float64, err error) {
	m := mailOfImages(learn, slices.Concat(sort...))
	f, err := m.read(len(learn), r.degree, r.lambda)
	if err != nil {
		return nil, err
	}
	wrong, from := m.misread(f), 0
	for _, part := range sort {
		n := 0
		for _, i := range wrong {
			if from <= i && i < from+len(part) {
				n++
			}
		}
		shares, from = append(shares, float64(n)/float64(len(part))), from+len(part)
	}
	return shares, nil
}

// lambdas are those that a degree chooses from, three in a factor of ten. The least are taken where
// it hardly matters: a fit through all images that are learnt from stays as it is for a smaller one.
var lambdas = func() (all []float64) {
	for third := -24; third <= 0; third++ {
		all = append(all, math.Pow(10, float64(third)/3))
	}
	return all
}()

// choose is the one of [lambdas] that is best on the last quarter of the first n images
// to learn from, by squared error, where the others are learnt from. The images to sort
// have no say in it.
func (m *mail) choose(n, degree int) (best float64) {
	some := n - n/4
	K := m.gram(n, degree)
	s := course.Must(engine.Eigen(K.SliceSym(0, some)))
	least := math.Inf(1)
	for _, fit := range s.Path(m.learnt[:some], lambdas) {
		sum := 0.0
		for i := some; i < n; i++ {
			miss := m.learnt[i]
			for j, a := range fit.Alpha {
				miss -= a * K.At(i, j)
			}
			sum += miss * miss
		}
		if fit.Err == nil && sum < least {
			best, least = fit.Lambda, sum
		}
	}
	return best
}

// atChosen is the share misread at the λ chosen so, in per cent.
func (m *mail) atChosen(n, degree int) float64 {
	f := course.Must(m.read(n, degree, m.choose(n, degree)))
	return 100 * float64(len(m.misread(f))) / float64(len(m.images))
}

// digitFacts are the middle shares of single pixels and of pairs over choices of images, each
// with 200 to learn from and at the λ that these choose.
func digitFacts(facts course.Facts) {
	const choices = 60
	shares := map[int][]float64{}
	for seed := 1; seed <= choices; seed++ {
		m := mailOf{seed}.mail()
		for _, degree := range []int{1, 2} {
			shares[degree] = append(shares[degree], m.atChosen(digitsLearnt, degree))
		}
	}
	for degree, v := range shares {
		facts[fmt.Sprintf("share-%d", degree)] = engine.Median(v)
	}
	facts["lambdas"] = float64(len(lambdas))
	facts["pairs"], facts["triples"] = featureCount(pixelCount, 2), featureCount(pixelCount, 3)
	_, sealed := deal(0)
	facts.Anew("anew-", anew())
	facts["open-images"], facts["sealed-images"] = opened, float64(len(sealed))
}
