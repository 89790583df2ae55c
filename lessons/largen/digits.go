package largen

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure digits: handwritten digits told by kernel ridge regression of each class
// against the others, exactly and through features.

// learned are the digits that are learned from: the first nine forms. The file has one
// form after the other, and each begins with 0 to 9, twice.
const learned = 1157

const (
	mostDigitFeatures = 300
	digitDraws        = 20 // over which shares are counted
)

// digitSizes are the features at which an error is drawn.
var digitSizes = []int{10, 20, 30, 50, 70, 100, 150, 200, 250, 300}

// A digitData is the digits to learn from, and the fresh ones.
type digitData struct {
	x, fresh [][]float64
	Y        *mat.Dense // n×10, 1 for the class and −1 for the others
	digit    []int      // of fresh ones
	open     []bool     // of fresh ones: half of them, that settings are chosen by
}

var digits = sync.OnceValue(func() *digitData {
	d := data.Digits()
	w := &digitData{x: d.X[:learned], fresh: d.X[learned:], Y: mat.NewDense(learned, 10, nil)}
	for i, y := range d.Labels {
		if i >= learned {
			w.digit = append(w.digit, int(y))
			continue
		}
		for c := range 10 {
			w.Y.Set(i, c, -1)
		}
		w.Y.Set(i, int(y), 1)
	}
	w.open = halfOf(len(w.fresh))
	return w
})

// halfOf has half of n open, drawn at random: the first draw, so that nobody chose it.
func halfOf(n int) []bool {
	open := make([]bool, n)
	for _, i := range rand.New(rand.NewPCG(1, uint64(n))).Perm(n)[:n/2] {
		open[i] = true
	}
	return open
}

// misread are the fresh digits told wrongly by decisions, 640×10.
func (w *digitData) misread(decisions *mat.Dense) []bool {
	wrong := make([]bool, len(w.digit))
	for i, digit := range w.digit {
		wrong[i] = floats.MaxIdx(decisions.RawRowView(i)) != digit
	}
	return wrong
}

// shareOf is how many, in %, are wrong of those that are open, or of the others.
func shareOf(wrong, open []bool, opened bool) float64 {
	bad, all := 0.0, 0.0
	for i, w := range wrong {
		if open[i] == opened {
			if all++; w {
				bad++
			}
		}
	}
	return 100 * bad / all
}

// resampled is how many, in %, are wrong of half as many digits, drawn with replacement.
func resampled(wrong []bool, rng *rand.Rand) float64 {
	bad := 0.0
	for range len(wrong) / 2 {
		if wrong[rng.IntN(len(wrong))] {
			bad++
		}
	}
	return 100 * bad / float64(len(wrong)/2)
}

// The model is the same in every state: the exact fit, which takes long, is one.
const (
	shades       = 25 // ℓ, in shades of ink
	digitsLambda = 1e-4
)

// A digitsFit is the fit to the digits through features.
type digitsFit struct {
	// What the controls say.
	way, chosen string // chosen are landmarks
	m, seed     int

	// What is computed.
	drawn        *digitSums
	used         int     // features
	wrong, exact float64 // shares misread, in %, of this fit and of the exact one
	shares       []float64
}

var buildDigits = course.Steps(func(f *course.Form) course.Work {
	r := &digitsFit{}
	r.way = f.Choice("way", "way", "nystrom",
		course.Options("nystrom", "landmarks (Nyström)", "fourier", "random waves (Fourier)"), course.Leads)
	r.chosen = chooseLandmarks(f)
	r.m = f.Int("m", "features m", 50, 10, mostDigitFeatures, course.Term("theta"))
	r.seed = f.Int("seed", "draw", 1, 1, 60)
	return r
})

// Compute counts what is misread through so many features, and through those drawn.
func (r *digitsFit) Compute(ctx context.Context, memo *course.Memo) error {
	v, err := r.sums(ctx, memo, r.m)
	if err != nil {
		return err
	}
	r.exact = long()["digits-exact"] // takes half a second, and is the same in every state
	if r.wrong, r.used, err = v.through(r.m, digitsLambda); err != nil {
		return err
	}
	r.drawn = v
	if r.shares = make([]float64, len(digitSizes)); course.Redrawn(ctx) {
		return nil
	}
	for i, m := range digitSizes {
		if v, err = r.sums(ctx, memo, m); err != nil {
			return err
		}
		if r.shares[i], _, err = v.through(m, digitsLambda); err != nil {
			return err
		}
	}
	return nil
}

