package sentences

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// fiveWords show by hand that exp(−γd) is no kernel: ab and ba are one step from each of
// the other three. Two steps lie between ab and ba, and between each two of those three.
var fiveWords = []string{"ab", "ba", "aa", "b", "bab"}

// The figure edit: words with the likeness exp(−γd), d their edit distance.
type edit struct {
	// What the controls say.
	rate    float64
	words   []string
	longest int // of all words; 0 of the five

	// What is computed.
	K *mat.SymDense
	s *engine.Spectrum
}

var buildEdit = course.Steps(func(f *course.Form) course.Work {
	v := &edit{words: fiveWords}
	words := f.Choice("words", "words", "five",
		course.Options("five", "ab, ba, aa, b, bab", "all", "all over a and b, up to a length"))
	longest := f.Int("longest", "letters at most", 4, 1, 5, course.Every, course.When("words", "all"))
	if words == "all" {
		v.words, v.longest = wordsUpTo(longest), longest
	}
	v.rate = f.LogFloat("rate", "rate γ", 1, 0.01, 10)
	return v
})

// Compute finds the eigenvalues of the words' matrix.
func (v *edit) Compute(ctx context.Context, _ *course.Memo) (err error) {
	if v.K, err = engine.GramStrings(ctx, engine.EditSimilarity{Rate: v.rate}, v.words); err != nil {
		return err
	}
	v.s, err = engine.Eigen(v.K)
	return err
}

// wordsUpTo are all words over a and b of so many letters at most, the empty one first.
func wordsUpTo(longest int) []string {
	words := []string{""}
	for from := 0; longest > 0; longest-- {
		to := len(words)
		for _, w := range words[from:to] {
			words = append(words, w+"a", w+"b")
		}
		from = to
	}
	return words
}

// negative counts the eigenvalues that are below zero by more than rounding.
func (v *edit) negative() int {
	n := 0
	for _, e := range v.s.Values {
		if e < -v.s.Rounding() {
			n++
		}
	}
	return n
}

// least is the least eigenvalue, and witness its unit eigenvector.
func (v *edit) least() float64     { return v.s.Values[len(v.words)-1] }
func (v *edit) witness() []float64 { return mat.Col(nil, len(v.words)-1, v.s.Vectors) }

func (v *edit) Show(f *course.Form) *course.Picture {
	return &course.Picture{
		Columns: v.columns(),
		Numbers: []course.Number{
			{Name: "least_eigenvalue", Label: "least eigenvalue", Value: v.least(),
				Means: "Of a kernel none is negative. With its unit eigenvector c, cᵀKc is this number."},
			{Name: "negative", Label: "negative eigenvalues", Value: float64(v.negative()), Whole: true,
				Means: "How many are below zero by more than rounding."},
			{Name: "one_step", Label: "likeness of words one step apart", Value: math.Exp(-v.rate),
				Means: "A step inserts, deletes or replaces one letter: exp(−γ)."},
			{Name: "words", Label: "words", Value: float64(len(v.words)), Whole: true},
			{Name: "largest_eigenvalue", Label: "largest eigenvalue", Value: v.s.Values[0]},
		},
		Says: v.says(),
		Series: []course.Series{
			course.Table("eigenvalues", "eigenvalue", v.s.Values), course.Table("witness", "c", v.witness()),
		},
		Matrices: []course.NamedMatrix{{Name: "gram", Values: v.K}},
		Goals:    []course.Goal{v.goal()},
		Code:     programs.Code("edit", f, course.Values{"Words": quoted(v.words)}),
	}
}

func (v *edit) goal() course.Goal {
	least := course.Digits(v.least())
	g := course.Goal{
		Name: "negative", At: "rate=0.151", Now: least,
		Reached: v.longest == 0 && v.least() < leastOfFive+editGoal,
		Text:    fmt.Sprintf("Goal reached: %s. No features have this matrix for their inner products.", least),
	}
	if v.longest != 0 {
		g.But = "of other words"
	}
	return g
}

// groups are the words as the matrix has them: each by its name, or all of a length.
func (v *edit) groups() (groups []plots.Group) {
	if v.longest == 0 {
		for _, w := range v.words {
			groups = append(groups, plots.Group{Name: w, Size: 1})
		}
		return groups
	}
	for l := 0; l <= v.longest; l++ {
		name := ""
		if l >= v.longest-1 { // the others are too narrow for a name
			name = course.Plural(l, "letter")
		}
		groups = append(groups, plots.Group{Name: name, Size: 1 << l})
	}
	return groups
}

func (v *edit) columns() [][]plots.Panel {
	n := len(v.words)
	values := make([]float64, n) // zero where they may be
	for i, e := range v.s.Values {
		values[i] = engine.Tidy(e, v.s.Rounding())
	}
	matrix := plots.Heatmap{
		Values: v.K, Scale: plots.Scale{Max: 1}, Label: "exp(−γd)", Row: "word i", Col: "word j",
		Groups: v.groups(), Numbers: true,
	}
	spectrum := plots.SignedSpectrum{
		X: plots.Axis{Label: "place, the largest first"}, Values: values,
		Y: plots.Axis{Label: "eigenvalue", Min: -1, Max: 100, Linear: 0.01},
	}
	witness := plots.Stems{
		X: plots.Axis{Label: "word", Min: 0.5, Max: float64(n) + 0.5, Whole: true},
		Y: plots.Axis{Label: "c", Min: -1, Max: 1}, Xs: course.Counting(1, n), Alpha: v.witness(),
	}
	return [][]plots.Panel{
		{{ID: "edit-matrix", Title: "exp(−γ · edit distance)", Width: course.Square, Height: course.Square,
			Plot: matrix}},
		{
			{ID: "edit-spectrum", Title: "Its eigenvalues", Width: course.Half, Height: 230, Plot: spectrum},
			{ID: "edit-witness", Title: "The c of the last one", Width: course.Half, Height: 190, Plot: witness},
		},
	}
}

// leastOfFive is how small the five words' least eigenvalue gets: with u = e^−2γ it is
// (2 + 3u − √(u² + 24u))/2, least at u = 9√2 − 12. editGoal is how near it is to be.
const leastOfFive, editGoal = 12*math.Sqrt2 - 17, 0.001

const (
	saysLeast = "{words} words over a and b, and exp(−γd) with γ = {rate}: " +
		"the least eigenvalue is {least_eigenvalue}."
	saysRounding = "{words} words over a and b, and exp(−γd) with γ = {rate}: " +
		"the least eigenvalue is {least_eigenvalue}, which may be rounding."
	saysNegative    = "{negative} of {words} are negative: this is no kernel."
	saysOneNegative = "{negative} of {words} is negative: this is no kernel."
	saysNone        = "None is negative, so these words do not disprove it."
	saysWeights     = "Its weights are {c_ab} for ab, {c_ba} for ba, {c_aa} for aa, {c_b} for b and {c_bab} for bab."
)

func (v *edit) says() []course.Said {
	words, negative := len(v.words), v.negative()
	says := []course.Said{course.Say(saysLeast, words, course.Chosen(v.rate), v.least())}
	switch {
	case negative == 1:
		says = append(says, course.Say(saysOneNegative, negative, words))
	case negative > 1:
		says = append(says, course.Say(saysNegative, negative, words))
	case v.least() < v.s.Rounding():
		says[0] = course.Say(saysRounding, words, course.Chosen(v.rate), v.least())
	default:
		says = append(says, course.Say(saysNone))
	}
	if v.longest == 0 {
		c := v.witness()
		says = append(says, course.Say(saysWeights, c[0], c[1], c[2], c[3], c[4]))
	}
	return says
}
