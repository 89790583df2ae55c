package sentences

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/plots"
)

// fiveWords convict exp(−γd) by hand: ab and ba are one step from each of the other
// three, and two steps from each other, as these three are.
var fiveWords = []string{"ab", "ba", "aa", "b", "bab"}

func buildEdit(f *course.Form) course.Draw {
	all := f.Choice("words", "words", "five", course.Options("five", "ab, ba, aa, b, bab", "all", "all over a and b, up to a length")) == "all"
	most := f.Int("longest", "letters at most", 4, 1, 5, course.Every, course.When("words", "all"))
	rate := f.LogFloat("rate", "rate γ", 1, 0.01, 10)
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		v := &editing{rate: rate, words: fiveWords}
		if all {
			v.words, v.longest = wordsUpTo(most), most
		}
		K, err := engine.GramStrings(ctx, engine.EditSimilarity{Rate: rate}, v.words)
		if err != nil {
			return nil, err
		}
		v.K = K
		if v.s, err = engine.Eigen(K); err != nil {
			return nil, err
		}
		return v.picture(f), nil
	}
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

// An editing is words with the likeness exp(−γd), d their edit distance.
type editing struct {
	rate    float64
	words   []string
	longest int // of all words; 0 of the five
	K       *mat.SymDense
	s       *engine.Spectrum
}

// negative counts the eigenvalues that are below zero by more than rounding.
func (v *editing) negative() int {
	n := 0
	for _, e := range v.s.Values {
		if e < -v.s.Rounding() {
			n++
		}
	}
	return n
}

func (v *editing) picture(f *course.Form) *course.Picture {
	var groups []plots.Group
	if v.longest == 0 {
		for _, w := range v.words {
			groups = append(groups, plots.Group{Name: w, Size: 1})
		}
	} else {
		for l := 0; l <= v.longest; l++ {
			name := ""
			if l >= v.longest-1 { // the others are too narrow for a name
				name = course.Plural(l, "letter")
			}
			groups = append(groups, plots.Group{Name: name, Size: 1 << l})
		}
	}
	n := len(v.words)
	least := v.s.Values[n-1]
	witness := mat.Col(nil, n-1, v.s.Vectors)
	biggest := 0.0
	for _, c := range witness {
		biggest = math.Max(biggest, math.Abs(c))
	}
	values := make([]float64, n)
	for i, e := range v.s.Values {
		if math.Abs(e) > v.s.Rounding() {
			values[i] = e
		}
	}
	p := &course.Picture{}
	p.Columns = [][]plots.Panel{
		{{ID: "edit-matrix", Title: "exp(−γ · edit distance)", Width: course.Square, Height: course.Square, Plot: plots.Heatmap{
			Values: v.K, Scale: plots.Scale{Max: 1}, Label: "exp(−γd)", Row: "word i", Col: "word j", Groups: groups, Numbers: true}}},
		{
			{ID: "edit-spectrum", Title: "Its eigenvalues", Width: course.Half, Height: 230, Plot: plots.SignedSpectrum{
				X: plots.Axis{Label: "place, the largest first"}, Y: plots.Axis{Label: "eigenvalue", Min: -1, Max: 100, Linear: 0.01}, Values: values}},
			{ID: "edit-witness", Title: "The c of the last one", Width: course.Half, Height: 190, Plot: plots.Stems{
				X: plots.Axis{Label: "word", Min: 0.5, Max: float64(n) + 0.5, Whole: true}, Y: plots.Axis{Label: "c", Min: -1, Max: 1}, Xs: counted(n), Alpha: witness}},
		},
	}
	p.Numbers = []course.Number{
		{Name: "least_eigenvalue", Label: "least eigenvalue", Means: "Of a kernel none is negative. With its unit eigenvector c, cᵀKc is this number.", Value: least},
		{Name: "negative", Label: "negative eigenvalues", Means: "How many are below zero by more than rounding.", Value: float64(v.negative()), Whole: true},
		{Name: "one_step", Label: "likeness of words one step apart", Means: "A step inserts, deletes or replaces one letter: exp(−γ).", Value: math.Exp(-v.rate)},
		{Name: "words", Label: "words", Value: float64(n), Whole: true},
		{Name: "largest_eigenvalue", Label: "largest eigenvalue", Value: v.s.Values[0]},
	}
	p.Description = v.describe(least, witness)
	p.Series = []course.Series{course.Table("eigenvalues", "eigenvalue", v.s.Values), course.Table("witness", "c", witness)}
	p.Matrices = []course.NamedMatrix{{Name: "gram", Values: v.K}}
	now := "other words"
	if v.longest == 0 {
		now = course.Digits(least)
	}
	p.Goals = []course.Goal{{Name: "negative", At: "rate=0.151", Now: now, Reached: v.longest == 0 && least < -editGoal,
		Text: fmt.Sprintf("Goal reached: %s. No features have this matrix for their inner products.", course.Digits(least))}}
	p.Code = programs.Code("edit", f, course.Values{"Words": quoted(v.words)})
	return p
}

// editGoal is how far below zero the least eigenvalue is to be.
const editGoal = 0.01

func counted(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = float64(i + 1)
	}
	return v
}

func (v *editing) describe(least float64, witness []float64) string {
	s := fmt.Sprintf("%d words over a and b, and exp(−γd) with γ = %s: the least eigenvalue is %s", len(v.words), course.Value(v.rate), course.Digits(least))
	switch n := v.negative(); {
	case n > 0:
		s += fmt.Sprintf(". %d of %d are negative: this is no kernel.", n, len(v.words))
		if n == 1 {
			s = strings.Replace(s, "are negative", "is negative", 1)
		}
	case least < v.s.Rounding():
		s += ", which may be rounding."
	default:
		s += ". None is negative, so these words do not convict it."
	}
	if v.longest == 0 {
		var c []string
		for i, w := range v.words {
			c = append(c, fmt.Sprintf("%s for %s", course.Digits(witness[i]), w))
		}
		s += " Its weights are " + strings.Join(c[:4], ", ") + " and " + c[4] + "."
	}
	return s
}