// sums are those that m features are among the first of: of means, which are others for each m, and
// where no more is asked for, those of m alone.
func (r *digitsFit) sums(ctx context.Context, memo *course.Memo, m int) (*digitSums, error) {
	of := digitSumsOf{way: r.way, seed: r.seed, most: mostDigitFeatures}
	if r.way == "nystrom" {
		of.chosen = r.chosen
	}
	if of.chosen == centres {
		of.most = m
		return course.RememberLong(ctx, memo, of)
	}
	if course.Judged(ctx) {
		of.most = m
	}
	return course.Remember(ctx, memo, of)
}

// A digitSums is what one pass over the digits leaves, and the features of the fresh ones.
type digitSums struct {
	sums  *engine.FeatureSums
	fresh *mat.Dense // features of the fresh digits
	index []int      // of landmarks among those drawn; nil for waves
	most  int        // waves, as high as that many are
	waves engine.FourierFeatures
	order []int // of the digits among which landmarks are looked for
}

type digitSumsOf struct {
	way, chosen string
	seed, most  int // features, of which the first are those of fewer
}

// Compute passes over the digits, and returns the bytes of what is left.
func (of digitSumsOf) Compute(ctx context.Context, _ *course.Memo) (*digitSums, int, error) {
	w := digits()
	waves, order := drawDigits(of.seed)
	waves.Frequencies = waves.Frequencies[:of.most/2]
	v := &digitSums{most: 2 * len(waves.Frequencies), waves: waves, order: order}
	var features engine.FeatureMap = waves
	if of.way == "nystrom" {
		landmarks, err := of.landmarks(ctx, order)
		if err != nil {
			return nil, 0, err
		}
		newton, err := engine.NewtonFeatures(engine.Gaussian{Length: shades}, landmarks)
		if err != nil {
			return nil, 0, err
		}
		features, v.index = newton, newton.Index
	}
	var err error
	if v.sums, err = engine.SumFeatures(ctx, features, w.x, w.Y); err != nil {
		return nil, 0, err
	}
	v.fresh = features.Matrix(w.fresh)
	d := v.sums.Gram.SymmetricDim()
	return v, 8 * (d*(d+10+len(w.fresh)) + len(waves.Frequencies)*len(w.x[0]) + learned), nil
}

// drawDigits draws frequencies, with no more digits than the program writes, and the order in which
// landmarks are looked for among the digits to learn from.
func drawDigits(seed int) (waves engine.FourierFeatures, order []int) {
	rng := rand.New(rand.NewPCG(uint64(seed), 1))
	waves = engine.RandomFourier(engine.Gaussian{Length: shades}, len(digits().x[0]), mostDigitFeatures/2, rng)
	for _, omega := range waves.Frequencies {
		for j, v := range omega {
			omega[j] = course.Round(v, 5)
		}
	}
	return waves, rng.Perm(learned)
}

// landmarks are chosen among the digits in a random order: the first, the pivots of which the first
// is one, or the means that k-means comes to from the first.
func (of digitSumsOf) landmarks(ctx context.Context, order []int) (landmarks [][]float64, err error) {
	x := engine.Pick(digits().x, order)
	switch of.chosen {
	case pivoted:
		index, err := engine.Pivots(engine.Gaussian{Length: shades}, x, of.most)
		for _, i := range index {
			landmarks = append(landmarks, x[i])
		}
		return landmarks, err
	case centres:
		return engine.Centres(ctx, x, x[:of.most], turns)
	}
	return x[:of.most], nil
}

// through is the share misread of the open digits through the first m features, and how many
// those are.
func (v *digitSums) through(m int, lambda float64) (share float64, d int, err error) {
	wrong, d, err := v.wrong(m, lambda)
	return shareOf(wrong, digits().open, true), d, err
}

// wrong are the digits misread through the first m features.
func (v *digitSums) wrong(m int, lambda float64) (wrong []bool, d int, err error) {
	d = m
	if v.index == nil {
		d -= m % 2
		lambda *= float64(d) / float64(v.most)
	} else {
		for d = 0; d < len(v.index) && v.index[d] < m; {
			d++
		}
	}
	theta, _, err := v.sums.Ridge(d, lambda)
	if err != nil {
		return nil, d, err
	}
	w := digits()
	var f mat.Dense
	f.Mul(v.fresh.Slice(0, len(w.fresh), 0, d), theta)
	return w.misread(&f), d, nil
}

