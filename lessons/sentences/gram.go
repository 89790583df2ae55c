package sentences

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// A pair is two sentences among others.
type pair struct {
	// What the controls say.
	kernel likeness
	*texts
	normal bool
	i, j   int

	// What is computed.
	counted, K *mat.SymDense // before and after normalising
	common     []common      // what both have; nil where the kernel does not list it
}

var buildGram = course.Steps(func(f *course.Form) course.Work {
	v := &pair{kernel: chooseKernel(f, 3)}
	mine := own(f)
	v.normal = f.Bool("normalised", "normalised", true)
	v.texts = chosen(f.Int("each", "sentences of each language", 12, 2, topics, course.Every, course.More), mine)
	n := len(v.all)
	v.i = f.Int("first", "first sentence", min(17, n), 1, n, course.Every, course.More) - 1
	v.j = f.Int("second", "second sentence", min(20, n), 1, n, course.Every, course.More) - 1
	return v
})

// Compute has the likeness of every two.
func (v *pair) Compute(ctx context.Context, memo *course.Memo) error {
	var err error
	if v.counted, err = v.kernel.gram(ctx, memo, v.texts); err != nil {
		return err
	}
	if v.K = v.counted; v.normal {
		v.K = normalised(v.counted)
	}
	v.common = v.shared()
	return nil
}

// brightest is the end of the scale of normalised likeness: there the diagonal is 1, and
// nearly all else below this.
const brightest = 0.25

// scale colours the matrix: the same for every normalised one.
func (v *pair) scale() plots.Scale {
	if v.normal {
		return plots.Scale{Max: brightest}
	}
	most := 0.0
	for i := range len(v.all) {
		for j := range i {
			most = math.Max(most, v.K.At(i, j))
		}
	}
	return plots.Scale{Max: plots.RoundUp(most)}
}

// means are those of k over all pairs of one language, and of two. The reader's own
// sentences, whose language is not known, are left out.
func (v *pair) means() (same, other float64) {
	var sum [2]float64
	var count [2]float64
	for i, a := range v.of {
		for j, b := range v.of[:i] {
			if a == mine || b == mine {
				continue
			}
			side := 0
			if a != b {
				side = 1
			}
			sum[side] += v.K.At(i, j)
			count[side]++
		}
	}
	return sum[0] / count[0], sum[1] / count[1]
}

// A common is a substring or a word that two sentences share, with how often each has it.
type common struct {
	what string
	a, b int
}

// shared are what both sentences have, what counts most first; nil where the kernel does
// not list it.
func (v *pair) shared() []common {
	k, ok := v.kernel.base.(interface{ Counts(string) map[string]int })
	if !ok {
		return nil
	}
	all := []common{}
	in := k.Counts(v.all[v.j])
	for u, a := range k.Counts(v.all[v.i]) {
		if b := in[u]; b > 0 {
			all = append(all, common{u, a, b})
		}
	}
	slices.SortFunc(all, func(x, y common) int {
		return cmp.Or(cmp.Compare(y.a*y.b, x.a*x.b), cmp.Compare(x.what, y.what))
	})
	return all
}

func (v *pair) Show(f *course.Form) *course.Picture {
	a := engine.LetterShares(v.kernel.base, v.all[v.i], v.all[v.j])
	b := engine.LetterShares(v.kernel.base, v.all[v.j], v.all[v.i])
	return &course.Picture{
		Columns: v.columns(a, b),
		Numbers: v.numbers(),
		Says:    v.says(),
		Series: []course.Series{
			course.Table("sentences", "language topic", course.Floats(v.of), course.Floats(v.topic)),
			course.Table("first", "share", a), course.Table("second", "share", b),
		},
		Matrices: []course.NamedMatrix{{Name: "gram", Values: v.K}},
		Goals:    v.goals(v.K.At(v.i, v.j)),
		Code: programs.Code("gram", f, v.kernel.values(course.Values{
			"Sentences": quoted(v.all), "Languages": course.Floats(v.of), "I": v.i, "J": v.j, "Ours": v.ours(),
			"Normalised": v.normal, "Most": v.scale().Max,
		})),
	}
}

