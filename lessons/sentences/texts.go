package sentences

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// A reader's own sentences: so many, of so many letters each, with a bar between.
const (
	mostOwn    = 6
	mostLetter = 80
	between    = "|"
)

// own declares sentences of the reader's own.
func own(f *course.Form) []string {
	raw := f.Text("own", "your own", "", course.Private, course.Example("Good morning | Bonne nuit"))
	var texts []string
	long := 0
	for s := range strings.SplitSeq(raw, between) {
		s = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, " "),
			func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
		if runes := []rune(s); len(runes) > mostLetter {
			long++
			s = strings.TrimSpace(string(runes[:mostLetter]))
		}
		if s != "" {
			texts = append(texts, s)
		}
	}
	if long == 1 {
		f.Remark("own", "1 was longer than %d letters and is cut.", mostLetter)
	} else if long > 1 {
		f.Remark("own", "%d were longer than %d letters and are cut.", long, mostLetter)
	}
	if len(texts) > mostOwn {
		f.Remark("own", "%d are more than %d; the first %d are kept.", len(texts), mostOwn, mostOwn)
		texts = texts[:mostOwn]
	}
	f.Replace("own", strings.Join(texts, " "+between+" "))
	return texts
}

// A likeness is a kernel of strings as a reader chose it.
type likeness struct {
	name   string
	base   engine.StringKernel
	length int
	decay  float64
}

// The kernels, by their names in an address.
const (
	spectrum    = "spectrum"
	subsequence = "subsequence"
	words       = "words"
)

// longest is how long substrings and subsequences may be.
const longest = 8

// chooseKernel declares the kernel and its parameters, which opens with substrings of that length.
func chooseKernel(f *course.Form, length int) likeness {
	l := likeness{name: f.Choice("kernel", "kernel", spectrum,
		course.Options(spectrum, "substrings", subsequence, "subsequences, gaps allowed", words, "whole words"),
		course.Leads)}
	l.length = f.Int("length", "length L", length, 1, longest, course.Every,
		course.When("kernel", spectrum, subsequence))
	l.decay = f.Float("decay", "decay δ", 0.5, 0.1, 1, course.When("kernel", subsequence))
	return l.made()
}

// made has the engine's kernel of its name and parameters.
func (l likeness) made() likeness {
	switch l.name {
	case spectrum:
		l.base = engine.StringSpectrum{Length: l.length}
	case subsequence:
		l.base = engine.Subsequence{Length: l.length, Decay: l.decay}
	case words:
		l.base = engine.StringWords{}
	}
	return l
}

// key is the kernel without the parameters that it does not have.
func (l likeness) key() likeness { return likeness{name: l.name, base: l.base} }

// things is what the kernel counts, of a number of them: “words”, “substring of length 3”.
func (l likeness) things(n int) string {
	plural := "s"
	if n == 1 {
		plural = ""
	}
	switch l.name {
	case words:
		return "word" + plural
	case subsequence:
		return fmt.Sprintf("subsequence%s of length %d", plural, l.length)
	}
	return fmt.Sprintf("substring%s of length %d", plural, l.length)
}

// Texts are sentences with what they are of: a language's number, or that of the
// reader's own.
type texts struct {
	all   []string
	of    []int
	topic []int // −1 of the reader's own
}

// mine is what stands for a language where a sentence is the reader's.
var mine = len(languages)

// chosen are the first so many sentences of each language, and then the reader's own.
func chosen(each int, own []string) *texts {
	t := new(texts)
	for l, sentences := range corpus() {
		for i, s := range sentences[:each] {
			t.all, t.of, t.topic = append(t.all, s), append(t.of, l), append(t.topic, i)
		}
	}
	for _, s := range own {
		t.all, t.of, t.topic = append(t.all, s), append(t.of, mine), append(t.topic, -1)
	}
	return t
}

// ours is how many are not the reader's.
func (t *texts) ours() int {
	n := 0
	for _, l := range t.of {
		if l != mine {
			n++
		}
	}
	return n
}

// name calls sentence i by its language and number: “French 5”, “yours 1”.
func (t *texts) name(i int) string {
	if t.of[i] == mine {
		return "yours " + strconv.Itoa(i-t.ours()+1)
	}
	return languages[t.of[i]] + " " + strconv.Itoa(t.topic[i]+1)
}

// groups are the languages as a matrix of all has them.
func (t *texts) groups() []plots.Group {
	var g []plots.Group
	for _, l := range t.of {
		name := "yours"
		if l != mine {
			name = codes[l]
		}
		if len(g) == 0 || g[len(g)-1].Name != name {
			g = append(g, plots.Group{Name: name})
		}
		g[len(g)-1].Size++
	}
	return g
}

// mostQuick is how many sentences of each language subsequences are counted in at once.
const mostQuick = 8

// gram is k of every two, as it is counted. That of our sentences is remembered; what is
// the reader's is not.
func (l likeness) gram(ctx context.Context, memo *course.Memo, t *texts) (*mat.SymDense, error) {
	n, all := t.ours(), len(t.all)
	remember := course.Remember[countedOf, *mat.SymDense]
	if l.name == subsequence && n > 4*mostQuick {
		remember = course.RememberLong[countedOf, *mat.SymDense]
	}
	K, err := remember(ctx, memo, countedOf{l.base, n / len(languages)})
	if err != nil || n == all {
		return K, err
	}
	C, err := engine.CrossStrings(ctx, l.base, t.all[n:], t.all)
	if err != nil {
		return nil, err
	}
	return engine.Symmetric(all, func(i, j int) float64 {
		if j < n {
			return K.At(i, j)
		}
		return C.At(j-n, i)
	}), nil
}

type countedOf struct {
	engine.StringKernel
	each int // sentences of each language
}

// Compute counts, and returns the bytes of the counts.
func (of countedOf) Compute(ctx context.Context, _ *course.Memo) (*mat.SymDense, int, error) {
	t := chosen(of.each, nil)
	K, err := engine.GramStrings(ctx, of.StringKernel, t.all)
	return K, 8 * len(t.all) * len(t.all), err
}

// normalised divides by the roots of the diagonal; what has no feature stays 0.
func normalised(K *mat.SymDense) *mat.SymDense {
	return engine.Symmetric(K.SymmetricDim(), func(i, j int) float64 {
		if d := K.At(i, i) * K.At(j, j); d > 0 {
			return K.At(i, j) / math.Sqrt(d)
		}
		return 0
	})
}