func (r *digitsFit) Show(f *course.Form) *course.Picture {
	sizes := course.Floats(digitSizes)
	exact := plots.Runner{Name: "exact, all 1,157", Xs: []float64{sizes[0], mostDigitFeatures},
		Mid: []float64{r.exact, r.exact}, Color: plots.Soft, Shape: plots.Triangle, Dash: true}
	through := plots.Runner{Name: wayNames[r.way], Xs: sizes, Mid: r.shares, Color: plots.Curve, Class: "t-theta"}
	return &course.Picture{
		Columns: [][]plots.Panel{{{ID: "digits-error", Title: "New digits misread", Width: course.Wide, Height: 360,
			Plot: plots.Race{
				X:        plots.Axis{Label: "features m", Min: 8, Max: 400},
				Y:        plots.Axis{Label: "misread (%)", Min: 1, Max: 100},
				Runners:  []plots.Runner{exact, through},
				Crossing: plots.Mark{At: float64(r.m), Name: fmt.Sprintf("m = %d", r.m), Dash: true},
			}}}},
		Numbers: []course.Number{
			{Name: "misread", Label: "misread", Value: r.wrong, Unit: "%",
				Means: "The share of the 320 open digits of other forms for which another class has the largest f."},
			{Name: "exact_misread", Label: "misread by the exact fit", Value: r.exact, Unit: "%",
				Means: "The same share for the fit with all 1,157 digits and no approximation."},
			{Name: "features", Label: "features used", Value: float64(r.used), Whole: true,
				Means: "Landmarks, or waves, that the fit is made of. An exact fit has 1,157."},
			{Name: "misread_standard_error", Label: "standard error of misread", Unit: "%",
				Value: math.Sqrt(r.wrong * (100 - r.wrong) / float64(len(digits().fresh)/2)),
				Means: "How far that share could be off by the luck of which 320 digits are read."},
		},
		Says:   []course.Said{course.Say(saysMisread, r.made(), r.wrong, r.exact)},
		Goals:  []course.Goal{r.goal()},
		Series: []course.Series{course.Table("errors", "features misread", sizes, r.shares)},
		Code:   programs.Code("digits", f, r.drawn.program(r)),
	}
}

// program is what the programs have: the digits to learn from, those first that landmarks are
// looked for among first, and the open ones.
func (v *digitSums) program(r *digitsFit) course.Values {
	w := digits()
	var others []int
	for i, open := range w.open {
		if open {
			others = append(others, learned+i)
		}
	}
	values := course.Values{"Nystrom": r.way == "nystrom", "Pivoted": r.way == "nystrom" && r.chosen == pivoted,
		"Centres": r.way == "nystrom" && r.chosen == centres, "Ell": shades, "Lambda": digitsLambda,
		"Turns": turns, "Sizes": strings.Trim(strings.ReplaceAll(fmt.Sprint(digitSizes), " ", ", "), "[]")}
	values["Learnt"], values["LearntDigits"] = written(v.order)
	values["Others"], values["OthersDigits"] = written(others)
	var frequencies []float64
	for _, omega := range v.waves.Frequencies[:min(r.m, v.most)/2] {
		frequencies = append(frequencies, omega...)
	}
	values["Frequencies"] = frequencies
	return values
}

// written are digits by their places, in letters, and which they are, as many in a line as a picture
// has pixels.
func written(places []int) (images, labels string) {
	all := data.Digits()
	x := make([][]float64, len(places))
	var b strings.Builder
	for i, at := range places {
		if x[i] = all.X[at]; i > 0 && i%len(x[i]) == 0 {
			b.WriteByte('\n')
		}
		b.WriteByte('0' + byte(all.Labels[at]))
	}
	return data.Letters(x, 16), b.String()
}

// What the goal asks for: with at most so many features, at most that much misread, in %.
const readFeatures, readMost = 150, 6

func (r *digitsFit) goal() course.Goal {
	but := ""
	if r.used > readFeatures {
		but = "with " + course.Plural(r.used, "feature")
	}
	return course.Goal{Name: "read", At: "m=150", Reached: but == "", Now: course.Digits(r.wrong) + " %", But: but,
		Hidden: &course.Hidden{Number: "misread", Below: readMost + 0.01, Of: 7, Unit: "% misread",
			Tuned: "m=70&seed=55"},
		Text: fmt.Sprintf("Here %s %% are misread, with %s.", course.Digits(r.wrong), r.made())}
}

const saysMisread = "Through {features}, {misread} % of 320 new digits are misread; by the exact fit, with all " +
	"1,157, {exact_misread} %."

// made says of what the fit is made.
func (r *digitsFit) made() string { return madeOf(r.way, r.used) }