// columns are the matrix and the pair, with its letters by what they share.
func (v *pair) columns(a, b []float64) [][]plots.Panel {
	what := "k, normalised"
	if !v.normal {
		what = "k"
	}
	heat := plots.Heatmap{Values: v.K, Scale: v.scale(), Label: what, Row: "first sentence", Col: "second sentence",
		Groups: v.groups(), Counted: true, Rows: []int{v.i}, Cols: []int{v.j}}
	most := max(slices.Max(a), slices.Max(b)) // of the brightest letter of both
	if most == 0 {
		most = 1 // they share nothing
	}
	lit := plots.Passages{Texts: []plots.Passage{
		{Name: v.name(v.i), Text: v.all[v.i], Shares: scaled(a, 1/most)},
		{Name: v.name(v.j), Text: v.all[v.j], Shares: scaled(b, 1/most)},
	}}
	right := []plots.Panel{{ID: "gram-pair", Title: "What the two share", Width: course.Half, Height: 300, Plot: lit}}
	if v.common != nil {
		var shelf plots.Shelf
		for _, c := range v.common {
			shelf.Labels = append(shelf.Labels, fmt.Sprintf("%s %d×%d", strings.ReplaceAll(c.what, " ", "·"), c.a, c.b))
		}
		title := fmt.Sprintf("Each of the %d, and how often", len(v.common))
		switch len(v.common) {
		case 0:
			title = "Nothing in common"
		case 1:
			title = "The one they share, and how often"
		}
		right = append(right, plots.Panel{ID: "gram-shared", Title: title, Width: course.Half, Height: 140,
			Plot: plots.Tiles{Shelves: []plots.Shelf{shelf}}})
	}
	matrix := plots.Panel{ID: "gram-matrix", Title: "Likeness of every two", Width: course.Square,
		Height: course.Square, Plot: heat}
	return [][]plots.Panel{{matrix}, right}
}

func (v *pair) numbers() []course.Number {
	shared := math.NaN()
	if v.common != nil {
		shared = float64(len(v.common))
	}
	same, other := v.means()
	things, _, _ := strings.Cut(v.kernel.things(2), " ")
	return []course.Number{
		{Name: "k", Label: "k of the two", Value: v.K.At(v.i, v.j),
			Means: "The likeness of the two sentences. Normalised, it is at most 1."},
		{Name: "mean_same", Label: "mean of k, one language", Value: same,
			Means: "The mean over all pairs of different sentences of one language."},
		{Name: "mean_other", Label: "mean of k, two languages", Value: other,
			Means: "The mean over all pairs of sentences of two languages."},
		{Name: "counted", Label: "k before normalising", Value: v.counted.At(v.i, v.j)},
		{Name: "shared", Label: "different " + things + " shared", Value: shared, Whole: true},
	}
}

// goals are reached by words that two languages have in common.
func (v *pair) goals(k float64) []course.Goal {
	a, b := v.of[v.i], v.of[v.j]
	asked := v.normal && v.kernel.name == spectrum && v.kernel.length == 3
	but := ""
	switch {
	case !asked:
		but = "not by three letters, of length 1"
	case a == mine || b == mine:
		but = "with a sentence of yours"
	case a == b:
		but = "in one language"
	}
	return []course.Goal{{Name: "across", At: acrossAt, Now: course.Digits(k), But: but,
		Reached: but == "" && k > acrossGoal,
		Text: fmt.Sprintf("Goal reached: %s and %s, k = %s. Look at what is lit.", v.name(v.i), v.name(v.j),
			course.Digits(k))}}
}

const (
	acrossGoal = 0.2
	acrossAt   = "first=18&second=42"
)

// What the figure says.
const (
	saysShared   = "{pair}: {shared} different {things} shared, and {value}."
	saysOne      = "{pair}: {shared} {things} shared, and {value}."
	saysWeighted = "{pair}, by {things}: {value}."

	saysTwo    = "{first_name}, “{first_text}”, and {second_name}, “{second_text}”"
	saysItself = "{first_name}, “{first_text}”, with itself"

	saysK          = "k = {counted}"
	saysNormalised = "k = {counted}, normalised {k}"
)

func (v *pair) says() []course.Said {
	pair := course.Say(saysItself, v.name(v.i), v.all[v.i])
	if v.i != v.j {
		pair = course.Say(saysTwo, v.name(v.i), v.all[v.i], v.name(v.j), v.all[v.j])
	}
	value := course.Say(saysK, v.amount())
	if v.normal {
		value = course.Say(saysNormalised, v.amount(), v.K.At(v.i, v.j))
	}
	ofPair, ofValue, n := course.List{pair}, course.List{value}, len(v.common)
	says := course.Say(saysShared, ofPair, n, v.kernel.things(n), ofValue)
	switch {
	case v.common == nil:
		says = course.Say(saysWeighted, ofPair, v.kernel.things(2), ofValue)
	case n == 1:
		says = course.Say(saysOne, ofPair, n, v.kernel.things(n), ofValue)
	}
	return []course.Said{says}
}

// amount is what the kernel counted: a whole number, or one with weights.
func (v *pair) amount() any {
	k := v.counted.At(v.i, v.j)
	if v.kernel.name == subsequence {
		return k
	}
	return int(k)
}

func scaled(v []float64, by float64) []float64 {
	w := slices.Clone(v)
	floats.Scale(by, w)
	return w
}

// quoted are strings as programs have them: Python, R and Go read the same escapes.
func quoted(s []string) []string {
	q := make([]string, len(s))
	for i, text := range s {
		q[i] = fmt.Sprintf("%q", text)
	}
	return q
}

// values are what every program has of the kernel.
func (l likeness) values(more course.Values) course.Values {
	more["kernel"], more["Length"], more["Decay"] = l.name, l.length, l.decay
	return more
}
